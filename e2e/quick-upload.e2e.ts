import type { Locator, Page, Route } from '@playwright/test'
import { PICTURE_MAX_BYTES } from '#contract/limits.ts'
import { expect } from '#test/e2e-server.ts'
import { randomPicture } from '#test/random-picture.ts'
import { signUp } from '#test/sign-up.ts'
import { test } from './other-site.ts'
import { signInAs, uploadMeme } from './people.ts'

test.use({ expectedErrors: [/CORS policy|ERR_FAILED|status of 4(0[0149]|15|22)|status of 503/] })

interface Carried {
  files?: { name: string; type: string; bytes: Buffer }[]
  texts?: Record<string, string>
}

/** What a drag or the clipboard holds, inside the page. */
function transferOf(page: Page, { files = [], texts = {} }: Carried) {
  const raw = files.map(({ name, type, bytes }) => ({ name, type, base64: bytes.toString('base64') }))
  return page.evaluateHandle(
    ([fileList, textList]) => {
      const transfer = new DataTransfer()
      for (const { name, type, base64 } of fileList) {
        transfer.items.add(new File([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], name, { type }))
      }
      for (const [type, text] of Object.entries(textList)) transfer.setData(type, text)
      return transfer
    },
    [raw, texts] as const,
  )
}

/** Drags over the page, and drops where `drop` is set. */
async function drag(page: Page, carried: Carried, { drop = true } = {}): Promise<void> {
  const dataTransfer = await transferOf(page, carried)
  // A drag over a page fires again and again.
  await expect(async () => {
    await page.locator('body').dispatchEvent('dragenter', { dataTransfer })
    await page.locator('body').dispatchEvent('dragover', { dataTransfer })
    await expect(form(page)).toBeVisible({ timeout: 1000 })
  }).toPass()
  if (drop) await page.locator('body').dispatchEvent('drop', { dataTransfer })
}

async function paste(page: Page, carried: Carried): Promise<void> {
  const clipboardData = await transferOf(page, carried)
  await page.evaluate(
    (data) => document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true })),
    clipboardData,
  )
}

const form = (page: Page): Locator => page.getByRole('dialog', { name: 'Upload a meme' })
const save = (page: Page): Locator => form(page).getByRole('button', { name: 'Upload', exact: true })
const preview = (page: Page): Locator => form(page).getByRole('img', { name: 'The picture you chose' })

let count = 0
async function picture(): Promise<{ name: string; type: string; bytes: Buffer }> {
  count += 1
  return { name: `p${count}.png`, type: 'image/png', bytes: await randomPicture(`quick ${Date.now()} ${count}`) }
}

const screens = ['/trending', '/my-meme', '/account', '/privacy-policy', '/login', '/nothing-here']
test('whatever is dragged onto any screen opens the form, and so does a picture that is pasted', async ({
  page,
  app,
}) => {
  await signInAs(page, await signUp(app))
  for (const path of screens) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await drag(page, { texts: { 'text/plain': 'anything' } }, { drop: false })
    await page.keyboard.press('Escape')
    await expect(form(page)).toBeHidden()
    await paste(page, { files: [await picture()] })
    await expect(preview(page)).toBeVisible()
    await form(page).getByRole('button', { name: 'Remove the picture' }).click()
    await page.keyboard.press('Escape')
    await expect(form(page)).toBeHidden()
  }
})

test('a picture that is pasted over an open meme comes into the form, its words are counted, and what is too long is said', async ({
  page,
  app,
}) => {
  const member = await signUp(app)
  const meme = await uploadMeme(app, member)
  await signInAs(page, member)
  await page.goto(`/?view=${meme._id}`)
  await expect(page.getByRole('dialog', { name: meme.name })).toBeVisible()
  await paste(page, { files: [await picture()] })
  await expect(preview(page)).toBeVisible()
  await form(page).getByLabel('Name').fill('Mèo')
  await expect(form(page).getByText('3/100')).toBeVisible()
  await form(page).getByLabel('Description').fill('👍'.repeat(500))
  await expect(form(page).getByText('500/500')).toBeVisible()
  await expect(save(page)).toBeEnabled()
  await form(page).getByLabel('Description').fill('x'.repeat(501))
  await expect(form(page).getByText('The description can have at most 500 characters.')).toBeVisible()
  await expect(save(page)).toBeDisabled()
})

