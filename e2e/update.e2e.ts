import type { Page } from '@playwright/test'
import { expect } from '#test/e2e-server.ts'
import commonEn from '#web/locales/en/common.json' with { type: 'json' }
import { test } from './front-proxy.ts'
import { controlled } from './service-worker.ts'

test.use({ serviceWorkers: 'allow', expectedErrors: [/Failed to load resource|ERR_|Failed to fetch|net::/] })

const NEW_VERSION = commonEn.newVersion.replace('{{site}}', 'Memeroom')
const state = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    return { isWaiting: registration.waiting !== null, isControlled: navigator.serviceWorker.controller !== null }
  })
const checkForUpdate = (page: Page) =>
  page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))

test('after a deployment new pages come from the server, and an open page offers to reload', async ({
  page,
  front,
}) => {
  test.setTimeout(120_000)
  await test.step('an open page', async () => {
    front.swSuffix = '\n// The first version.'
    await page.goto('/')
    await controlled(page)
    await page.evaluate(() => Object.assign(window, { isOldPage: true }))
    front.swSuffix = '\n// The next version.'
    await checkForUpdate(page)
    await expect(page.getByText(NEW_VERSION)).toBeVisible()
    // Until the member confirms, the old version stays active and no input is lost.
    expect(await state(page)).toEqual({ isWaiting: true, isControlled: true })
    expect(await page.evaluate(() => 'isOldPage' in window)).toBe(true)

    await page.getByRole('button', { name: commonEn.reload }).click()
    await page.waitForFunction(() => !('isOldPage' in window) && navigator.serviceWorker.controller !== null)
    await expect.poll(() => state(page)).toEqual({ isWaiting: false, isControlled: true })
    await expect(page.getByText(NEW_VERSION)).toBeHidden()
  })
  await test.step('a new page', async () => {
    await page.goto('/')
    await controlled(page)
    front.swSuffix = '\n// The version after that.'
    front.pageSuffix = '<i hidden data-next-version></i>'
    for (const path of ['/', '/trending', '/login']) {
      await page.goto(path)
      expect((await state(page)).isControlled).toBe(true)
      await expect(page.locator('[data-next-version]'), path).toHaveCount(1)
    }
  })
})
