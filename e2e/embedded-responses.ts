import type { Page } from '@playwright/test'

/** Removes the embedded response for visitors from documents, so that the page requests it and a test can answer. */
export async function withoutEmbeddedResponses(page: Page): Promise<void> {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const response = await route.fetch()
    const body = (await response.text()).replace(/"answers":\[.*\],"site":/, '"answers":[],"site":')
    await route.fulfill({ response, body })
  })
}