test('files that cannot become a meme are refused with the reason, and the next good one is taken', async ({
  page,
  app,
}) => {
  await signInAs(page, await signUp(app))
  await page.goto('/')
  await drag(page, { files: [{ name: 'a.txt', type: 'text/plain', bytes: Buffer.from('words') }] })
  await expect(form(page).getByText("This file type isn't supported.")).toBeVisible()
  await expect(save(page)).toBeDisabled()
  const input = form(page).getByLabel('Choose a picture').first()
  await input.setInputFiles({ name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(PICTURE_MAX_BYTES + 1) })
  await expect(form(page).getByText('This picture is larger than 10 MB.')).toBeVisible()
  await input.setInputFiles({ name: 'none.png', mimeType: 'image/png', buffer: Buffer.alloc(0) })
  await expect(form(page).getByText('This file is empty.')).toBeVisible()
  // Bytes that only call themselves a picture: the server tells them apart.
  await input.setInputFiles({ name: 'false.png', mimeType: 'image/png', buffer: Buffer.from('only words') })
  await save(page).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Please select a valid image file.' })).toBeVisible()
  await expect(save(page)).toBeEnabled()
  await drag(page, { files: [await picture(), await picture()] })
  await expect(page.getByText('Only one picture at a time: we took the first.')).toBeVisible()
  await expect(preview(page)).toBeVisible()
})

const TINY_PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

test('a link is fetched by the server alone, and one that leads nowhere cannot be saved', async ({
  page,
  app,
  otherSite,
}) => {
  await signInAs(page, await signUp(app))
  await page.goto('/')
  await page.getByRole('banner').getByRole('button', { name: 'Upload' }).click()
  const link = form(page).getByLabel('Or paste a link to a picture')
  const byServer: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/meme/fetch-link')) byServer.push(String(request.postDataJSON().url))
  })

  await link.fill(`${otherSite}/open.png`)
  await expect(preview(page)).toBeVisible()
  expect(byServer).toEqual([`${otherSite}/open.png`])

  await link.fill(`${otherSite}/closed.png`)
  await expect(save(page)).toBeDisabled()
  await expect(form(page).getByText('closed.png')).toBeVisible()
  expect(byServer).toEqual([`${otherSite}/open.png`, `${otherSite}/closed.png`])
  await expect(preview(page)).toHaveJSProperty('naturalWidth', 320)

  await link.fill(TINY_PNG)
  await expect(preview(page)).toHaveJSProperty('naturalWidth', 1)
  expect(byServer).toHaveLength(2)

  for (const bad of [`${otherSite}/words.png`, `${otherSite}/missing.png`, 'https://']) {
    await link.fill(bad)
    await expect(form(page).getByText('No picture found at this link.')).toBeVisible()
    await expect(save(page)).toBeDisabled()
  }
  const problem = page.getByText('Cannot get data of this image. Please try another link')
  await expect(problem).toBeVisible()

  // Dragged out of another page, the picture's own address counts, not the one that it links to.
  await page.keyboard.press('Escape')
  await drag(page, {
    texts: {
      'text/html': `<a href="${otherSite}/x"><img src="${otherSite}/closed.png"></a>`,
      'text/uri-list': `${otherSite}/x`,
    },
  })
  await form(page).getByLabel('Name').fill('From elsewhere')
  await expect(save(page)).toBeEnabled()
  await save(page).click()
  await expect(form(page)).toBeHidden()
  await expect(page.getByRole('article', { name: 'From elsewhere' })).toBeVisible()

  await paste(page, { texts: { 'text/plain': `${otherSite}/open.png` } })
  await expect(form(page).getByText('open.png', { exact: true })).toBeVisible()
})

/** Holds the response to the next upload back until it is released, so that the screen meanwhile can be checked. */
async function holdUploads(page: Page): Promise<{ sent: () => number; letGo: (answer?: 'fail') => void }> {
  let sent = 0
  let open: (answer: 'fail' | undefined) => void = () => {}
  const gate = new Promise<'fail' | undefined>((resolve) => {
    open = resolve
  })
  await page.route('**/api/meme', async (route: Route) => {
    sent += 1
    if ((await gate) === 'fail') {
      await route.fulfill({ status: 503, json: { success: false, message: 'The site is full right now', code: 'x' } })
    } else await route.continue()
  })
  return { sent: () => sent, letGo: (answer) => open(answer) }
}

