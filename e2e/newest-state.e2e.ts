import type { Page } from '@playwright/test'
import type { Meme } from '#contract/memes/memes.ts'
import { expect } from '#test/e2e-server.ts'
import { type Session, signUp } from '#test/sign-up.ts'
import commonEn from '#web/locales/en/common.json' with { type: 'json' }
import { test } from './front-proxy.ts'
import { signInAs, uploadMeme } from './people.ts'
import { controlled } from './service-worker.ts'

test.use({
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

/** Reactions without and then with a connection, and the state that they end in. */
const CHOICES = [
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
]

test('the last choice wins, offline, online, and in another tab', async ({ page, app, front, context }) => {
  test.setTimeout(180_000)
  await test.step('in one tab', async () => {
    const [member, maker] = [await signUp(app), await signUp(app)]
    await signInAs(page, member)
    for (const { title, offline, online, ends } of CHOICES)
      await test.step(title, async () => {
        const meme = await uploadMeme(app, maker, { name: title })
        await openMeme(page, meme._id)
        // The browser still counts as online, so no pending action is sent before the next choice.
        front.cut()
        for (const name of offline) {
          await reaction(page, name).click()
          await expect(page.getByText(commonEn.offline.queued).first()).toBeVisible()
        }
        front.restore()
        for (const name of online) await reaction(page, name).click()
        await page.evaluate(() => window.dispatchEvent(new Event('online')))
        await Promise.all([
          expect.poll(() => viewerOf(app.url, member, meme._id)).toMatchObject(ends),
          expect(page.getByText(/Back online/).first()).toBeVisible(),
        ])
        expect(await viewerOf(app.url, member, meme._id)).toMatchObject(ends)
        await expect(reaction(page, 'Like')).toHaveAttribute('aria-pressed', String(ends.isLiked))
      })
  })
  await test.step('in two tabs', async () => {
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
})
