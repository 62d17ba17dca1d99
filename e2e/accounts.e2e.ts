import { expect, test } from '#test/e2e-server.ts'
import { codeFor, createMember, newPerson, register } from '#test/sign-up.ts'
import { otherCode, TEXTS, typeCode } from './members.ts'

const { account, common } = TEXTS.vi

test.describe('in Vietnamese', () => {
  test.use({ locale: 'vi-VN', expectedErrors: [/400|401|403|429/] })

  test('registering, verifying and logging in', async ({ page, app }) => {
    const person = newPerson()
    await page.goto('/register')
    await page.getByLabel(account.email).fill(person.email)
    await page.getByLabel(account.username).fill(person.username)
    await page.getByLabel(account.password, { exact: true }).fill(person.password)
    await page.getByLabel(account.confirmPassword).fill('something else')
    await page.getByRole('button', { name: account.register.submit }).click()
    await expect(page.getByLabel(account.confirmPassword)).toBeFocused()
    await page.getByLabel(account.confirmPassword).fill(person.password)
    await page.getByRole('button', { name: account.register.submit }).click()

    await page.waitForURL(`**/verify-email?email=${encodeURIComponent(person.email)}`)
    const code = await codeFor(app, person.email)
    const boxes = page.getByRole('textbox')
    await expect(boxes.first()).toBeFocused()
    await typeCode(page, otherCode(code))
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(boxes.first()).toBeFocused()
    await expect(boxes.first()).toHaveValue('')
    await expect(
      page.getByText(account.verify.attempts.replace('{{left}}', '4').replace('{{total}}', '5')),
    ).toBeVisible()
    await page.evaluate((text) => navigator.clipboard.writeText(text), ` ${code.slice(0, 3)}-${code.slice(3)} `)
    await page.keyboard.press('Control+V')
    await expect(page.getByText(account.verify.success)).toBeVisible()

    await page.waitForURL('**/login')
    await expect(page.getByRole('status').filter({ hasText: account.login.verified })).toBeVisible()
    await expect(page.getByLabel(account.email)).toHaveValue(person.email)
    await expect(page.getByLabel(account.password, { exact: true })).toBeFocused()
    await page.getByLabel(account.password, { exact: true }).fill('not this one')
    await page.getByRole('button', { name: common.login, exact: true }).click()
    await expect(page.getByLabel(account.password, { exact: true })).toBeFocused()
    await expect(page.getByLabel(account.email)).toHaveValue(person.email)
    await page.getByLabel(account.password, { exact: true }).fill(person.password)
    await page.getByRole('button', { name: common.login, exact: true }).click()
    await page.waitForURL(`${app.url}/`)
    const stored = await page.evaluate(() => ({
      token: localStorage.getItem('token'),
      authen: JSON.parse(localStorage.getItem('authen') ?? '{}'),
    }))
    expect(stored.token).toMatch(/^[\w-]{43}$/)
    expect(stored.authen).toMatchObject({ username: person.username, preferences: { contentLanguage: 'vi' } })
    expect(stored.authen.userId).toBe(stored.authen._id)
    expect(stored.authen.token).toBe(stored.token)
    expect(stored.authen.authentication).toBeUndefined()
  })

  test('two registrations of one address: this browser’s counts here, none of them in another', async ({
    page,
    app,
    browser,
  }) => {
    const [first, second] = [newPerson(), newPerson()]
    await register(app, { email: first.email })
    await page.goto('/register')
    await page.getByLabel(account.email).fill(first.email)
    await page.getByLabel(account.username).fill(first.username)
    await page.getByLabel(account.password, { exact: true }).fill(first.password)
    await page.getByLabel(account.confirmPassword).fill(first.password)
    await page.getByRole('button', { name: account.register.submit }).click()
    await page.waitForURL('**/verify-email?**')
    await typeCode(page, await codeFor(app, first.email, 2))
    await page.waitForURL('**/login')
    await page.getByLabel(account.password, { exact: true }).fill(first.password)
    await page.getByRole('button', { name: common.login, exact: true }).click()
    await page.waitForURL(`${app.url}/`)
    const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('authen') ?? '{}'))
    expect(stored.username).toBe(first.username)

    await register(app, { email: second.email })
    await register(app, { email: second.email })
    const locale = 'vi-VN'
    const elsewhere = await browser.newContext({ baseURL: app.url, locale })
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
    await other.getByLabel(account.password, { exact: true }).fill('chosen at once')
    await other.getByRole('button', { name: common.login, exact: true }).click()
    await other.waitForURL(`${app.url}/`)
    await elsewhere.close()
  })

  test('an unfinished registration logs in to its verification in another browser', async ({ page, app }) => {
    const person = await register(app)
    await register(app, { email: person.email })
    await page.goto('/login')
    await page.getByLabel(account.email).fill(person.email)
    await page.getByLabel(account.password, { exact: true }).fill(person.password)
    await page.getByRole('button', { name: common.login, exact: true }).click()
    await page.waitForURL('**/verify-email?**')
    await typeCode(page, await codeFor(app, person.email))
    await expect(page.getByText(account.verify.success)).toBeVisible()
    await page.waitForURL('**/login')
    await page.getByLabel(account.password, { exact: true }).fill(person.password)
    await page.getByRole('button', { name: common.login, exact: true }).click()
    await page.waitForURL(`${app.url}/`)
  })

  test('five wrong codes block the boxes', async ({ page, app }) => {
    const person = newPerson()
    await page.goto('/register')
    await page.getByLabel(account.email).fill(person.email)
    await page.getByLabel(account.username).fill(person.username)
    await page.getByLabel(account.password, { exact: true }).fill(person.password)
    await page.getByLabel(account.confirmPassword).fill(person.password)
    await page.getByRole('button', { name: account.register.submit }).click()
    await page.waitForURL('**/verify-email?**')
    const wrong = otherCode(await codeFor(app, person.email))
    for (let left = 4; left >= 0; left -= 1) {
      await typeCode(page, wrong)
      const attempts = account.verify.attempts.replace('{{left}}', String(left)).replace('{{total}}', '5')
      await expect(page.getByText(attempts)).toBeVisible()
    }
    await expect(page.getByText(account.verify.blocked)).toBeVisible()
    await expect(page.getByRole('textbox').first()).toBeDisabled()
  })

  test('a forgotten password, with the ways back', async ({ page, app }) => {
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

test.describe('the forgot flow', () => {
  test.use({ expectedErrors: [/500|429|400/] })
  const { account } = TEXTS.en

  test('hides a failing server, and shows a 429', async ({ page }) => {
    await page.route('**/api/auth/forgot-password', (route) => route.fulfill({ status: 500, body: '{}' }))
    await page.goto('/forgot-password')
    await page.getByLabel(account.email).fill('mia@example.com')
    await page.getByRole('button', { name: account.verify.send }).click()
    await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '2')
    await expect(page.getByText(/another (10:00|9:5\d)/)).toBeVisible()
    await expect(page.getByRole('button', { name: /New code in 1[45]:/ })).toBeDisabled()

    await page.getByRole('button', { name: account.forgot.backToEmail }).click()
    const body = JSON.stringify({ success: false, code: 'request.rateLimited', message: 'Wait a moment, please.' })
    await page.unroute('**/api/auth/forgot-password')
    await page.route('**/api/auth/forgot-password', (route) => route.fulfill({ status: 429, body }))
    await page.getByRole('button', { name: account.verify.send }).click()
    await expect(page.getByText('Wait a moment, please.')).toBeVisible()
    await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '1')
  })

  test('a reset that fails for the code leads back to the code', async ({ page, app }) => {
    const member = await createMember(app)
    await page.goto('/forgot-password')
    await page.getByLabel(account.email).fill(member.email)
    await page.getByRole('button', { name: account.verify.send }).click()
    await typeCode(page, await codeFor(app, member.email, 2))
    const body = JSON.stringify({ success: false, code: 'auth.codeExpired', message: 'This code has expired.' })
    await page.route('**/api/auth/reset-password', (route) => route.fulfill({ status: 400, body }))
    await page.getByLabel(account.newPassword).fill('a fresh password')
    await page.getByLabel(account.confirmPassword).fill('a fresh password')
    await page.getByRole('button', { name: account.forgot.submit }).click()
    await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '2')
    await expect(page.getByText('This code has expired.').first()).toBeVisible()
  })
})

test('where no provider is set up the buttons say so, and nothing of a provider is fetched', async ({ page, app }) => {
  const foreign: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(app.url)) foreign.push(request.url())
  })
  for (const screen of ['/login', '/register']) {
    await page.goto(screen)
    for (const provider of ['Google', 'Facebook']) {
      await page.getByRole('button', { name: `Continue with ${provider}` }).click()
      await expect(page.getByText(`Signing in with ${provider} is not set up on this site.`)).toBeVisible()
    }
  }
  expect(foreign).toEqual([])
})