test('one upload at a time, with its progress, that goes on while the form is shut and ends with a copy button', async ({
  page,
  app,
}) => {
  await signInAs(page, await signUp(app))
  await page.goto('/')
  const uploads = await holdUploads(page)
  await drag(page, { files: [await picture()] })
  await form(page).getByLabel('Name').fill('Slow one')
  await save(page).click()
  await expect(form(page).getByRole('progressbar', { name: 'Uploading…' })).toBeVisible()
  await expect(form(page).getByLabel('Name')).toBeDisabled()
  await save(page).click({ force: true })
  await save(page).press('Enter')
  await page.keyboard.press('Escape')
  await expect(form(page)).toBeHidden()

  await drag(page, { files: [await picture()] })
  await expect(page.getByText('Wait until this picture has been uploaded.')).toBeVisible()
  await expect(form(page).getByLabel('Name')).toHaveValue('Slow one')
  expect(uploads.sent()).toBe(1)

  uploads.letGo()
  const done = page.getByRole('status').filter({ hasText: 'Your meme has been uploaded' })
  await expect(done).toBeVisible()
  await expect(form(page)).toBeHidden()
  await done.getByRole('button', { name: 'Copy picture' }).click()
  await expect(page.getByText('Copied', { exact: true })).toBeVisible()
  const types = await page.evaluate(async () => (await navigator.clipboard.read()).flatMap((item) => item.types))
  expect(types).toEqual(['image/png'])
  await expect(page.getByRole('article').first()).toContainText('Slow one')
})

test('an upload that fails or is given up leaves everything as it was typed', async ({ page, app }) => {
  await signInAs(page, await signUp(app))
  await page.goto('/')
  const uploads = await holdUploads(page)
  await drag(page, { files: [await picture()] })
  await form(page).getByLabel('Name').fill('Unlucky')
  await save(page).click()
  await form(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(form(page).getByRole('progressbar')).toBeHidden()
  await expect(form(page).getByLabel('Name')).toHaveValue('Unlucky')
  uploads.letGo('fail')
  await save(page).click()
  await expect(page.getByText('The site is full right now')).toBeVisible()
  await expect(preview(page)).toBeVisible()
  await expect(form(page).getByLabel('Name')).toHaveValue('Unlucky')
  await expect(save(page)).toBeEnabled()
})

test('a picture that was uploaded before is shown beside the new one: the old one is used, or both are kept', async ({
  page,
  app,
}) => {
  const member = await signUp(app)
  await signInAs(page, member)
  await page.goto('/')
  const twice = await picture()
  await drag(page, { files: [twice] })
  await form(page).getByLabel('Name').fill('The first')
  await save(page).click()
  await expect(page.getByRole('article', { name: 'The first' })).toBeVisible()

  const again = async (name: string) => {
    await drag(page, { files: [twice] })
    await form(page).getByLabel('Name').fill(name)
    await save(page).click()
    await expect(form(page).getByRole('alert')).toContainText('This picture is already on the site')
  }
  await again('The second')
  await expect(form(page).getByRole('figure').filter({ hasText: 'Already on the site' })).toContainText('The first')
  await expect(form(page).getByRole('figure').filter({ hasText: 'Yours' })).toContainText('The second')
  await expect(form(page).getByRole('button', { name: 'Use the existing one' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(form(page)).toBeHidden()
  await expect(page.getByRole('dialog', { name: 'The first' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('article', { name: 'The second' })).toHaveCount(0)

  await again('The second')
  await form(page).getByRole('button', { name: 'Choose another picture' }).click()
  await expect(form(page).getByLabel('Name')).toHaveValue('The second')
  await save(page).click()
  await form(page).getByRole('button', { name: 'Upload anyway' }).click()
  await expect(form(page)).toBeHidden()
  await expect(page.getByRole('article', { name: 'The second' })).toBeVisible()
})

test('a visitor sees the form behind the way in, and nothing that is dropped is sent', async ({ page, otherSite }) => {
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/meme')) calls.push(request.url())
  })
  await page.goto('/')
  await drag(page, { texts: { 'text/uri-list': `${otherSite}/closed.png` } })
  await expect(form(page).getByText('Log in to upload your own memes')).toBeVisible()
  const blurred = form(page).locator('[inert]')
  await expect(blurred).toHaveCSS('filter', /blur/)
  await expect(form(page).getByRole('textbox')).toHaveCount(0)
  await expect(form(page).getByRole('link', { name: 'Sign up' })).toHaveAttribute('href', '/register')
  await form(page).getByRole('link', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(form(page)).toBeHidden()
  expect(calls).toEqual([])
})
