import type { Page } from '@playwright/test'
import { cli } from '#test/cli.ts'
import { expect } from '#test/e2e-server.ts'
import { signUp } from '#test/sign-up.ts'
import { paths } from '#web/lib/paths.ts'
import commonEn from '#web/locales/en/common.json' with { type: 'json' }
import { choose, picture } from './bulk.ts'
import { test } from './front-proxy.ts'
import { signInAs, uploadMeme } from './people.ts'
import { drag, form } from './quick-upload.ts'
import { controlled, goOffline } from './service-worker.ts'

const POLICIES = 'trusted-types memeroom memeroom-start default'

test.use({
  serviceWorkers: 'allow',
  expectedErrors: [/Failed to load resource|ERR_|Failed to fetch|net::|Trusted(HTML|ScriptURL|TypePolicy)/],
})

/** Collects the policy violations of all pages. */
async function watchViolations(page: Page): Promise<string[]> {
  const violations: string[] = []
  await page.exposeFunction('onViolation', (what: string) => violations.push(what))
  await page.addInitScript(() => {
    const { onViolation } = window as unknown as { onViolation: (what: string) => void }
    addEventListener('securitypolicyviolation', (event) =>
      onViolation(`${location.pathname}: ${event.effectiveDirective} ${event.sample}`),
    )
  })
  return violations
}

const isSettled = (page: Page) => expect(page.locator('[aria-busy="true"]')).toHaveCount(0)

test('text becomes script or markup by the named policies alone, and the application needs no other', async ({
  page,
  app,
  front,
}) => {
  test.setTimeout(180_000)
  const member = await signUp(app)
  const meme = await uploadMeme(app, member, { name: 'Trusted cat' })
  await cli({ DATA_DIR: app.dataDir }, 'user', 'role', member.username, 'moderator')
  const violations = await watchViolations(page)
  await signInAs(page, { ...member, role: 'moderator' })

  const home = await page.goto('/')
  const policy = (await home?.headerValue('content-security-policy')) ?? ''
  expect(policy.split(';')).toEqual(expect.arrayContaining(["require-trusted-types-for 'script'", POLICIES]))
  await controlled(page)
  // The newest meme comes first here, regardless of what other tests have created.
  await page.goto('/?tab=new')
  await page.getByRole('article', { name: meme.name }).getByRole('link').first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.goto(paths.search('cat'))
  await isSettled(page)

  // Dropped markup is parsed and opens the upload form.
  await page.goto('/')
  await drag(page, {
    texts: { 'text/html': '<img src="data:image/png;base64,AA==">' },
  })
  await expect(form(page)).toBeVisible()
  await page.goto(paths.bulkUpload)
  await choose(page, [await picture('one.png')])
  await expect(page.getByRole('button', { name: 'Edit one' })).toBeVisible()
  await page.goto(paths.create({ meme: meme._id }))
  await expect(page.locator('canvas').first()).toBeVisible()
  for (const address of [paths.account('profile'), paths.account('password'), paths.moderation, '/api/docs']) {
    await page.goto(address)
    await expect(page.locator('h1, h2').first()).toBeAttached({ timeout: 30_000 })
    await isSettled(page)
  }
  await page.goto('/')
  await isSettled(page)
  const goOnline = await goOffline(page, front)
  await page.reload()
  await expect(page.getByText(commonEn.offline.banner)).toBeVisible()
  await goOnline()
  expect(violations).toEqual([])

  // Simulates code that bypasses the policies.
  await page.goto('/')
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
