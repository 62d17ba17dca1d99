import type { Locator, Page } from '@playwright/test'
import type { ActionInput } from '#contract/memes/actions.ts'
import { expect, test } from '#test/e2e-server.ts'
import { animatedGif } from '#test/pictures.ts'
import { signUp } from '#test/sign-up.ts'
import { withoutEmbeddedResponses } from './embedded-responses.ts'
import { post, signInAs, uploadMeme } from './people.ts'
import { holdToasts } from './toasts.ts'

test.use({ expectedErrors: [/503/] })

/** Vertical center, in px. */
async function centerOf(part: Locator): Promise<number> {
  const box = await part.boundingBox()
  return box ? box.y + box.height / 2 : Number.NaN
}

/** Collects the actions that the page has sent to the server so far. */
function recordedActions(page: Page): () => ActionInput[] {
  const bodies: ActionInput[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/user-action')) bodies.push(request.postDataJSON() as ActionInput)
  })
  return () => bodies
}

test('an opened meme records views, moves through its list, zooms, and closes step by step with Escape', async ({
  page,
  app,
}) => {
  test.setTimeout(120_000)
  await test.step('views and arrows', async () => {
    const maker = await signUp(app)
    const [one, two, other] = [
      await uploadMeme(app, maker, { name: 'One' }),
      await uploadMeme(app, maker, { name: 'Two' }),
      await uploadMeme(app, await signUp(app), { name: 'Looks like it' }),
    ]
    let isDown = true
    await page.route('**/api/meme/recommend/by-image*', (route) =>
      isDown
        ? route.fulfill({ status: 503, json: { success: false, message: '', code: 'x' } })
        : route.fulfill({ json: { success: true, data: [{ ...other, score: 0.9 }] } }),
    )
    const entry = { rank: 1, meme: two, likeCount: 0, copyCount: 0, viewCount: 1, score: 1 }
    await withoutEmbeddedResponses(page)
    await page.route('**/api/trending-memes*', (route) =>
      route.fulfill({ json: { success: true, data: [entry], hasNext: false, nextCursor: null } }),
    )
    const actions = recordedActions(page)
    const seen = () =>
      actions().map(({ memeId, action, metadata }) => [memeId, action, metadata?.sourceType, metadata?.deviceType])
    const dialog = page.getByRole('dialog')

    await page.goto(`/user/${maker.username}`)
    await page.getByRole('article', { name: 'Two' }).getByRole('link').click()
    await expect(dialog.getByRole('heading', { name: 'Two' })).toBeAttached()
    await expect.poll(seen).toEqual([[two._id, 'view', 'user_profile', 'desktop']])
    expect(actions()[0]?.metadata?.userPreferences).toEqual({ language: 'en' })
    await expect(dialog.locator(':focus')).toBeAttached()
    await page.keyboard.press('ArrowRight')
    await expect(dialog.getByRole('heading', { name: 'One' })).toBeAttached()
    await expect.poll(() => seen().at(-1)).toEqual([one._id, 'view', 'user_profile', 'desktop'])

    await expect(dialog.getByRole('button', { name: 'Try again' })).toBeVisible()
    isDown = false
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await dialog.getByRole('button', { name: 'Looks like it' }).click()
    await expect(dialog.getByRole('heading', { name: 'Looks like it' })).toBeAttached()
    await expect(page).toHaveURL(new RegExp(`view=${other._id}$`))
    await expect.poll(() => seen().at(-1)).toEqual([other._id, 'view', 'detail', 'desktop'])
    await page.goBack()
    await expect(dialog.getByRole('heading', { name: 'One' })).toBeAttached()

    await page.setViewportSize({ width: 800, height: 800 })
    await page.goto('/trending')
    await page.getByRole('link', { name: 'Two' }).first().click()
    await expect.poll(() => seen().at(-1)).toEqual([two._id, 'view', 'trending', 'tablet'])
    await page.setViewportSize({ width: 390, height: 800 })
    await dialog.getByRole('button', { name: 'Copy picture' }).click()
    await expect.poll(() => seen().at(-1)).toEqual([two._id, 'copy', 'detail', 'mobile'])
  })
  await test.step('zoom', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.unrouteAll({ behavior: 'ignoreErrors' })

    await test.step('by a press and a button', async () => {
      const meme = await uploadMeme(app, await signUp(app), { width: 900, height: 900 })
      await page.goto(`/?view=${meme._id}`)
      const picture = page.getByRole('dialog').getByRole('figure')
      await expect(picture.getByRole('img')).toBeVisible()
      const width = async () => (await picture.boundingBox())?.width ?? 0
      const before = await width()
      await picture.click()
      await expect.poll(width).toBeGreaterThan(before * 1.5)
      await page.getByRole('button', { name: 'Zoom out' }).click()
      await expect.poll(width).toBe(before)
    })
    await test.step('by Escape', async () => {
      const maker = await signUp(app)
      const meme = await uploadMeme(app, maker, { name: 'Large', width: 1600, height: 1200 })
      await page.goto(`/user/${maker.username}`)
      await page.getByRole('article', { name: 'Large' }).getByRole('link').click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Zoom in' }).click()
      await expect(dialog.getByRole('button', { name: 'Zoom out' })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialog.getByRole('button', { name: 'Zoom in' })).toBeVisible()
      await expect(page).toHaveURL(new RegExp(meme._id))
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()

      // A menu above the zoomed picture closes first.
      await page.getByRole('article', { name: 'Large' }).getByRole('link').click()
      await dialog.getByRole('button', { name: 'Zoom in' }).click()
      await dialog.getByRole('button', { name: 'Share' }).click()
      await expect(page.getByRole('menu')).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('menu')).toBeHidden()
      await expect(dialog.getByRole('button', { name: 'Zoom out' })).toBeVisible()
    })
  })
})

