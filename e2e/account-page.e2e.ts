import type { Page } from '@playwright/test'
import type { AppProcess } from '#test/app-process.ts'
import { expect, test } from '#test/e2e-server.ts'
import { randomPicture } from '#test/random-picture.ts'
import { codeFor, createMember, newPerson } from '#test/sign-up.ts'
import { openAs, otherCode, TEXTS } from './members.ts'

test.use({ expectedErrors: [/40[013]|503/] })

async function changePassword(page: Page, app: AppProcess): Promise<void> {
  const member = await createMember(app)
  await openAs(page, app, member, '/account?tab=password')
  const { account } = TEXTS.en
  await page.getByLabel(account.change.current).fill(member.password)
  await page.getByLabel(account.newPassword).fill('a fresh password')
  await page.getByLabel(account.confirmPassword).fill('a fresh password')
  await page.getByRole('button', { name: account.change.submit }).click()
  await expect(page.getByText(account.change.loggingOut)).toBeVisible()
}

const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('token'))

test('a new password logs out where another tab of the account was opened meanwhile', async ({ page, app }) => {
  await changePassword(page, app)
  await page.getByRole('tab', { name: TEXTS.en.account.tab.preferences }).click()
  await expect(page.getByText(TEXTS.en.account.change.loggingOut)).toBeHidden()
  await page.waitForURL('**/login')
  expect(await storedToken(page)).toBeNull()
})

test('a new password logs out where the page was left meanwhile', async ({ page, app }) => {
  await changePassword(page, app)
  await page.goto('/robots.txt')
  expect(await storedToken(page)).toBeNull()
})

test(`the profile is saved with a new face`, async ({ page, app }) => {
  const member = await createMember(app)
  await openAs(page, app, member, '/account')
  await page.getByRole('tab', { name: TEXTS.en.account.tab.preferences }).click()
  await page.getByRole('tabpanel').getByLabel('Tiếng Việt').click()
  await page.getByRole('tab', { name: TEXTS.vi.account.tab.profile }).click()
  const { account } = TEXTS.vi
  await page.getByLabel(account.profile.displayName).fill('Mèo Lười')
  await page.getByLabel(account.profile.bio).fill('x'.repeat(501))
  await page.getByRole('button', { name: account.profile.save }).click()
  await expect(page.getByLabel(account.profile.bio)).toBeFocused()
  await page.getByLabel(account.profile.bio).fill('Tôi thích mèo')
  await page
    .getByLabel(account.profile.avatar, { exact: true })
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: await randomPicture(member.username) })
  await expect(page.getByText(account.profile.avatarChosen)).toBeVisible()
  await page.getByRole('button', { name: account.profile.save }).click()
  await expect(page.locator('main img[src^="/media/"]')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel(account.profile.displayName)).toHaveValue('Mèo Lười')
  await expect(page.getByLabel(account.profile.bio)).toHaveValue('Tôi thích mèo')
})

test(`the face can be taken away again`, async ({ page, app }) => {
  const member = await createMember(app)
  await openAs(page, app, member, '/account')
  await page.getByRole('tab', { name: TEXTS.en.account.tab.preferences }).click()
  await page.getByRole('tabpanel').getByLabel('Tiếng Việt').click()
  await page.getByRole('tab', { name: TEXTS.vi.account.tab.profile }).click()
  const { profile } = TEXTS.vi.account
  const face = page.locator('main form img')
  const remove = page.getByRole('button', { name: profile.removeAvatar })
  await expect(remove).toBeHidden()
  const picture = { name: 'me.png', mimeType: 'image/png', buffer: await randomPicture(member.username) }
  await page.getByLabel(profile.avatar, { exact: true }).setInputFiles(picture)
  await remove.click()
  await expect(face).toBeHidden()
  await expect(page.getByRole('button', { name: profile.save })).toBeDisabled()

  await page.getByLabel(profile.avatar, { exact: true }).setInputFiles(picture)
  await page.getByRole('button', { name: profile.save }).click()
  await expect(page.locator('main form img[src^="/media/"]')).toBeVisible()
  await remove.click()
  await page.getByRole('button', { name: profile.keepAvatar }).click()
  await expect(face).toBeVisible()
  await remove.click()
  await expect(page.getByText(profile.avatarRemoved)).toBeVisible()
  await page.getByRole('button', { name: profile.save }).click()
  await expect(page.getByText(profile.avatarHint)).toBeVisible()
  await page.reload()
  await expect(page.getByLabel(profile.displayName)).toBeVisible()
  await expect(face).toBeHidden()
})

test(`a new password logs out after a moment`, async ({ page, app }) => {
  const member = await createMember(app)
  await openAs(page, app, member, '/account?tab=password')
  await page.getByRole('tab', { name: TEXTS.en.account.tab.preferences }).click()
  await page.getByRole('tabpanel').getByLabel('Tiếng Việt').click()
  await page.getByRole('tab', { name: TEXTS.vi.account.tab.password }).click()
  const { account } = TEXTS.vi
  await page.getByLabel(account.change.current).fill('not this one')
  await page.getByLabel(account.newPassword).fill('a fresh password')
  await page.getByLabel(account.confirmPassword).fill('a fresh password')
  await page.getByRole('button', { name: account.change.submit }).click()
  await expect(page.getByLabel(account.change.current)).toBeFocused()
  await page.getByLabel(account.change.current).fill(member.password)
  await page.getByRole('button', { name: account.change.submit }).click()
  await expect(page.getByText(account.change.loggingOut)).toBeVisible()
  await page.waitForURL('**/login')
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
})

