import type { Page } from '@playwright/test'
import { expect, test } from '#test/e2e-server.ts'
import { codeFor, createMember, newPerson, register } from '#test/sign-up.ts'
import { TEXTS, typeCode } from './members.ts'

const { account, common } = TEXTS.vi

test.describe('in Vietnamese', () => {
  test.use({ locale: 'vi-VN', expectedErrors: [/400|401|403|429/] })

  test('among several registrations with one address, a browser can verify only its own with the password', async ({
    page,
    app,
    browser,
  }) => {
    test.setTimeout(120_000)
    const [first, second] = [newPerson(), newPerson()]
    const logIn = async (on: Page, password: string) => {
      await on.getByLabel(account.password, { exact: true }).fill(password)
      await on.getByRole('button', { name: common.login, exact: true }).click()
    }
    await test.step('verify the registration of this browser', async () => {
      await register(app, { email: first.email })
      await page.goto('/register')
      await page.getByLabel(account.email).fill(first.email)
      await page.getByLabel(account.username).fill(first.username)
      await page.getByLabel(account.password, { exact: true }).fill(first.password)
      await page.getByLabel(account.confirmPassword).fill(first.password)
      await page.getByRole('button', { name: account.register.submit }).click()
      await page.waitForURL('**/verify-email?**')
      await typeCode(page, await codeFor(app, first.email, 2))
      await page.waitForURL(`${app.url}/`)
      const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('authen') ?? '{}'))
      expect(stored).toMatchObject({ username: first.username, preferences: { contentLanguage: 'vi' } })
    })
    await test.step('choose a password in a browser that did not register', async () => {
      await register(app, { email: second.email })
      await register(app, { email: second.email })
      const elsewhere = await browser.newContext({ baseURL: app.url, locale: 'vi-VN' })
      const other = await elsewhere.newPage()
      await other.goto(`/verify-email?email=${encodeURIComponent(second.email)}`)
      await typeCode(other, await codeFor(app, second.email, 2))
      await expect(other.getByRole('heading', { name: account.verify.setTitle })).toBeVisible()
      await expect(other.getByText(/@user\d+/)).toBeVisible()
      await other.getByLabel(account.newPassword).fill('chosen at once')
      await other.getByLabel(account.confirmPassword).fill('chosen at once')
      await other.getByRole('button', { name: account.forgot.submit }).click()
      await other.waitForURL('**/login')
      await expect(other.getByLabel(account.email)).toHaveValue(second.email)
      await logIn(other, 'chosen at once')
      await other.waitForURL(`${app.url}/`)
      await elsewhere.close()
    })
    await test.step('log in to an unfinished registration', async () => {
      const person = await register(app)
      await register(app, { email: person.email })
      await page.evaluate(() => localStorage.clear())
      await page.goto('/login')
      await page.getByLabel(account.email).fill(person.email)
      await logIn(page, person.password)
      await page.waitForURL('**/verify-email?**')
      await typeCode(page, await codeFor(app, person.email))
      await expect(page.getByText(account.verify.signedIn)).toBeVisible()
      await page.waitForURL(`${app.url}/`)
    })
  })

  test('a forgotten password is reset, with the ways back', async ({ page, app }) => {
    const member = await createMember(app)
    await page.goto('/login')
    await page.getByLabel(account.email).fill(member.email)
    await page.getByRole('link', { name: account.login.forgot }).click()
    await expect(page.getByLabel(account.email)).toHaveValue(member.email)
    const progress = page.getByRole('progressbar')
    await expect(progress).toHaveAttribute('aria-valuenow', '1')
    await page.getByRole('button', { name: account.verify.send }).click()
    await expect(progress).toHaveAttribute('aria-valuenow', '2')
    await page.getByRole('button', { name: account.forgot.backToEmail }).click()
    await expect(progress).toHaveAttribute('aria-valuenow', '1')
    await page.getByRole('button', { name: account.verify.send }).click()
    await expect(progress).toHaveAttribute('aria-valuenow', '2')

    const code = await codeFor(app, member.email, 2)
    await typeCode(page, code)
    await expect(progress).toHaveAttribute('aria-valuenow', '3')
    await page.getByRole('button', { name: account.forgot.backToCode }).click()
    await expect(progress).toHaveAttribute('aria-valuenow', '2')
    await typeCode(page, code)
    await page.getByLabel(account.newPassword).fill('a fresh password')
    await page.getByLabel(account.confirmPassword).fill('a fresh password')
    await page.getByRole('button', { name: account.forgot.submit }).click()
    await expect(page.getByRole('heading', { name: account.forgot.successTitle })).toBeVisible()
    await page.getByRole('link', { name: account.forgot.toLogin }).click()
    await page.getByLabel(account.password, { exact: true }).fill('a fresh password')
    await page.getByRole('button', { name: common.login, exact: true }).click()
    await page.waitForURL(`${app.url}/`)
  })
})
