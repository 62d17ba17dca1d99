import type { CDPSession, Page } from '@playwright/test'
import { expect, test } from '#test/e2e-server.ts'
import config from '../playwright.config.ts'
import { findChromium } from '../tools/scripts/chromium.mjs'
import { controlled } from './service-worker.ts'

const executablePath = findChromium({ needsNotifications: true })
test.use({
  serviceWorkers: 'allow',
  permissions: ['notifications'],
  launchOptions: { ...config.use?.launchOptions, ...(executablePath ? { executablePath } : {}) },
})

/** The id that Chromium gives the site's service worker. */
async function registrationId(devtools: CDPSession): Promise<string> {
  const found = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [one] = registrations.filter(({ isDeleted }) => !isDeleted)
      if (one) resolve(one.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  return found
}

const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    const notifications = await registration.getNotifications()
    return notifications.map(({ title, body, tag, data }) => ({ title, body, tag, path: data.path }))
  })

test('Chromium shows delivered push messages, and only the latest of each notification', async ({ page, app }) => {
  await page.goto('/')
  await controlled(page)
  const devtools = await page.context().newCDPSession(page)
  const id = await registrationId(devtools)
  const deliver = (data: string) =>
    devtools.send('ServiceWorker.deliverPushMessage', { origin: app.url, registrationId: id, data })
  const first = { title: 'Memeroom', body: 'An liked “Monday”', tag: 'one', path: '/meme/1' }
  await deliver(JSON.stringify(first))
  await expect.poll(() => shown(page)).toEqual([first])
  const gathered = { ...first, body: 'Bình and 1 other liked “Monday”' }
  await deliver(JSON.stringify(gathered))
  await expect.poll(() => shown(page)).toEqual([gathered])
  await deliver('no message of ours')
  await expect.poll(async () => (await shown(page)).map(({ tag }) => tag).sort()).toEqual(['news', 'one'])
})
