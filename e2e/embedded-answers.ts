import type { Page } from '@playwright/test'

/** Documents hold the answer that a visitor's page would begin with; without it the page asks, and a test can answer. */
export async function withoutEmbeddedAnswers(page: Page): Promise<void> {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const response = await route.fetch()
    const body = (await response.text()).replace(/"answer":\{.*\},"site":/, '"answer":null,"site":')
    await route.fulfill({ response, body })
  })
}
