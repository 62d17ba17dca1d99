import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { chromium, type Worker } from '@playwright/test'
import type { AppProcess } from '#test/app-process.ts'
import { expect } from '#test/e2e-server.ts'
import { signUp } from '#test/sign-up.ts'
import { temporaryFolder } from '#test/temporary-folder.ts'
import config from '../playwright.config.ts'
import { findChromium } from '../tools/scripts/chromium.mjs'
import { buildExtension } from '../tools/scripts/extension/build-extension.ts'
import { signInAs, uploadMeme } from './people.ts'
import { form, preview, save } from './quick-upload.ts'
import { test as base } from './small-site.ts'

/** Starts the whole Chromium with the unpacked extension. Hosts are granted, because no test can answer the browser's question. */
async function startBrowser(folder: string, app: AppProcess) {
  const extension = join(folder, 'extension')
  for (const [name, content] of await buildExtension()) {
    await mkdir(dirname(join(extension, name)), { recursive: true })
    const manifest = () => ({ ...JSON.parse(String(content)), host_permissions: ['http://*/*'] })
    await writeFile(join(extension, name), name === 'manifest.json' ? JSON.stringify(manifest()) : content)
  }
  const executablePath = findChromium({ needsNotifications: true })
  const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
    ...(executablePath ? { executablePath } : {}),
    ignoreDefaultArgs: ['--disable-extensions'],
    args: [
      ...(config.use?.launchOptions?.args ?? []),
      ...[`--disable-extensions-except=${extension}`, `--load-extension=${extension}`],
    ],
    env: { ...process.env, LANGUAGE: 'en' },
    baseURL: app.url,
  })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: app.url })
  const isOwn = (worker: Worker) => worker.url().startsWith('chrome-extension://')
  const worker =
    context.serviceWorkers().find(isOwn) ?? (await context.waitForEvent('serviceworker', { predicate: isOwn }))
  return { context, worker, url: new URL('.', worker.url()).href }
}

type Browser = Awaited<ReturnType<typeof startBrowser>>

const test = base.extend<{ chrome: Browser }>({
  chrome: async ({ app }, use) => {
    const folder = await temporaryFolder()
    const browser = await startBrowser(folder.path, app)
    await use(browser)
    await browser.context.close()
    await rm(folder.path, { recursive: true, force: true })
  },
})

test('the browser extension connects with one click, saves a picture, and searches and copies', async ({
  app,
  chrome: { context, worker, url },
  otherSite,
}) => {
  test.setTimeout(180_000)
  const member = await signUp(app)
  const meme = await uploadMeme(app, member, { name: 'Quokka on a Monday', width: 300, height: 200 })
  const site = await context.newPage()
  await signInAs(site, member)
  await site.goto('/')

  await test.step('connecting', async () => {
    const options = await context.newPage()
    await options.goto(`${url}options.html`)
    await options.getByLabel('Address of your Memeroom').fill('my memes')
    await options.getByRole('button', { name: 'Connect' }).click()
    await expect(options.getByText('Enter an address such as https://memes.example.com.')).toBeVisible()
    await options.getByLabel('Address of your Memeroom').fill(app.url)
    const opening = context.waitForEvent('page')
    await options.getByRole('button', { name: 'Connect' }).click()
    const tab = await opening
    await tab.getByRole('button', { name: 'Connect' }).click()
    await expect(options.getByText(`Connected as ${member.username} on ${new URL(app.url).host}.`)).toBeVisible()
    expect(tab.isClosed()).toBe(true)
    await options.close()
  })

  await test.step('saving a picture', async () => {
    const page = await context.newPage()
    await page.goto(`${otherSite}/open.png`)
    const data = await page.evaluate(async () => {
      const picture = await (await fetch(location.href)).blob()
      return URL.createObjectURL(picture)
    })
    for (const srcUrl of [`${otherSite}/open.png`, data]) {
      const opening = context.waitForEvent('page')
      const info = JSON.stringify({ menuItemId: 'save', srcUrl, pageUrl: `${otherSite}/open.png`, frameId: 0 })
      await page.bringToFront()
      // Native menus are out of reach: this is the event of the click.
      await worker.evaluate(`chrome.tabs.query({ active: true, lastFocusedWindow: true })
        .then(([tab]) => chrome.contextMenus.onClicked.dispatch(${info}, tab))`)
      const upload = await opening
      await expect(preview(upload)).toHaveJSProperty('naturalWidth', 320)
      await expect(form(upload).getByLabel('Description')).toHaveValue(`Source: ${otherSite}/open.png`)
      await expect(upload).toHaveURL(`${app.url}/`)
      if (srcUrl !== data) {
        await upload.close()
        continue
      }
      await form(upload).getByLabel('Name').fill('Otter of the day')
      await save(upload).click()
      await expect(upload.getByRole('article', { name: 'Otter of the day' })).toBeVisible()
    }
  })

  await test.step('searching and copying', async () => {
    const shortcuts = (await worker.evaluate('chrome.commands.getAll()')) as { name: string; shortcut: string }[]
    // Chromium gives no extension the keys of its own menus, such as Ctrl+Shift+M.
    expect(shortcuts).toContainEqual(expect.objectContaining({ name: 'search', shortcut: 'Alt+Shift+M' }))
    const popup = await context.newPage()
    await popup.goto(`${url}popup.html`)
    await popup.getByRole('combobox', { name: 'Search memes' }).pressSequentially('quokka')
    const result = popup.getByRole('option', { name: meme.name })
    await expect(result.getByRole('img')).not.toHaveJSProperty('naturalWidth', 0)
    await popup.keyboard.press('ArrowDown')
    await expect(result).toHaveAttribute('aria-selected', 'true')
    await popup.keyboard.press('Enter')
    await expect(popup.getByRole('status')).toHaveText('Copied')
    await site.bringToFront()
    const copied = await site.evaluate(async () => {
      const [item] = await navigator.clipboard.read()
      const bitmap = item && (await createImageBitmap(await item.getType('image/png')))
      return [bitmap?.width, bitmap?.height]
    })
    expect(copied).toEqual([300, 200])
    const copies = async () => (await (await fetch(`${app.url}/api/meme/${meme._id}`)).json()).data.copyCount
    await expect.poll(copies).toBe(1)
  })
})
