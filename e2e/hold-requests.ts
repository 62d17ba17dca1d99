import type { Page } from '@playwright/test'

/** Holds requests to this URL back until the returned function is called. */
export async function holdRequests(page: Page, address: string): Promise<() => void> {
  let letThrough = () => {}
  const held = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route(address, async (route) => {
    await held
    await route.continue()
  })
  return letThrough
}

/** Holds every script file back, and records all requests. */
export async function holdScripts(page: Page) {
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url().slice(new URL(request.url()).origin.length)))
  const letThrough = await holdRequests(page, '**/assets/*.js')
  return { requested, letThrough, pictures: () => requested.filter((path) => path.startsWith('/media/')) }
}
