import type { Page } from '@playwright/test'
import type { Meme } from '#contract/memes/memes.ts'
import { expect } from '#test/e2e-server.ts'
import { type Session, signUp } from '#test/sign-up.ts'
import commonEn from '#web/locales/en/common.json' with { type: 'json' }
import usersEn from '#web/locales/en/users.json' with { type: 'json' }
import { test } from './front-proxy.ts'
import { signInAs, uploadMeme } from './people.ts'
import { form, picture, save } from './quick-upload.ts'
import { controlled } from './service-worker.ts'

test.use({
  serverEnv: { LOG_LEVEL: 'warn' },
  serviceWorkers: 'allow',
  expectedErrors: [/Failed to load resource|ERR_|Failed to fetch|net::/],
})

async function viewerOf(url: string, { authentication }: Session, id: string): Promise<Meme['viewer']> {
  const answer = await fetch(`${url}/api/meme/${id}`, { headers: { authorization: `Bearer ${authentication.token}` } })
  return ((await answer.json()) as { data: Meme }).data.viewer
}

const reaction = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).first()

async function openMeme(page: Page, id: string): Promise<void> {
  await page.goto(`/meme/${id}`)
  await controlled(page)
  await expect(reaction(page, 'Like')).toBeVisible()
}

for (const { title, offline, online, ends } of [
  { title: 'a like is taken back', offline: ['Like'], online: ['Like'], ends: { isLiked: false, isDisliked: false } },
  {
    title: 'a like becomes a dislike',
    offline: ['Like'],
    online: ['Dislike'],
    ends: { isLiked: false, isDisliked: true },
  },
  {
    title: 'a dislike is taken back and liked',
    offline: ['Dislike'],
    online: ['Dislike', 'Like'],
    ends: { isLiked: true, isDisliked: false },
  },
  {
    title: 'a saved meme is taken out, and the like beside it stays',
    offline: ['Like', 'Add to album'],
    online: ['In your album'],
    ends: { isLiked: true, isInAlbum: false },
  },
]) {
  test(`what was chosen last holds, with and without a connection: ${title}`, async ({ page, app, front }) => {
    const member = await signUp(app)
    const meme = await uploadMeme(app, await signUp(app), { name: 'Chosen twice' })
    await signInAs(page, member)
    await openMeme(page, meme._id)
    // The browser does not notice, so no pending action is sent before the member moves on.
    front.cut()
    for (const name of offline) {
      await reaction(page, name).click()
      await expect(page.getByText(commonEn.offline.queued).first()).toBeVisible()
    }
    front.restore()
    for (const name of online) await reaction(page, name).click()
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect.poll(() => viewerOf(app.url, member, meme._id)).toMatchObject(ends)
    await expect(page.getByText(/Back online/).first()).toBeVisible()
    expect(await viewerOf(app.url, member, meme._id)).toMatchObject(ends)
    await expect(reaction(page, 'Like')).toHaveAttribute('aria-pressed', String(ends.isLiked))
  })
}

test('of two tabs, the one that chose last decides', async ({ page, app, front, context }) => {
  const member = await signUp(app)
  const meme = await uploadMeme(app, await signUp(app), { name: 'In two tabs' })
  await signInAs(page, member)
  await openMeme(page, meme._id)
  const other = await context.newPage()
  await signInAs(other, member)
  await openMeme(other, meme._id)
  front.cut()
  await reaction(page, 'Like').click()
  await expect(page.getByText(commonEn.offline.queued).first()).toBeVisible()
  front.restore()
  await reaction(other, 'Dislike').click()
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect.poll(() => viewerOf(app.url, member, meme._id)).toMatchObject({ isLiked: false, isDisliked: true })
  await expect(page.getByText(/Back online/).first()).toBeVisible()
  expect(await viewerOf(app.url, member, meme._id)).toMatchObject({ isLiked: false, isDisliked: true })
})

test('a meme just uploaded and renamed has its new name everywhere, without a reload', async ({ page, app }) => {
  await signInAs(page, await signUp(app))
  await page.goto('/my-meme?tab=uploadedByMe')
  await page.getByRole('main').getByRole('button', { name: 'Upload a meme' }).click()
  const { name, type, bytes } = await picture()
  await form(page).locator('input[type="file"]').setInputFiles({ name, mimeType: type, buffer: bytes })
  await form(page).getByLabel('Name').fill('First name')
  await save(page).click()
  const tile = page.getByRole('article', { name: 'First name' })
  await tile.hover()
  await tile.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Second name')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('article', { name: 'Second name' })).toBeVisible()
  await expect(page.getByRole('article', { name: 'First name' })).toHaveCount(0)
  await page.getByRole('banner').getByRole('link', { name: 'Memeroom' }).first().click()
  await expect(page.getByRole('article', { name: 'Second name' })).toBeVisible()
  await expect(page.getByRole('article', { name: 'First name' })).toHaveCount(0)
})

test('after a block and its end, the follow button says what the server holds', async ({ page, app }) => {
  const reader = await signUp(app)
  const person = await signUp(app)
  await signInAs(page, reader)
  await page.goto(`/user/${person.username}`)
  const follow = page.getByRole('button', { name: /^(Follow|Follow back|Following) / })
  await follow.click()
  await expect(follow).toHaveAttribute('aria-pressed', 'true')
  await expect(follow).not.toHaveAttribute('aria-busy')
  await page.getByRole('main').getByRole('button', { name: usersEn.profile.more }).click()
  await page.getByRole('menuitem', { name: usersEn.profile.block }).click()
  await expect(page).toHaveURL(/\/$/)
  await page.getByRole('banner').getByRole('button', { name: 'Account' }).click()
  await page
    .getByRole('menuitem', { name: /settings|account/i })
    .first()
    .click()
  await page.getByRole('tab', { name: 'Blocked and muted' }).click()
  await page.getByRole('button', { name: 'Unblock' }).click()
  await expect(page.getByRole('button', { name: 'Unblock' })).toBeHidden()
  // Goes back in the application's history, without a reload.
  await expect(async () => {
    await page.goBack()
    await expect(page).toHaveURL(new RegExp(`/user/${person.username}`), { timeout: 500 })
  }).toPass()
  await expect(follow).toHaveAttribute('aria-pressed', 'false')
  const answer = await fetch(`${app.url}/api/users/${person.username}`, {
    headers: { authorization: `Bearer ${reader.authentication.token}` },
  })
  expect((await answer.json()).data.viewer.isFollowing).toBe(false)
})
