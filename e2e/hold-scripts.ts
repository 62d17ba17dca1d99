import type { Page } from '@playwright/test'

/** Holds every script file back until it is let through, and notes what is requested meanwhile. */
export async function holdScripts(page: Page) {
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url().slice(new URL(request.url()).origin.length)))
  let letThrough = () => {}
  const held = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  return { requested, letThrough, pictures: () => requested.filter((path) => path.startsWith('/media/')) }
}
