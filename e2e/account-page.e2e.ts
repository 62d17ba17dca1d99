import type { Page } from '@playwright/test'
import { expect, test } from '#test/e2e-server.ts'
import { randomPicture } from '#test/random-picture.ts'
import { codeFor, createMember, newPerson } from '#test/sign-up.ts'
import { openAs, otherCode, TEXTS } from './members.ts'

test.use({ expectedErrors: [/40[013]/] })

const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('token'))

test('a profile, its picture, the username and the email address are changed', async ({ page, app }) => {
  test.setTimeout(120_000)
  const member = await createMember(app)
  const next = newPerson()
  const { account } = TEXTS.vi
  const { profile, signIn } = account
  const face = page.locator('main form img')
  const uploaded = page.locator('main form img[src^="/media/"]')
  const dialog = page.getByRole('dialog')
  const save = page.getByRole('button', { name: profile.save })
  const picture = { name: 'me.png', mimeType: 'image/png', buffer: await randomPicture(member.username) }
  const choosePicture = () => page.getByLabel(profile.avatar, { exact: true }).setInputFiles(picture)

  await test.step('choose a language', async () => {
    await openAs(page, app, member, '/account')
    await page.getByRole('tab', { name: TEXTS.en.account.tab.preferences }).click()
    await page.getByRole('tabpanel').getByLabel('Tiếng Việt').click()
    await page.getByRole('tab', { name: account.tab.profile }).click()
  })
  await test.step('save the profile with a picture', async () => {
    await page.getByLabel(profile.displayName).fill('Mèo Lười')
    await page.getByLabel(profile.bio).fill('x'.repeat(501))
    await save.click()
    await expect(page.getByLabel(profile.bio)).toBeFocused()
    await page.getByLabel(profile.bio).fill('Tôi thích mèo')
    await choosePicture()
    await expect(page.getByText(profile.avatarChosen)).toBeVisible()
    await save.click()
    await expect(uploaded).toBeVisible()
    await page.reload()
    await expect(page.getByLabel(profile.displayName)).toHaveValue('Mèo Lười')
    await expect(page.getByLabel(profile.bio)).toHaveValue('Tôi thích mèo')
  })
  await test.step('remove the picture', async () => {
    const remove = page.getByRole('button', { name: profile.removeAvatar })
    await remove.click()
    await page.getByRole('button', { name: profile.keepAvatar }).click()
    await expect(face).toBeVisible()
    await remove.click()
    await expect(page.getByText(profile.avatarRemoved)).toBeVisible()
    await save.click()
    await expect(page.getByText(profile.avatarHint)).toBeVisible()
    await page.reload()
    await expect(page.getByLabel(profile.displayName)).toBeVisible()
    await expect(face).toBeHidden()
    await expect(remove).toBeHidden()
    // A chosen picture can be dropped before it is saved.
    await choosePicture()
    await remove.click()
    await expect(face).toBeHidden()
    await expect(save).toBeDisabled()
  })
  await test.step('change the username', async () => {
    await page.getByRole('button', { name: signIn.changeUsername }).click()
    await dialog.getByLabel(signIn.newUsername).fill('admin')
    await dialog.getByRole('button', { name: signIn.save }).click()
    await expect(dialog.getByLabel(signIn.newUsername)).toBeFocused()
    await dialog.getByLabel(signIn.newUsername).fill(next.username)
    await dialog.getByRole('button', { name: signIn.save }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText(`@${next.username}`).first()).toBeVisible()
  })
  await test.step('change the email address', async () => {
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
  })
  await test.step('log in with the new address', async () => {
    await page.evaluate(() => localStorage.clear())
    await page.goto('/login')
    await page.getByLabel(/mail/).fill(next.email)
    await page.locator('input[type=password]').fill(member.password)
    await page.locator('button[type=submit]').click()
    await page.waitForURL(`${app.url}/`)
  })
})

