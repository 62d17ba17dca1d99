import type { Page } from '@playwright/test'
import { PAGES } from '#contract/pages.ts'
import { expect } from '#test/e2e-server.ts'
import { randomPicture } from '#test/random-picture.ts'
import { signUp } from '#test/sign-up.ts'
import commonEn from '#web/locales/en/common.json' with { type: 'json' }
import uploadEn from '#web/locales/en/upload.json' with { type: 'json' }
import commonVi from '#web/locales/vi/common.json' with { type: 'json' }
import { test } from './front-proxy.ts'
import { signInAs, uploadMeme } from './people.ts'
import { controlled, goOffline } from './service-worker.ts'

test.use({
  serviceWorkers: 'allow',
  expectedErrors: [/Failed to load resource|ERR_|Failed to fetch|net::/],
})

const pictureOf = (page: Page, name: string) => page.getByRole('article', { name }).locator('img').first()
const isShown = (page: Page, name: string) =>
  expect
    .poll(() => pictureOf(page, name).evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0)

test('offline, a member sees the last feed, and a like is sent later; the cache is emptied on request', async ({
  page,
  app,
  front,
}) => {
  const member = await signUp(app)
  const meme = await uploadMeme(app, await signUp(app), { name: 'Kept for later' })
  await signInAs(page, member)
  await page.goto('/?tab=new')
  await controlled(page)
  await page.reload()
  await isShown(page, meme.name)
  // The worker writes responses to disk after they were shown.
  const cachedUrls = () =>
    page.evaluate(async () => {
      const names = async (cache: string) => (await (await caches.open(cache)).keys()).map(({ url }) => url).join()
      return `${await names('pictures')} ${await names('answers')}`
    })
  await expect.poll(cachedUrls).toMatch(/\/media\/.*feed\/new/)
  const goOnline = await goOffline(page, front)
  await page.reload()
  await expect(page.getByText(commonEn.offline.banner)).toBeVisible()
  await isShown(page, meme.name)

  const tile = page.getByRole('article', { name: meme.name })
  await tile.hover()
  await tile.getByRole('button', { name: 'Like', exact: true }).first().click()
  await expect(page.getByText(commonEn.offline.queued)).toBeVisible()
  await page.reload()
  await isShown(page, meme.name)
  await expect(tile.getByRole('button', { name: 'Like', exact: true }).first()).toHaveAttribute('aria-pressed', 'true')
  await goOnline()
  await expect(page.getByText(commonEn.offline.banner)).toBeHidden()
  const headers = { authorization: `Bearer ${member.authentication.token}` }
  const isLiked = async () => {
    const answer = await fetch(`${app.url}/api/meme/${meme._id}`, { headers })
    return (await answer.json()).data.viewer.isLiked
  }
  // Sent by the page or by the browser's background sync, whichever detects the connection first.
  await expect.poll(isLiked, { timeout: 20_000 }).toBe(true)

  const answers = () => page.evaluate(async () => (await (await caches.open('answers')).keys()).map(({ url }) => url))
  expect((await answers()).join()).not.toContain(member.authentication.token)
  await page.evaluate(() => navigator.serviceWorker.controller?.postMessage({ type: 'forget', isLate: false }))
  await expect.poll(answers).toEqual([])
})

test('every page starts offline and shows its limits', async ({ page, app, front }) => {
  test.setTimeout(180_000)
  const { offline, retry } = commonVi
  const member = await signUp(app)
  await signInAs(page, { ...member, preferences: { ...member.preferences, contentLanguage: 'vi' } })
  await page.goto('/')
  await controlled(page)
  await test.step('Chromium would install the site', async () => {
    const devtools = await page.context().newCDPSession(page)
    const manifest = await devtools.send('Page.getAppManifest')
    expect(manifest.errors).toEqual([])
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
  })
  await goOffline(page, front)
  await test.step('every address starts, with its text', async () => {
    const texts: Record<string, string> = {
      '/': offline.banner,
      '/trending': offline.banner,
      '/user/john.doe': offline.banner,
      '/?search=cat': offline.screen.search,
      '/my-meme?tab=album': offline.screen.saved,
      '/bulk-upload': offline.screen.upload,
      '/create': offline.screen.create,
      '/account?tab=password': offline.screen.account,
      '/notifications': offline.screen.account,
      '/login': offline.screen.enter,
      '/privacy-policy': offline.screen.legal,
    }
    const starts = (address: string) => address.replace(/\?.*/, '')
    // A dot in a name does not make it a file.
    const all = Object.values(PAGES).map((pattern) => pattern.replace(/:\w+/g, 'john.doe'))
    const others = all.filter((address) => !Object.keys(texts).some((one) => starts(one) === address))
    for (const address of [...others, ...Object.keys(texts)]) {
      await page.goto(address)
      await expect(page.locator('#root :is(h1, h2, p)').first(), address).toBeVisible()
      if (texts[address]) await expect(page.getByText(texts[address]), address).toBeVisible()
    }
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })
  await test.step('a list that was never opened can be tried again', async () => {
    await page.goto('/trending')
    await expect(page.getByRole('heading', { name: offline.title }).first()).toBeVisible()
    await expect(page.getByRole('button', { name: retry }).first()).toBeVisible()
  })
})

