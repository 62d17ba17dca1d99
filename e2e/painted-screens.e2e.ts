import { expect } from '#test/e2e-server.ts'
import { signUp } from '#test/sign-up.ts'
import accountVi from '#web/locales/vi/account.json' with { type: 'json' }
import { holdScripts } from './hold-requests.ts'
import { uploadMeme } from './people.ts'
import { test } from './small-site.ts'

test('a shared meme, a meme over a list, and the login form are painted before any script', async ({
  page,
  browser,
  app,
}) => {
  test.setTimeout(120_000)
  await test.step('the login form', async () => {
    const { letThrough } = await holdScripts(page)
    await page.goto('/login?lng=vi', { waitUntil: 'commit' })
    const title = page.getByRole('heading', { name: accountVi.login.title })
    await expect(title).toBeVisible()
    await expect(page.getByRole('textbox')).toHaveCount(0)
    await expect.poll(() => page.evaluate(() => document.fonts.status)).toBe('loaded')
    const before = await title.boundingBox()
    letThrough()
    await expect(page.getByRole('textbox', { name: accountVi.email })).toBeVisible()
    await expect.poll(async () => Math.abs(((await title.boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(4)
  })
  await test.step('a shared meme loads its picture once, in one size', async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    const member = await signUp(app)
    const shared = await uploadMeme(app, member, { width: 1600, height: 1200 })
    await page.setViewportSize({ width: 360, height: 740 })
    const { letThrough, pictures } = await holdScripts(page)
    await page.goto(`/meme/${shared._id}`, { waitUntil: 'commit' })
    const painted = page.locator('.first-stage img')
    await expect.poll(() => painted.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    // A phone with a pixel ratio of 1 does not fetch the version for desktops.
    expect(await painted.evaluate((image: HTMLImageElement) => image.currentSrc)).toContain(shared.image.imageSmall)
    expect(pictures()).toEqual([shared.image.imageSmall])
    const middle = async (picture: typeof painted) => {
      const { y = 0, height = 0 } = (await picture.boundingBox()) ?? {}
      return y + height / 2
    }
    const before = await middle(painted)

    letThrough()
    const shown = page.getByRole('article').locator('figure img')
    await expect(shown).toBeVisible()
    await expect(painted).toHaveCount(0)
    expect(pictures().filter((path) => Object.values(shared.image).includes(path))).toEqual([shared.image.imageSmall])
    expect(Math.abs((await middle(shown)) - before)).toBeLessThan(4)
  })
  await test.step('a meme over a list', async () => {
    const member = await signUp(app)
    for (const [width, height] of [
      [360, 740],
      [1280, 800],
    ] as const) {
      const page = await browser.newPage({ baseURL: app.url, serviceWorkers: 'block', viewport: { width, height } })
      const shared = await uploadMeme(app, member, { width: 1600, height: 1200 })
      await uploadMeme(app, member, { width: 700, height: 500 })
      const { letThrough, pictures } = await holdScripts(page)
      await page.goto(`/?view=${shared._id}`, { waitUntil: 'commit' })
      const painted = page.locator('.first-over img')
      await expect.poll(() => painted.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
      expect(new Set(pictures()).size).toBe(1)
      const before = await painted.boundingBox()

      letThrough()
      const dialog = page.getByRole('dialog', { name: shared.name })
      const figure = dialog.locator('figure img')
      await expect(figure).toBeVisible()
      await expect(painted).toHaveCount(0)
      const after = await figure.boundingBox()
      const middle = (box: typeof before) => (box ? box.y + box.height / 2 : Number.NaN)
      expect(Math.abs(middle(after) - middle(before))).toBeLessThan(4)
      const first = pictures()[0] ?? ''
      expect(pictures().filter((path) => path === first)).toHaveLength(1)
      const tile = page.locator('[data-tile]')
      // On a phone the modal covers the whole list.
      if (width < 640) await expect(tile).toHaveCount(0)
      else await expect(tile.first()).toBeAttached()

      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expect(page.getByRole('article').first()).toBeVisible()
      await expect(tile.first()).toBeVisible()
      await page.close()
    }
  })
})