test('a new password and other devices end sessions, and the account is deleted', async ({
  page,
  app,
  browser,
  context,
}) => {
  test.setTimeout(180_000)
  await test.step('a new password', async () => {
    const member = await createMember(app)
    const { account } = TEXTS.en
    const current = page.getByLabel(account.change.current)
    const loggingOut = page.getByText(account.change.loggingOut)
    const submit = () => page.getByRole('button', { name: account.change.submit }).click()
    const open = async (password: string, next: string) => {
      await openAs(page, app, { ...member, password }, '/account?tab=password')
      await current.fill(password)
      await page.getByLabel(account.newPassword).fill(next)
      await page.getByLabel(account.confirmPassword).fill(next)
    }
    await test.step('stay on the page', async () => {
      await open(member.password, 'a fresh password')
      await current.fill('not this one')
      await submit()
      await expect(current).toBeFocused()
      await current.fill(member.password)
      await submit()
      await expect(loggingOut).toBeVisible()
      await page.waitForURL('**/login')
      expect(await storedToken(page)).toBeNull()
    })
    await test.step('open another tab of the account', async () => {
      await open('a fresh password', 'another password')
      await submit()
      await expect(loggingOut).toBeVisible()
      await page.getByRole('tab', { name: account.tab.preferences }).click()
      await expect(loggingOut).toBeHidden()
      await page.waitForURL('**/login')
      expect(await storedToken(page)).toBeNull()
    })
    await test.step('leave the page', async () => {
      await open('another password', 'the last password')
      await submit()
      await expect(loggingOut).toBeVisible()
      await page.goto('/robots.txt')
      expect(await storedToken(page)).toBeNull()
    })
  })
  await test.step('other devices and tabs, and deletion', async () => {
    const member = await createMember(app)
    const { account, common } = TEXTS.en
    await test.step('log out another device', async () => {
      const elsewhere = await browser.newContext({ baseURL: app.url })
      const other = await elsewhere.newPage()
      await openAs(other, app, member, '/account')
      await openAs(page, app, member, '/account?tab=password')
      const here = page.getByRole('listitem').filter({ hasText: account.sessions.current })
      await expect(here).toContainText('Chrome on Linux')
      const end = page.getByRole('button', { name: account.sessions.endOf.replace(' {{device}}', '') })
      await end.first().click()
      await expect(page.getByText('The session has ended.')).toBeVisible()
      await other.reload()
      await other.waitForURL('**/login')
      await elsewhere.close()
    })
    await test.step('log out in one of two tabs', async () => {
      const second = await context.newPage()
      await second.goto('/account')
      await expect(second.getByLabel(account.profile.displayName)).toBeVisible()
      await page.getByRole('button', { name: common.nav.account }).click()
      await page.getByRole('menuitem', { name: common.logout }).click()
      await page.waitForURL('**/login')
      await expect(second.getByRole('dialog')).toBeVisible()
      await second.close()
    })
    await test.step('drop a damaged record', async () => {
      await page.evaluate(() => {
        localStorage.setItem('authen', '{"_id":')
        localStorage.setItem('token', 'x.y.z')
      })
      await page.goto('/account')
      await expect(page.getByRole('dialog')).toBeVisible()
      expect(await page.evaluate(() => localStorage.getItem('authen'))).toBeNull()
    })
    await test.step('delete the account', async () => {
      await openAs(page, app, member, '/account?tab=preferences')
      const dialog = page.getByRole('dialog')
      await page.getByRole('button', { name: account.delete.submit }).click()
      await dialog.getByRole('button', { name: account.delete.cancel }).click()
      await expect(dialog).toBeHidden()
      await page.getByRole('button', { name: account.delete.submit }).click()
      await dialog.getByRole('button', { name: account.delete.submit }).click()
      await page.waitForURL('**/login')
      await page.getByLabel(account.email).fill(member.email)
      await page.getByLabel(account.password, { exact: true }).fill(member.password)
      await page.getByRole('main').getByRole('button', { name: common.login, exact: true }).click()
      await expect(page.getByText('This account has been deleted and cannot be used to log in.')).toBeVisible()
    })
  })
})
