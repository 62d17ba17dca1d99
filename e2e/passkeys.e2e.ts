import type { CDPSession, Page } from '@playwright/test'
import { expect, test } from '#test/e2e-server.ts'
import { createMember, type Person } from '#test/sign-up.ts'
import { openAs, TEXTS } from './members.ts'

test.use({ expectedErrors: [/40[0139]/] })

const { account, common } = TEXTS.en
const texts = account.passkeys

/** A virtual device with passkeys that verifies its owner immediately. */
async function addDevice(page: Page): Promise<{ client: CDPSession; id: string }> {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  const { authenticatorId: id } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { client, id }
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: texts.add }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(texts.name).fill(name)
  await dialog.getByRole('button', { name: texts.create }).click()
  await expect(page.getByRole('listitem').filter({ hasText: name })).toBeVisible()
  await expect(page.getByRole('button', { name: texts.add })).toBeFocused()
}

const leave = (page: Page) => page.evaluate(() => localStorage.clear())

async function typePassword(page: Page, member: Person): Promise<void> {
  await page.goto('/login')
  await page.getByLabel(/mail/).fill(member.email)
  await page.locator('input[type=password]').fill(member.password)
  await page.locator('form button[type=submit]').click()
}

const signedInAs = (page: Page) =>
  page.evaluate(() => (JSON.parse(localStorage.getItem('authen') ?? '{}') as { username?: string }).username)

const withoutSuggestions = () => {
  Object.assign(PublicKeyCredential, { isConditionalMediationAvailable: async () => false })
}

test('passkeys are added, renamed, used to log in and as a second factor, and removed', async ({ page, app }) => {
  test.setTimeout(180_000)
  const { client, id } = await addDevice(page)
  const member = await createMember(app)
  const dialog = page.getByRole('dialog')
  await test.step('refuse a device without user verification', async () => {
    await client.send('WebAuthn.setUserVerified', { authenticatorId: id, isUserVerified: false })
    await openAs(page, app, member, '/account?tab=password')
    await page.getByRole('button', { name: texts.add }).click()
    await dialog.getByRole('button', { name: texts.create }).click()
    await expect(dialog.getByRole('button', { name: texts.create })).toBeEnabled()
    await page.keyboard.press('Escape')
    await expect(page.getByText(texts.none)).toBeVisible()
    await client.send('WebAuthn.setUserVerified', { authenticatorId: id, isUserVerified: true })
  })
  await test.step('add and rename', async () => {
    await addPasskey(page, 'My laptop')
    const { credentials } = await client.send('WebAuthn.getCredentials', { authenticatorId: id })
    expect(credentials.map(({ isResidentCredential, rpId }) => [isResidentCredential, rpId])).toEqual([
      [true, 'localhost'],
    ])
    await page.getByRole('button', { name: texts.renameOf.replace('{{name}}', 'My laptop') }).click()
    await dialog.getByLabel(texts.name).fill('Old laptop')
    await dialog.getByRole('button', { name: texts.save, exact: true }).click()
    await expect(page.getByText('Old laptop')).toBeVisible()
    await expect(page.getByRole('button', { name: texts.renameOf.replace('{{name}}', 'Old laptop') })).toBeFocused()
  })
  await test.step('log in by the suggestions of the email field', async () => {
    await leave(page)
    // The virtual device accepts the suggestion as soon as it is offered.
    await page.goto('/login')
    await page.waitForURL(`${app.url}/`)
    expect(await signedInAs(page)).toBe(member.username)
  })
  // Simulates browsers without autofill suggestions, which would log in before a button is pressed.
  await page.addInitScript(withoutSuggestions)
  await test.step('log in by the button', async () => {
    await leave(page)
    await page.goto('/login')
    await page.getByRole('button', { name: account.login.passkey }).click()
    await page.waitForURL(`${app.url}/`)
    expect(await signedInAs(page)).toBe(member.username)
  })
  await test.step('require it after the password, or a recovery code', async () => {
    // A second factor can be set up shortly after a login with the password.
    await openAs(page, app, member, '/account?tab=password')
    await page.getByLabel(texts.asFactor).click()
    await expect(dialog.getByRole('listitem')).toHaveCount(10)
    const recoveryCode = (await dialog.getByRole('listitem').first().textContent()) ?? ''
    await dialog.getByRole('button', { name: account.secondFactor.saved }).click()
    await expect(page.getByLabel(texts.asFactor)).toBeChecked()

    await leave(page)
    await typePassword(page, member)
    await dialog.getByRole('button', { name: account.secondFactor.usePasskey }).click()
    await page.waitForURL(`${app.url}/`)
    expect(await signedInAs(page)).toBe(member.username)

    await leave(page)
    await typePassword(page, member)
    await dialog.getByRole('button', { name: account.secondFactor.useRecovery }).click()
    await dialog.getByLabel(account.secondFactor.recoveryCode).fill(recoveryCode)
    await dialog.getByRole('button', { name: common.login }).click()
    await page.waitForURL(`${app.url}/`)
  })
  await test.step('remove it', async () => {
    const other = await createMember(app)
    await openAs(page, app, other, '/account?tab=password')
    await client.send('WebAuthn.clearCredentials', { authenticatorId: id })
    await addPasskey(page, 'Phone')
    await page.getByRole('button', { name: texts.removeOf.replace('{{name}}', 'Phone') }).click()
    await expect(page.getByText(texts.none)).toBeVisible()
    await leave(page)
    await page.goto('/login')
    await page.getByRole('button', { name: account.login.passkey }).click()
    await expect(page.getByText(/could not be verified/)).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/login')
  })
})
