import { Secret, TOTP } from 'otpauth'
import { expect, test } from '#test/e2e-server.ts'
import { createMember } from '#test/sign-up.ts'
import { openAs, TEXTS } from './members.ts'

test.use({ expectedErrors: [/40[0139]/] })

const STEP_MS = 30_000
const codeAt = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * STEP_MS })

test('a second factor is turned on, asked for at login, and replaced by a recovery code', async ({ page, app }) => {
  const member = await createMember(app)
  await openAs(page, app, member, '/account?tab=password')
  const { account, common } = TEXTS.en
  const texts = account.secondFactor
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: texts.turnOn }).click()
  const link = await dialog.getByRole('link', { name: texts.openApp }).getAttribute('href')
  const secret = new URL(link ?? '').searchParams.get('secret') ?? ''
  await dialog.getByLabel(texts.firstCode).fill(codeAt(secret))
  await dialog.getByRole('button', { name: texts.turnOn }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(10)
  const recoveryCode = (await dialog.getByRole('listitem').first().textContent()) ?? ''
  await dialog.getByRole('button', { name: texts.saved }).click()
  await expect(page.getByRole('button', { name: texts.turnOff })).toBeVisible()

  const logIn = async () => {
    await page.evaluate(() => localStorage.clear())
    await page.goto('/login')
    await page.getByLabel(/mail/).fill(member.email)
    await page.locator('input[type=password]').fill(member.password)
    await page.locator('form button[type=submit]').click()
  }
  await logIn()
  await dialog.getByLabel(account.code.legend).fill(codeAt(secret, 1))
  await dialog.getByRole('button', { name: common.login }).click()
  await page.waitForURL(`${app.url}/`)

  await logIn()
  await dialog.getByRole('button', { name: texts.useRecovery }).click()
  await dialog.getByLabel(texts.recoveryCode).fill('not one of them')
  await dialog.getByRole('button', { name: common.login }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await dialog.getByLabel(texts.recoveryCode).fill(recoveryCode)
  await dialog.getByRole('button', { name: common.login }).click()
  await page.waitForURL(`${app.url}/`)
})