/** Simulates sharing pictures with the installed application. */
async function share(page: Page, count: number, action = '/share-target'): Promise<void> {
  const pictures = await Promise.all(
    Array.from({ length: count }, (_, index) => randomPicture(`shared ${Date.now()} ${index}`)),
  )
  await page.evaluate(
    ([files, action]) => {
      const form = Object.assign(document.createElement('form'), {
        method: 'post',
        action,
        enctype: 'multipart/form-data',
      })
      const input = Object.assign(document.createElement('input'), { type: 'file', name: 'images', multiple: true })
      const transfer = new DataTransfer()
      for (const [index, base64] of files.entries()) {
        const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
        transfer.items.add(new File([bytes], `shared ${index}.png`, { type: 'image/png' }))
      }
      input.files = transfer.files
      form.append(input)
      document.body.append(form)
      form.submit()
    },
    [pictures.map((bytes) => bytes.toString('base64')), action] as const,
  )
}

/** Opens files with the installed application, as its file handler does. */
async function launch(page: Page, names: string[]): Promise<void> {
  const base64 = (await randomPicture(names.join())).toString('base64')
  await page.evaluate(
    ([files, text]) => {
      const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
      const handles = files.map((name) => ({ getFile: async () => new File([bytes], name, { type: 'image/png' }) }))
      ;(window as unknown as { launchWith(launch: object): void }).launchWith({ files: handles })
    },
    [names, base64] as const,
  )
}

test('pictures opened, pasted or shared with the installed application reach the upload, except from other sites', async ({
  page,
  app,
}) => {
  test.setTimeout(180_000)
  await test.step('from another site', async () => {
    await signInAs(page, await signUp(app))
    await page.goto('/')
    await controlled(page)
    const { origin } = new URL(page.url())
    const elsewhere = 'http://elsewhere.example/'
    for (const policy of ['strict-origin-when-cross-origin', 'no-referrer']) {
      const headers = { 'referrer-policy': policy }
      await page.route(elsewhere, (route) => route.fulfill({ contentType: 'text/html', headers, body: '<body>' }))
      await page.goto(elsewhere)
      await share(page, 2, `${origin}/share-target`)
      await page.waitForURL(`${origin}/**`)
      await page.goto(`${origin}/bulk-upload`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText('shared 0')).toHaveCount(0)
      expect(await page.evaluate(() => caches.has('shared-files'))).toBe(false)
    }
  })
  await test.step('from this device', async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.addInitScript(() => {
      const setConsumer = (take: (launch: object) => void) => Object.assign(window, { launchWith: take })
      Object.defineProperty(window, 'launchQueue', { value: { setConsumer } })
    })
    const chosen = page.getByRole('img', { name: uploadEn.preview })
    const listed = async (...names: string[]) => {
      for (const name of names) await expect(page.getByText(name).first()).toBeVisible()
    }
    await test.step('opened', async () => {
      await page.goto('/')
      await page.waitForFunction(() => 'launchWith' in window)
      await launch(page, ['one.png'])
      await expect(chosen).toBeVisible()
      await page.keyboard.press('Escape')
      await launch(page, ['first.png', 'second.png'])
      await expect(page).toHaveURL(/\/bulk-upload$/)
      await listed('first', 'second')
      await launch(page, ['third.png', 'fourth.png'])
      await listed('first', 'third', 'fourth')
    })
    await test.step("pasted by the launcher's shortcut", async () => {
      await page.goto('/')
      await page.evaluate(
        async (text) => {
          const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
          await navigator.clipboard.write([
            new ClipboardItem({ 'image/png': new Blob([bytes], { type: 'image/png' }) }),
          ])
        },
        (await randomPicture('copied')).toString('base64'),
      )
      await page.goto('/?paste=1')
      await expect(chosen).toBeVisible()
      await expect(page).toHaveURL(/\/$/)
      await page.getByRole('button', { name: uploadEn.remove }).click()
      await page.getByRole('button', { name: uploadEn.paste }).click()
      await expect(chosen).toBeVisible()
    })
    await test.step('shared', async () => {
      await page.goto('/')
      await controlled(page)
      await share(page, 1)
      await expect(chosen).toBeVisible()
      await expect(page).toHaveURL(/\/$/)
      await share(page, 3)
      await expect(page).toHaveURL(/\/bulk-upload$/)
      await listed('shared 0', 'shared 1', 'shared 2')
    })
  })
})
