import { readFile } from 'node:fs/promises'
import { expect, test } from '#test/e2e-server.ts'
import { readZip } from '#test/read-zip.ts'
import { createMember, signUp } from '#test/sign-up.ts'
import reportEn from '#web/locales/en/report.json' with { type: 'json' }
import { openAs, TEXTS } from './members.ts'
import { uploadMeme } from './people.ts'
import { suspend } from './suspended-member.ts'

test.use({ expectedErrors: [/40[13]/] })

const account = TEXTS.en.account

test('legal pages are linked and printed, and visitors report memes', async ({ page, app }) => {
  test.setTimeout(120_000)
  await test.step('legal pages', async () => {
    await test.step('sections of the terms', async () => {
      await page.goto('/terms-of-service#liability')
      await expect(page.locator('#liability')).toBeInViewport()
      const contents = page.getByRole('navigation', { name: 'On this page' })
      await expect(contents.getByRole('link')).toHaveCount(9)
      await expect(contents.getByRole('link', { name: 'Liability' })).toHaveAttribute('aria-current', 'location')
      await contents.getByRole('link', { name: 'Definitions' }).click()
      await expect(page).toHaveURL(/#definitions$/)
      await expect(page.locator('#definitions h2')).toBeInViewport()
      await expect(contents.getByRole('link', { name: 'Definitions' })).toHaveAttribute('aria-current', 'location')
      await expect(page.getByText('Last updated December 15, 2024')).toBeAttached()
    })
    await test.step('links from sign-up, login and the footer', async () => {
      await page.goto('/register')
      const terms = page.getByRole('main').getByRole('link', { name: 'terms of service' })
      await expect(terms).toHaveAttribute('href', '/terms-of-service')
      await page.goto('/login')
      await page.getByRole('link', { name: 'Privacy policy' }).click()
      await page.waitForURL(`${app.url}/privacy-policy`)
      await page.goto('/')
      await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy policy' }).click()
      await page.waitForURL(`${app.url}/privacy-policy`)
      const rights = ['gdpr-rights', 'ccpa-rights', 'caloppa']
      for (const id of ['overview', 'data-collection', ...rights, 'data-retention', 'contact'])
        await expect(page.locator(`section#${id}`)).toBeAttached()
    })
    await test.step('print in the dark theme', async () => {
      await page.evaluate(() => localStorage.setItem('theme', 'dark'))
      await page.reload()
      const contents = page.getByRole('navigation', { name: 'On this page' })
      await expect(contents).toBeVisible()
      await page.emulateMedia({ media: 'print' })
      await expect(contents).toBeHidden()
      await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
      await expect(page.locator('h1')).toHaveCSS('color', 'rgb(0, 0, 0)')
      await expect(page.locator('h1 + p')).toHaveCSS('color', 'rgb(51, 51, 51)')
    })
  })
  await test.step('report', async () => {
    const member = await signUp(app)
    const meme = await uploadMeme(app, member, { name: 'Reported' })
    await page.goto(`/?view=${meme._id}`)
    await page.getByRole('dialog').getByRole('button', { name: 'Report', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: reportEn.title })
    await dialog.getByRole('button', { name: reportEn.submit }).click()
    await expect(dialog.getByText(reportEn.missing)).toBeVisible()
    await dialog.getByLabel(reportEn.reason.copyright).check()
    await dialog.getByLabel(reportEn.note).fill('This is mine')
    await dialog.getByRole('button', { name: reportEn.submit }).click()
    await expect(page.getByText('A moderator will take a look')).toBeVisible()
  })
})

test('an export requires the password first, and a suspended member can still export or delete', async ({
  page,
  app,
}) => {
  test.setTimeout(180_000)
  const dialog = page.getByRole('dialog')
  await test.step('confirm the identity, then export', async () => {
    const member = await createMember(app)
    await openAs(page, app, member, '/account?tab=preferences')
    // Responds as the server does to a session without fresh proof.
    let refusals = 0
    await page.route('**/api/users/me/export', async (route) => {
      if (route.request().method() !== 'POST' || refusals > 0) return route.continue()
      refusals += 1
      const json = { success: false, code: 'auth.confirmFirst', message: 'Confirm first', method: 'password' }
      await route.fulfill({ status: 403, json })
    })
    await page.getByRole('button', { name: account.export.submit }).click()
    const confirm = page.getByRole('dialog', { name: account.confirm.title })
    await confirm.getByLabel(account.change.current).fill('not this one')
    await confirm.getByRole('button', { name: account.confirm.submit }).click()
    await expect(confirm.getByRole('alert')).toBeVisible()
    await confirm.getByLabel(account.change.current).fill(member.password)
    await confirm.getByRole('button', { name: account.confirm.submit }).click()
    await expect(confirm).toBeHidden()
    const button = page.getByRole('button', { name: account.export.download })
    await expect(button).toBeVisible({ timeout: 30_000 })
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
    expect(download.suggestedFilename()).toMatch(/^memeroom-\d{4}-\d{2}-\d{2}\.zip$/)
    const files = await readZip(await readFile(await download.path()))
    expect(JSON.parse(String(files.get('profile.json')))).toMatchObject({ email: member.email })
    expect(refusals).toBe(1)
  })
  await test.step('a suspended member', async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    const member = await createMember(app)
    await suspend(app, member.username, 'Spam all day')
    await page.evaluate(() => localStorage.clear())
    await page.goto('/login')
    await page.getByLabel(account.email).fill(member.email)
    await page.getByLabel(account.password, { exact: true }).fill(member.password)
    await page.getByRole('main').getByRole('button', { name: TEXTS.en.common.login, exact: true }).click()
    await page.waitForURL(`${app.url}/account`)
    await expect(page.getByText('Spam all day')).toBeVisible()
    await expect(page.getByRole('tab')).toHaveText([account.tab.preferences])
    await expect(page.getByLabel(account.profile.displayName)).toHaveCount(0)
    await expect(page.getByRole('button', { name: account.export.submit })).toBeVisible()
    await page.getByRole('button', { name: account.delete.submit }).click()
    await dialog.getByRole('button', { name: account.delete.submit }).click()
    await page.waitForURL(`${app.url}/login`)
  })
})
