import type { Page } from '@playwright/test'
import { expect, test } from '#test/e2e-server.ts'
import { newMember, signInAs, uploadMeme } from './people.ts'

// Memes of its own, so that what hangs on the wall is known.
test.use({ serverEnv: { LOG_LEVEL: 'warn' } })

/** Holds every script file back until it is let through, and notes what is asked for meanwhile. */
async function holdScripts(page: Page) {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  let letThrough = () => {}
  const held = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  return { asked, letThrough, pictures: () => asked.filter((path) => path.startsWith('/media/')) }
}

test('the first pictures and the texts are fetched with the script, not after it, and once', async ({ page, app }) => {
  const member = await newMember(app)
  for (let index = 0; index < 5; index += 1) await uploadMeme(app, member, { width: 700, height: 500 })
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { url: string })[]) window.name = entry.url
    }).observe({ type: 'largest-contentful-paint', buffered: true })
  })
  const { asked, letThrough, pictures } = await holdScripts(page)
  await page.goto('/', { waitUntil: 'commit' })
  await expect.poll(() => new Set(pictures()).size).toBe(5)
  expect(asked.some((path) => path.includes('texts-en'))).toBe(true)
  await expect(page.getByRole('article')).toHaveCount(0)

  letThrough()
  await expect(page.getByRole('article')).toHaveCount(5)
  await expect(page.locator('[data-shown]')).toHaveCount(5)
  expect(pictures()).toHaveLength(5)
  expect(asked.filter((path) => path.startsWith('/api/recommendation-feed'))).toEqual([])
  await expect.poll(() => page.evaluate(() => window.name)).toContain('/media/')
  expect(pictures()).toContain(new URL(await page.evaluate(() => window.name)).pathname)
})

test('members, whose wall is another, are not sent the pictures of visitors', async ({ page, app }) => {
  const member = await newMember(app)
  await uploadMeme(app, member)
  await signInAs(page, { ...member, preferences: { ...member.preferences, contentLanguage: 'vi' } })
  const { asked, letThrough, pictures } = await holdScripts(page)
  await page.goto('/', { waitUntil: 'commit' })
  await expect.poll(() => asked.some((path) => path.includes('texts-vi'))).toBe(true)
  expect(pictures()).toEqual([])
  letThrough()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect.poll(pictures).not.toEqual([])
})
