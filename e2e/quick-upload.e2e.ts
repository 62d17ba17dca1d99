import { PICTURE_MAX_BYTES } from '#contract/limits.ts'
import { expect } from '#test/e2e-server.ts'
import { signUp } from '#test/sign-up.ts'
import { holdRequests } from './hold-requests.ts'
import { signInAs, uploadMeme } from './people.ts'
import { drag, form, paste, picture, preview, save } from './quick-upload.ts'
import { test } from './small-site.ts'
import { holdToasts } from './toasts.ts'

test.use({ expectedErrors: [/CORS policy|ERR_FAILED|status of 4(0[0149]|15|22)|status of 503/] })

const screens = ['/trending', '/my-meme', '/account', '/privacy-policy', '/login', '/nothing-here']
test('pictures are dropped or pasted on any screen, and unusable files and links are refused', async ({
  page,
  app,
  otherSite,
}) => {
  test.setTimeout(180_000)
  await test.step('on any screen', async () => {
    await test.step('any screen', async () => {
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
    await test.step('an open meme', async () => {
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
  })
  await test.step('while the application loads', async () => {
    await signInAs(page, await signUp(app))
    const letThrough = await holdRequests(page, '**/assets/later-parts-*.js')
    await page.goto('/trending')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await paste(page, { files: [await picture()] })
    letThrough()
    await expect(preview(page)).toBeVisible()
  })
  await test.step('unusable files', async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })

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
    // Bytes with the name and type of a picture: the server detects that they are not one.
    await input.setInputFiles({ name: 'false.png', mimeType: 'image/png', buffer: Buffer.from('only words') })
    await save(page).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Please select a valid image file.' })).toBeVisible()
    await expect(save(page)).toBeEnabled()
  })
  await test.step('several files go to bulk upload', async () => {
    const cards = page.getByRole('button', { name: /^Remove / })
    await drag(page, { files: [await picture(), await picture()] })
    await page.waitForURL('**/bulk-upload')
    await expect(cards).toHaveCount(2)
    await page.getByRole('banner').getByRole('link', { name: 'Memeroom' }).first().click()
    await page.waitForURL(`${app.url}/`)
    await page.getByRole('banner').getByRole('button', { name: 'Upload' }).click()
    const others = await Promise.all(['3.png', '4.png'].map(async (name) => ({ ...(await picture()), name })))
    await form(page)
      .getByLabel('Choose a picture')
      .first()
      .setInputFiles(others.map(({ name, type, bytes }) => ({ name, mimeType: type, buffer: bytes })))
    await page.waitForURL('**/bulk-upload')
    await expect(cards.nth(2)).toBeVisible()
  })
  await test.step('links', async () => {
    await holdToasts(page)
    await signInAs(page, await signUp(app))
    await page.goto('/')
    await page.getByRole('banner').getByRole('button', { name: 'Upload' }).click()
    const link = form(page).getByLabel('Or use a link to a picture')
    const byServer: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/meme/fetch-link')) byServer.push(String(request.postDataJSON().url))
    })

    await link.fill(`${otherSite}/open.png`)
    await expect(preview(page)).toBeVisible()
    expect(byServer).toEqual([`${otherSite}/open.png`])

    await form(page).getByRole('button', { name: 'Remove the picture' }).click()
    await link.fill(`${otherSite}/closed.png`)
    await expect(save(page)).toBeDisabled()
    await expect(form(page).getByText('closed.png')).toBeVisible()
    expect(byServer).toEqual([`${otherSite}/open.png`, `${otherSite}/closed.png`])
    await expect(preview(page)).toHaveJSProperty('naturalWidth', 320)

    await form(page).getByRole('button', { name: 'Remove the picture' }).click()
    await link.fill(TINY_PNG)
    await expect(preview(page)).toHaveJSProperty('naturalWidth', 1)
    expect(byServer).toHaveLength(2)

    await form(page).getByRole('button', { name: 'Remove the picture' }).click()
    for (const bad of [`${otherSite}/words.png`, `${otherSite}/missing.png`, 'https://']) {
      await link.fill(bad)
      await expect(form(page).getByText('No picture found at this link.')).toBeVisible()
      await expect(save(page)).toBeDisabled()
    }
    const problem = page.getByText('Cannot get data of this image. Please try another link')
    await expect(problem).toBeVisible()

    // When dragged from another page, the picture's own URL is used, not its link target.
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
})

const TINY_PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
