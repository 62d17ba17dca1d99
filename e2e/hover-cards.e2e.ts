import type { Page } from '@playwright/test'
import type { Meme } from '#contract/memes/memes.ts'
import { expect } from '#test/e2e-server.ts'
import { type Session, signUp } from '#test/sign-up.ts'
import { card, restUntilCard } from './hover-card.ts'
import { post, signInAs, uploadMeme } from './people.ts'
import { test } from './small-site.ts'

test.use({ expectedErrors: [/503/] })

const trendingMeme = (meme: Meme) => ({ rank: 1, meme, likeCount: 1, copyCount: 0, viewCount: 1, score: 4 })

function trendingUsers({ _id, username, profile }: Session) {
  const none = ['followersGained', 'totalFollowers', 'memesPosted', 'totalMemes', 'likesReceived', 'totalLikes']
  const counts = [...none, 'copiesReceived', 'totalCopies', 'viewsReceived', 'totalViews'].map((key) => [key, 0])
  const user = { _id, username, displayName: profile.displayName, bio: '', avatarUrl: null }
  const data = [{ rank: 1, ...user, analytics: Object.fromEntries(counts), score: 1 }]
  return { success: true, data, page: 1, limit: 15, total: 1, hasNext: false }
}

test('every name opens a card with the same follow state, and requires visitors to log in', async ({ page, app }) => {
  test.setTimeout(120_000)
  await test.step('visitors', async () => {
    const maker = await signUp(app)
    const meme = await uploadMeme(app, maker)
    await page.goto(`/?view=${meme._id}`)
    const name = page.getByRole('dialog').getByRole('link', { name: maker.profile.displayName, exact: true })
    await restUntilCard(page, name)
    await card(page)
      .getByRole('button', { name: `Follow ${maker.profile.displayName}` })
      .click()
    const prompt = page.getByRole('dialog', { name: 'Please log in to continue' })
    await expect(prompt).toBeVisible()
    await expect(card(page)).toBeHidden()
    await prompt.getByRole('button', { name: 'Back to Memeroom' }).click()
    await expect(page.getByRole('dialog', { name: meme.name })).toBeVisible()
    await page.route(`**/api/users/${maker.username}`, (route) =>
      route.fulfill({ status: 503, json: { success: false, message: '', code: 'x' } }),
    )
    await page.reload()
    await restUntilCard(page, name)
    await expect(card(page)).toHaveText("Couldn't load this profile.")
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
  await test.step('members', async () => {
    const maker = await signUp(app)
    const reader = await signUp(app)
    const { username } = maker
    const name = maker.profile.displayName
    const meme = await uploadMeme(app, maker, { name: 'Known by its maker' })
    // The creator follows a person, so that they appear in a list.
    await post(app, `/users/${reader.username}/follow`, {}, maker.authentication.token)
    await signInAs(page, reader)
    const rest = async (anchor: ReturnType<Page['locator']>) => {
      await anchor.scrollIntoViewIfNeeded()
      await page.mouse.move(1, 1)
      await expect(card(page)).toBeHidden()
      await restUntilCard(page, anchor)
      await expect(card(page)).toContainText(`@${username}`)
    }
    const follow = (text: 'Follow back' | 'Following') =>
      card(page).getByRole('button', { name: `${text} ${name}`, exact: true })

    // On a tile the name appears on hover; a press on it opens the meme, as anywhere on the tile.
    await page.goto('/?tab=new')
    const tile = page.getByRole('article', { name: meme.name })
    await tile.hover()
    await rest(tile.getByText(`by ${name}`))
    await expect(card(page)).toContainText(/0\s*followers/)
    await follow('Follow back').click()
    await expect(page.getByText(`You're now following ${name}`)).toBeVisible()
    await expect(follow('Following')).toBeVisible()
    await expect(card(page)).toContainText(/1\s*follower/)
    await page.keyboard.press('Escape')
    await expect(card(page)).toBeHidden()

    // A job computes ranks only periodically, so the response is faked here.
    await page.route('**/api/trending-memes*', (route) =>
      route.fulfill({ json: { success: true, data: [trendingMeme(meme)], hasNext: false, nextCursor: null } }),
    )
    await page.route('**/api/users/trending*', (route) => route.fulfill({ json: trendingUsers(maker) }))
    await page.goto('/trending')
    await rest(page.getByRole('main').getByRole('link', { name, exact: true }).first())
    await expect(follow('Following')).toBeVisible()
    await page.goto('/trending-users')
    await rest(page.getByRole('main').getByRole('link', { name, exact: true }).first())
    await expect(follow('Following')).toBeVisible()

    await page.goto(`/user/${reader.username}`)
    await page.getByRole('button', { name: /1 follower/ }).click()
    const list = page.getByRole('dialog')
    await rest(list.getByRole('link', { name, exact: true }))
    await follow('Following').click()
    await expect(list.getByRole('listitem').getByRole('button', { name: `Follow back ${name}` })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(card(page)).toBeHidden()
    await expect(list).toBeVisible()

    await page.goto('/account?tab=followers')
    await rest(page.getByRole('main').getByRole('link', { name, exact: true }))
    await expect(follow('Follow back')).toBeVisible()

    // In a meme's modal, keyboard focus also shows the card, and the name links to the page.
    await page.goto(`/?view=${meme._id}`)
    const inModal = page.getByRole('dialog').getByRole('link', { name, exact: true })
    await rest(inModal)
    await card(page).getByRole('link', { name }).click()
    await expect(page).toHaveURL(new RegExp(`/user/${username}$`))
    await expect(card(page)).toBeHidden()
  })
})
