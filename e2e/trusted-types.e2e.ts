import { expect } from '#test/e2e-server.ts'
import { signUp } from '#test/sign-up.ts'
import { paths } from '#web/lib/paths.ts'
import commonEn from '#web/locales/en/common.json' with { type: 'json' }
import { choose, picture } from './bulk.ts'
import { test } from './front-proxy.ts'
import { signInAs } from './people.ts'
import { drag, form } from './quick-upload.ts'
import { watchPolicy } from './screen-checks.ts'
import { controlled, goOffline } from './service-worker.ts'

const POLICIES = 'trusted-types memeroom memeroom-start default'

test.use({
  serviceWorkers: 'allow',
  expectedErrors: [/Failed to load resource|ERR_|Failed to fetch|net::|Trusted(HTML|ScriptURL|TypePolicy)/],
})

test('only the named policies turn text into script or markup, also under the service worker', async ({
  page,
  app,
  front,
}) => {
  test.setTimeout(120_000)
  const violations = await watchPolicy(page.context(), new URL(front.url).origin)
  await signInAs(page, await signUp(app))
  const home = await page.goto('/')
  const policy = (await home?.headerValue('content-security-policy')) ?? ''
  expect(policy.split(';')).toEqual(expect.arrayContaining(["require-trusted-types-for 'script'", POLICIES]))
  await controlled(page)

  // Dropped markup is parsed and opens the upload form.
  await drag(page, { texts: { 'text/html': '<img src="data:image/png;base64,AA==">' } })
  await expect(form(page)).toBeVisible()
  // Starts the worker that draws previews.
  await page.goto(paths.bulkUpload)
  await choose(page, [await picture('one.png')])
  await expect(page.getByRole('img', { name: 'Preview of one' })).toBeVisible()
  const goOnline = await goOffline(page, front)
  await page.goto('/')
  await expect(page.getByText(commonEn.offline.banner)).toBeVisible()
  await goOnline()
  expect(violations).toEqual([])

  // Simulates code that bypasses the policies.
  const attempts = await page.evaluate(() => {
    const refusal = (attempt: () => unknown) => {
      try {
        attempt()
        return 'done'
      } catch (error) {
        return (error as Error).name
      }
    }
    return [
      refusal(() => {
        document.body.innerHTML = '<b>bold</b>'
      }),
      refusal(() => {
        document.createElement('script').src = '/assets/other.js'
      }),
      refusal(() =>
        (
          window as unknown as { trustedTypes: { createPolicy: (name: string, rules: object) => unknown } }
        ).trustedTypes.createPolicy('another', {}),
      ),
    ]
  })
  expect(attempts).toEqual(['TypeError', 'TypeError', 'TypeError'])
})