test(`username and e-mail address are changed`, async ({ page, app }) => {
  const member = await createMember(app)
  const next = newPerson()
  await openAs(page, app, member, '/account')
  await page.getByRole('tab', { name: TEXTS.en.account.tab.preferences }).click()
  await page.getByRole('tabpanel').getByLabel('Tiếng Việt').click()
  await page.getByRole('tab', { name: TEXTS.vi.account.tab.profile }).click()
  const { account } = TEXTS.vi
  const { signIn } = account
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: signIn.changeUsername }).click()
  await dialog.getByLabel(signIn.newUsername).fill('admin')
  await dialog.getByRole('button', { name: signIn.save }).click()
  await expect(dialog.getByLabel(signIn.newUsername)).toBeFocused()
  await dialog.getByLabel(signIn.newUsername).fill(next.username)
  await dialog.getByRole('button', { name: signIn.save }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(`@${next.username}`).first()).toBeVisible()

  await page.getByRole('button', { name: signIn.changeEmail }).click()
  await dialog.getByLabel(signIn.newEmail).fill(next.email)
  await dialog.getByLabel(account.change.current).fill('not this one')
  await dialog.getByRole('button', { name: signIn.sendCode }).click()
  await expect(dialog.getByLabel(account.change.current)).toBeFocused()
  await dialog.getByLabel(account.change.current).fill(member.password)
  await dialog.getByRole('button', { name: signIn.sendCode }).click()
  const code = await codeFor(app, next.email)
  await dialog.getByRole('textbox').first().fill(otherCode(code))
  await expect(dialog.getByRole('alert')).toBeVisible()
  await dialog.getByRole('textbox').first().fill(code)
  await expect(dialog).toBeHidden()
  await expect(page.getByText(next.email)).toBeVisible()

  await page.evaluate(() => localStorage.clear())
  await page.goto('/login')
  await page.getByLabel(/mail/).fill(next.email)
  await page.locator('input[type=password]').fill(member.password)
  await page.locator('button[type=submit]').click()
  await page.waitForURL(`${app.url}/`)
})

test(`deleting asks twice and leads to the login`, async ({ page, app }) => {
  const member = await createMember(app)
  await openAs(page, app, member, '/account?tab=preferences')
  await page.getByRole('tabpanel').getByLabel('Tiếng Việt').click()
  const { account, common } = TEXTS.vi
  await page.getByRole('button', { name: account.delete.submit }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: account.delete.cancel }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: account.delete.submit }).click()
  await dialog.getByRole('button', { name: account.delete.submit }).click()
  await page.waitForURL('**/login')
  await page.getByLabel(account.email).fill(member.email)
  await page.getByLabel(account.password, { exact: true }).fill(member.password)
  await page.getByRole('button', { name: common.login, exact: true }).click()
  await expect(page.getByText('Tài khoản này đã bị xóa và không thể dùng để đăng nhập.')).toBeVisible()
})

test('a language that the server does not take goes back', async ({ page, app }) => {
  const member = await createMember(app)
  await openAs(page, app, member, '/account?tab=preferences')
  await page.route('**/api/users/me/preferences', (route) => route.fulfill({ status: 503, body: '{}' }))
  const panel = page.getByRole('tabpanel')
  await panel.getByLabel('Tiếng Việt').click()
  await expect(panel.getByLabel('English')).toBeChecked()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(TEXTS.en.account.title)
})

test('another device can be logged out from here', async ({ page, app, browser }) => {
  const member = await createMember(app)
  const elsewhere = await browser.newContext({ baseURL: app.url })
  const other = await elsewhere.newPage()
  await openAs(other, app, member, '/account')
  await openAs(page, app, member, '/account?tab=password')
  const here = page.getByRole('listitem').filter({ hasText: TEXTS.en.account.sessions.current })
  await expect(here).toContainText('Chrome on Linux')
  await page
    .getByRole('button', { name: TEXTS.en.account.sessions.endOf.replace(' {{device}}', '') })
    .first()
    .click()
  await expect(page.getByText('The session has been ended.')).toBeVisible()
  await other.reload()
  await other.waitForURL('**/login')
  await elsewhere.close()
})

test('logging out in one tab logs out the other; a damaged record is dropped', async ({ page, app, context }) => {
  const member = await createMember(app)
  await openAs(page, app, member, '/account')
  const second = await context.newPage()
  await second.goto('/account')
  await expect(second.getByLabel(TEXTS.en.account.profile.displayName)).toBeVisible()
  await page.getByRole('button', { name: TEXTS.en.common.nav.account }).click()
  await page.getByRole('menuitem', { name: TEXTS.en.common.logout }).click()
  await page.waitForURL('**/login')
  await expect(second.getByRole('dialog')).toBeVisible()

  await page.evaluate(() => {
    localStorage.setItem('authen', '{"_id":')
    localStorage.setItem('token', 'x.y.z')
  })
  await page.goto('/account')
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('authen'))).toBeNull()
})
