import type { Page, Route } from '@playwright/test'
import { expect } from '#test/e2e-server.ts'
import { signUp } from '#test/sign-up.ts'
import { signInAs } from './people.ts'
import { drag, form, picture, preview, save } from './quick-upload.ts'
import { test } from './small-site.ts'
import { holdToasts } from './toasts.ts'

test.use({ expectedErrors: [/CORS policy|ERR_FAILED|status of 4(0[0149]|15|22)|status of 503/] })

/** Holds the response to the next upload back until it is released, so that the screen can be checked in the meantime. */
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

test('one upload at a time shows progress, can fail or be canceled, and finds duplicates; visitors log in first', async ({
  page,
  otherSite,
  app,
}) => {
  test.setTimeout(180_000)
  await test.step('visitors', async () => {
    const calls: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/meme')) calls.push(request.url())
    })
    await page.goto('/')
    await drag(page, { texts: { 'text/uri-list': `${otherSite}/closed.png` } })
    await expect(form(page).getByText('Log in to upload your own memes')).toBeVisible()
    const blurred = form(page).locator('[inert]')
    await expect(blurred).toHaveCSS('filter', /blur/)
    const [behind, dialog] = await Promise.all([blurred, form(page)].map((part) => part.boundingBox()))
    expect(behind?.width).toBeGreaterThan(0.9 * (dialog?.width ?? Number.POSITIVE_INFINITY))
    await expect(form(page).getByRole('textbox')).toHaveCount(0)
    await expect(form(page).getByRole('link', { name: 'Sign up' })).toHaveAttribute('href', '/register')
    await form(page).getByRole('link', { name: 'Log in' }).click()
    await expect(page).toHaveURL(/\/login$/)
    await expect(form(page)).toBeHidden()
    expect(calls).toEqual([])
  })
  await test.step('progress, failure and cancel', async () => {
    await test.step('to its end', async () => {
      await holdToasts(page)
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
      const busy = page.locator('.Toastify__toast', { hasText: 'Wait until this picture has finished uploading.' })
      await expect(busy).toBeVisible()
      await busy.getByRole('button', { name: 'Close' }).click()
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
    await test.step('given up, and failed', async () => {
      await page.unrouteAll()
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
  })
  await test.step('duplicates', async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    const member = await signUp(app)
    await signInAs(page, member)
    await page.goto('/')
    const twice = await picture()
    await drag(page, { files: [twice] })
    // The form grows with the picture, which moves its button.
    await expect(preview(page)).toBeVisible()
    await form(page).getByLabel('Name').fill('The first')
    await save(page).click()
    await expect(page.getByRole('article', { name: 'The first' })).toBeVisible()

    const again = async (name: string) => {
      await drag(page, { files: [twice] })
      await expect(preview(page)).toBeVisible()
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
    await page.keyboard.press('Escape')
    await expect(form(page)).toBeHidden()
    await page.getByRole('button', { name: 'Upload', exact: true }).first().click()
    await expect(form(page)).toBeVisible()
    await expect(preview(page)).toHaveCount(0)
    await expect(form(page).getByRole('figure')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(form(page)).toBeHidden()

    await again('The second')
    await form(page).getByRole('button', { name: 'Choose another picture' }).click()
    await expect(form(page).getByLabel('Name')).toHaveValue('The second')
    await save(page).click()
    await form(page).getByRole('button', { name: 'Upload anyway' }).click()
    await expect(form(page)).toBeHidden()
    await expect(page.getByRole('article', { name: 'The second' })).toBeVisible()
  })
})
