import { expect, test } from '#test/e2e-server.ts'

import { signUp } from '#test/sign-up.ts'
import { cards, choose, pictures, send } from './bulk.ts'
import { signInAs, uploadMeme } from './people.ts'

test('with a menu open, what is typed goes where one pressed, and the menu stays shut', async ({ page }) => {
  await page.goto('/')
  const explore = page.getByRole('button', { name: 'Explore' })
  const search = page.getByRole('combobox')
  const menu = page.getByRole('menu')

  await explore.click()
  await expect(menu).toBeVisible()
  await search.click()
  await page.keyboard.type('duck')
  await expect(menu).toBeHidden()
  await expect(search).toBeFocused()
  await page.keyboard.type(' pond')
  await expect(search).toHaveValue('duck pond')
  await search.fill('')

  await explore.click()
  await expect(menu).toBeVisible()
  await page.keyboard.press('Escape')
  await search.click()
  await expect(menu).toBeHidden()
  await page.keyboard.type('cat')
  await expect(search).toHaveValue('cat')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/search=cat/)
})

test('Escape ends the zoom of a picture first, then closes the meme', async ({ page, app }) => {
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

test('a feed that is narrowed to tags says so, with the way back to all of it', async ({ page, app }) => {
  const maker = await signUp(app)
  await uploadMeme(app, maker, { name: 'Filtered one', description: '#narrowly' })
  await page.goto('/?cat=narrowly')
  await expect(page.getByRole('heading', { level: 1, name: '#narrowly' })).toBeVisible()
  await expect(page.getByRole('navigation').locator('[aria-current="true"]')).toHaveText('#narrowly')
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.getByRole('link', { name: 'Show all memes' }).click()
  await expect(page).toHaveURL(`${app.url}/`)
  await page.goto('/?cat=narrowly&cat2=nothinglikeit')
  await expect(page.getByText('No memes with these tags')).toBeVisible()
})

test('pages for members tell visitors that they are not logged in, and how to', async ({ page }) => {
  await page.goto('/my-meme')
  const prompt = page.getByRole('dialog', { name: 'Oops, you are not login' })
  await expect(prompt.getByRole('link', { name: 'Log in' })).toBeFocused()
})

test.describe('a duplicate', () => {
  test.use({ expectedErrors: [/409/] })
  test('the choice is gone once it was left', async ({ page, app }) => {
    const member = await signUp(app)
    await signInAs(page, member)
    const existing = await uploadMeme(app, member, { name: 'Here already' })
    await page.route('**/api/meme', (route) =>
      route.fulfill({
        status: 409,
        json: { success: false, code: 'meme.duplicate', message: 'Here already', duplicateOf: existing._id },
      }),
    )
    await page.goto('/')
    const upload = page.getByRole('button', { name: 'Upload', exact: true })
    const dialog = page.getByRole('dialog')
    await upload.click()
    await dialog.locator('input[type="file"]').setInputFiles({
      name: 'twice.png',
      mimeType: 'image/png',
      buffer: Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      ),
    })
    await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
    await expect(dialog.getByRole('button', { name: 'Upload anyway' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await upload.click()
    await expect(dialog.getByLabel('Name')).toBeVisible()
    await expect(dialog.getByRole('img')).toHaveCount(0)
  })
})

test('a bulk upload that was answered without its id says that it could not be started, and keeps the files', async ({
  page,
  app,
}) => {
  await signInAs(page, await signUp(app))
  await page.route('**/api/meme/bulk', (route) => route.fulfill({ json: { success: true } }))
  await page.goto('/bulk-upload')
  await choose(page, await pictures('one.png', 'two.png'))
  await send(page)
  await expect(page.getByText('Failed to initiate bulk upload')).toBeVisible()
  await expect(cards(page)).toHaveCount(2)
})
