import type { Page } from '@playwright/test'
import { expect, test } from '#test/e2e-server.ts'
import { signUp } from '#test/sign-up.ts'
import { uploadMeme } from './people.ts'
import { holdToasts } from './toasts.ts'

test.use({ expectedErrors: [/404/] })
const button = (page: Page) => page.getByRole('dialog').locator('[aria-keyshortcuts="c"]')

test('copying shows the progress, the result, and the reason for a failure', async ({
  page,
  app,
  context,
  browser,
}) => {
  await holdToasts(page)
  await test.step('while it works, after it worked, and without the picture', async () => {
    const meme = await uploadMeme(app, await signUp(app))
    let isThere = true
    let letThrough = () => {}
    const held = new Promise<void>((resolve) => {
      letThrough = resolve
    })
    await page.route('**/media/**', async (route) => {
      if (route.request().resourceType() !== 'fetch') return route.continue()
      await held
      return isThere ? route.continue() : route.fulfill({ status: 404 })
    })
    await page.goto(`/?view=${meme._id}`)
    await button(page).click()
    await expect(button(page)).toHaveText('Copying…')
    await expect(button(page)).toBeDisabled()
    letThrough()
    await expect(button(page)).toHaveText('Copied')
    await expect(button(page)).toHaveText('Copy picture')
    await expect(button(page)).toBeFocused()
    const copied = await page.evaluate(async () => {
      const [item] = await navigator.clipboard.read()
      const bitmap = item && (await createImageBitmap(await item.getType('image/png')))
      return [item?.types, bitmap?.width, bitmap?.height]
    })
    expect(copied).toEqual([['image/png'], 320, 240])

    isThere = false
    await button(page).click()
    await expect(button(page)).toHaveAttribute('data-state', 'failed')
    await expect(button(page).locator('svg.lucide-x')).toBeVisible()
    await expect(page.getByText("Couldn't load the picture.")).toBeVisible()
    await expect(button(page)).toHaveText('Copy picture')
    await page.unrouteAll()
  })
  await test.step('where the browser does not allow it', async () => {
    const meme = await uploadMeme(app, await signUp(app))
    await page.goto(`/?view=${meme._id}`)
    const { targetInfo } = await (await context.newCDPSession(page)).send('Target.getTargetInfo')
    const session = await browser.newBrowserCDPSession()
    await session.send('Browser.setPermission', {
      permission: { name: 'clipboard-write', allowWithoutSanitization: false },
      setting: 'denied',
      origin: app.url,
      ...(targetInfo.browserContextId ? { browserContextId: targetInfo.browserContextId } : {}),
    })
    await button(page).click()
    await expect(button(page)).toHaveText("Couldn't copy")
    await expect(page.getByText("The browser didn't allow copying.")).toBeVisible()
    // The shortcuts load after the page.
    await expect(async () => {
      await page.keyboard.press('l')
      await expect(page.getByText('Please log in to continue')).toBeVisible({ timeout: 1000 })
    }).toPass()
  })
})
