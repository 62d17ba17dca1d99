import { expect, test } from '#test/e2e-server.ts'
import { type Session, signUp } from '#test/sign-up.ts'
import { signInAs, uploadMeme } from './people.ts'
import { answerTrending } from './trending-lists.ts'

/** An entry with the fields that the page needs, without id, rank and relation, of a real member, so that following works. */
const entry = (rank: number, { username }: Session) => ({
  username,
  displayName: `Person ${rank}`,
  bio: '',
  avatarUrl: null,
  analytics: {
    followersGained: 4,
    totalFollowers: 0,
    memesPosted: 2,
    totalMemes: 9,
    likesReceived: 5,
    totalLikes: 50,
    copiesReceived: 6,
    totalCopies: 60,
    viewsReceived: 8,
    totalViews: 80,
  },
})

test('trending people are followed, and the chosen time frame stays in view on a phone', async ({ page, app }) => {
  await test.step('time frames on a phone', async () => {
    const creator = await signUp(app)
    await answerTrending(page, [await uploadMeme(app, creator)])
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto('/trending-users')
    const row = page.getByRole('tablist')
    const underline = row.locator('> span')
    for (const name of ['24 hours', '1 month', '1 week']) {
      const frame = row.getByRole('tab', { name })
      await frame.click()
      await expect(frame).toHaveAttribute('aria-selected', 'true')
      if (name === '1 month') await expect(page).toHaveURL(/time=1m/)
      const distance = async () => {
        const [line, box] = [await underline.boundingBox(), await frame.boundingBox()]
        if (!line || !box) return Number.POSITIVE_INFINITY
        return Math.abs(line.x - box.x) + Math.abs(line.width - box.width)
      }
      await expect.poll(distance).toBeLessThan(2)
      await expect(frame).toBeInViewport({ ratio: 0.99 })
    }
  })
  await test.step('follow', async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    const tab = page

    const [reader, ...people] = await Promise.all(Array.from({ length: 5 }, () => signUp(app)))
    if (!reader) throw new Error('a reader')
    await tab.route('**/api/users/trending*', async (route) => {
      const data = people.map((person, index) => entry(index + 1, person))
      await route.fulfill({ json: { success: true, data, page: 1, limit: 15, total: data.length, hasNext: false } })
    })
    await signInAs(tab, reader)
    await tab.setViewportSize({ width: 768, height: 1024 })
    await tab.goto('/trending-users')
    for (const rank of [1, 4]) {
      const item = tab
        .getByRole('article')
        .filter({ has: tab.getByRole('link', { name: `Person ${rank}`, exact: true }) })
      await expect(item.getByText(`Rank ${rank}`)).toBeAttached()
      await expect(item.getByText('Followers: 4 gained, 0 in total')).toBeAttached()
      await item.getByRole('button', { name: /^Follow/ }).click()
      await expect(item.getByText('Followers: 4 gained, 1 in total')).toBeAttached()
      const username = people[rank - 1]?.username
      const followed = async () => {
        const answer = await fetch(`${app.url}/api/users/${username}`)
        return (await answer.json()).data.stats.followersCount
      }
      await expect.poll(followed).toBe(1)
    }
    expect(await tab.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
  })
})
