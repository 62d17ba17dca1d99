import type { CDPSession, Page } from '@playwright/test'
import { expect, test } from '#test/e2e-server.ts'
import { createMember, type Person } from '#test/sign-up.ts'
import { openAs, TEXTS } from './members.ts'

// Passkeys do not work for IP addresses.
test.use({ serverEnv: { PUBLIC_HOST: 'localhost' }, expectedErrors: [/40[0139]/] })

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

test('a passkey is added, named, logs in by the button, and is removed', async ({ page, app }) => {
  const device = await addDevice(page)
  // Otherwise the field's autofill suggestions would log in before the button is pressed.
  await device.client.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId: device.id, enabled: true })
  const member = await createMember(app)
  await openAs(page, app, member, '/account?tab=password')
  await addPasskey(page, 'My laptop')
  const { credentials } = await device.client.send('WebAuthn.getCredentials', { authenticatorId: device.id })
  expect(credentials.map(({ isResidentCredential, rpId }) => [isResidentCredential, rpId])).toEqual([
    [true, 'localhost'],
  ])

  await page.getByRole('button', { name: texts.renameOf.replace('{{name}}', 'My laptop') }).click()
  await page.getByRole('dialog').getByLabel(texts.name).fill('Old laptop')
  await page.getByRole('dialog').getByRole('button', { name: texts.save, exact: true }).click()
  await expect(page.getByText('Old laptop')).toBeVisible()
  await expect(page.getByRole('button', { name: texts.renameOf.replace('{{name}}', 'Old laptop') })).toBeFocused()

  await leave(page)
  // Simulates browsers without autofill suggestions.
  await page.addInitScript(() => {
    Object.assign(PublicKeyCredential, { isConditionalMediationAvailable: async () => false })
  })
  await page.goto('/login')
  await page.getByRole('button', { name: account.login.passkey }).click()
  await page.waitForURL(`${app.url}/`)
  expect(await signedInAs(page)).toBe(member.username)

  await page.goto('/account?tab=password')
  await page.getByRole('button', { name: texts.removeOf.replace('{{name}}', 'Old laptop') }).click()
  await expect(page.getByText(texts.none)).toBeVisible()
  await leave(page)
  await page.goto('/login')
  await page.getByRole('button', { name: account.login.passkey }).click()
  await expect(page.getByText(/could not be verified/)).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/login')
})

test('the suggestions of the address field log in', async ({ page, app }) => {
  await addDevice(page)
  const member = await createMember(app)
  await openAs(page, app, member, '/account?tab=password')
  await addPasskey(page, 'Phone')
  await leave(page)
  // The virtual device accepts the suggestion as soon as it is offered.
  await page.goto('/login')
  await page.waitForURL(`${app.url}/`)
  expect(await signedInAs(page)).toBe(member.username)
})

test('a passkey is asked for after the password, and a recovery code opens without it', async ({ page, app }) => {
  await page.addInitScript(() => {
    Object.assign(PublicKeyCredential, { isConditionalMediationAvailable: async () => false })
  })
  await addDevice(page)
  const member = await createMember(app)
  await openAs(page, app, member, '/account?tab=password')
  await addPasskey(page, 'Phone')
  await page.getByLabel(texts.asFactor).check()
  const dialog = page.getByRole('dialog')
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

test('a device without finger or PIN makes no passkey, and says so', async ({ page, app }) => {
  const { client, id } = await addDevice(page)
  await client.send('WebAuthn.setUserVerified', { authenticatorId: id, isUserVerified: false })
  const member = await createMember(app)
  await openAs(page, app, member, '/account?tab=password')
  await page.getByRole('button', { name: texts.add }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: texts.create }).click()
  await expect(dialog.getByRole('button', { name: texts.create })).toBeEnabled()
  await page.keyboard.press('Escape')
  await expect(page.getByText(texts.none)).toBeVisible()
})