test('an animation is paused, shared, copied as one frame, downloaded and reported, and a feed meme shows its reason', async ({
  page,
  app,
}) => {
  test.setTimeout(120_000)
  await holdToasts(page)
  await test.step('an animation is paused and copied', async () => {
    const maker = await signUp(app)
    const file = { bytes: await animatedGif(), type: 'image/gif' }
    const meme = await uploadMeme(app, maker, { name: 'Walking bar', file })
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.goto(`/user/${maker.username}`)
    const tile = page.getByRole('article', { name: 'Walking bar' })
    const moving = tile.locator('img')
    await expect(moving).toBeVisible()
    await tile.getByRole('button', { name: 'Pause GIF' }).click()
    await expect(moving).toHaveCount(0)
    await expect(tile.locator('canvas')).toHaveAttribute('data-shown', 'true')
    await tile.getByRole('button', { name: 'Play GIF' }).click()
    await expect(moving).toBeVisible()
    await tile.hover()
    await tile.getByRole('button', { name: 'Copy picture' }).click()
    const message = page.getByRole('status').filter({ hasText: 'One frame was copied' })
    await expect(message.getByRole('button', { name: 'Copy link' })).toBeVisible()
    await expect(message.getByRole('button', { name: 'Download' })).toBeVisible()

    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(`/user/${maker.username}`)
    await expect(tile.locator('canvas')).toHaveAttribute('data-shown', 'true')
    await expect(moving).toHaveCount(0)
    // Clear of the captions at the edges.
    const play = tile.getByRole('button', { name: 'Play GIF' })
    expect(Math.abs((await centerOf(play)) - (await centerOf(tile)))).toBeLessThan(2)
    await tile.getByRole('link').click()
    const dialog = page.getByRole('dialog')
    const figure = dialog.getByRole('figure')
    await expect(figure.locator('canvas')).toBeVisible()
    await dialog.getByRole('button', { name: 'Play', exact: true }).click()
    await expect(figure.locator('img')).toBeVisible()
    await dialog.getByRole('button', { name: 'Pause', exact: true }).click()
    await expect(figure.locator('canvas')).toBeVisible()
    await dialog.getByRole('button', { name: 'Copy picture' }).click()
    await expect(dialog.getByText("Only one frame was copied: the clipboard can't hold animations.")).toBeVisible()
    await dialog.getByRole('button', { name: 'Copy link' }).click()
    await expect(page.getByText('Link copied')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${app.url}/meme/${meme._id}`)
  })
  await test.step('share, download and report', async () => {
    const maker = await signUp(app)
    const meme = await uploadMeme(app, maker, { name: 'Mèo ngủ' })
    await page.addInitScript(() => {
      Object.assign(navigator, {
        canShare: () => true,
        share: async ({ files, ...data }: ShareData) =>
          document.documentElement.setAttribute('data-shared', JSON.stringify({ ...data, file: files?.[0]?.name })),
      })
    })
    const dialog = page.getByRole('dialog')
    for (const who of [null, await signUp(app), maker]) {
      if (who) await signInAs(page, who)
      await page.goto(`/?view=${meme._id}`)
      await dialog.getByRole('button', { name: 'Share' }).click()
      const menu = page.getByRole('menu', { name: 'Share' })
      await expect(menu.getByRole('menuitem', { name: 'Telegram' })).toHaveAttribute(
        'href',
        `https://t.me/share/url?url=${encodeURIComponent(`${app.url}/meme/${meme._id}`)}&text=M%C3%A8o%20ng%E1%BB%A7`,
      )
      await menu.getByRole('menuitem', { name: 'Share with an app…' }).click()
      await expect(page.locator('html')).toHaveAttribute(
        'data-shared',
        JSON.stringify({ title: 'Mèo ngủ', url: `${app.url}/meme/${meme._id}`, file: 'mèo-ngủ.png' }),
      )
      await expect(dialog.getByRole('button', { name: 'Report' })).toHaveCount(who === maker ? 0 : 1)
      await expect(dialog.getByRole('button', { name: 'Edit' })).toHaveCount(who === maker ? 1 : 0)
    }
    const coming = page.waitForEvent('download')
    await dialog.getByRole('link', { name: 'Download' }).click()
    expect((await coming).suggestedFilename()).toBe('mèo-ngủ.png')
  })
  await test.step('the reason on the tile and in the modal', async () => {
    const [creator, reader] = [await signUp(app), await signUp(app)]
    const meme = await uploadMeme(app, creator)
    await post(app, `/users/${creator.username}/follow`, {}, reader.authentication.token)
    await signInAs(page, reader)
    await page.goto('/')
    const tile = page.getByRole('article', { name: meme.name, exact: true })
    await expect(tile.getByRole('link', { name: 'From someone you follow' })).toBeVisible()
    await tile.hover()
    await expect(tile.getByText('From someone you follow')).toBeInViewport({ ratio: 1 })
    await tile.getByRole('link').click()
    await expect(page.getByRole('dialog').getByText('From someone you follow')).toBeVisible()
  })
})
