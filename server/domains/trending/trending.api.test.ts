import { beforeEach, describe, expect, test } from 'vitest'
import type { ActionName } from '#contract/memes/actions.ts'
import { type BuiltMember, buildMember, buildMeme, changeUsers } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { notRepeated } from '#test/not-repeated.ts'
import type { MemeRow } from '../memes/queries.ts'
import { refreshTrending } from './refresh-trending.ts'

const DAY_MS = 86_400_000
const longAgo = () => new Date(Date.now() - 90 * DAY_MS)

const app = await appForFile({ trustProxy: 1 })
const creator = await buildMember(app, { createdAt: longAgo() })
beforeEach(async () => {
  await app.db.deleteFrom('memes').execute()
  await app.db.deleteFrom('user_hours').execute()
  await app.db.deleteFrom('follows').execute()
  await app.db.deleteFrom('trending_bases').execute()
})

let address = 0
/** Performs an action from a new address, unless one is given. */
async function act(meme: MemeRow, action: ActionName, options: { token?: string; from?: string } = {}) {
  address += 1
  const from = options.from ?? `10.${(address >> 16) & 255}.${(address >> 8) & 255}.${address & 255}`
  const answer = await app.call('POST', '/user-action', {
    ...(options.token ? { token: options.token } : {}),
    headers: { 'x-forwarded-for': from, 'user-agent': `browser ${address}` },
    body: { memeId: meme.id, action, active: true },
  })
  expect(answer.status).toBe(200)
}

const times = async (count: number, work: (index: number) => Promise<unknown>) => {
  for (let index = 0; index < count; index += 1) await work(index)
}

const trending = async (query = '') => (await app.call('GET', `/trending-memes${query}`)).body
const people = async (query = '', token?: string) =>
  (await app.call('GET', `/users/trending${query}`, token ? { token } : {})).body
const ids = (body: { data: { meme: { _id: string } }[] }) => body.data.map((entry) => entry.meme._id)

describe('trending memes', () => {
  test('are ranked by gains, a copy above a like above a view, with gains and totals', async () => {
    const [viewed, liked, copied] = await Promise.all([1, 2, 3].map(() => buildMeme(app, { user: creator.user })))
    if (!viewed || !liked || !copied) throw new Error('three memes')
    const member = await buildMember(app, { createdAt: longAgo() })
    await act(viewed, 'view')
    await act(liked, 'like', { token: member.token })
    await act(copied, 'copy', { token: member.token })
    await app.db.updateTable('meme_stats').set({ like_count: 40 }).where('meme_id', '=', liked.id).execute()
    await refreshTrending(app.deps)
    const body = await trending()
    expect(ids(body)).toEqual([copied.id, liked.id, viewed.id])
    expect(body.data[1]).toMatchObject({ rank: 2, likeCount: 1, copyCount: 0, viewCount: 0, meme: { likeCount: 40 } })
    expect(body.data[0].score).toBeGreaterThan(body.data[1].score)
    expect(body).toMatchObject({ success: true, hasNext: false, nextCursor: null })
  })

  test('ignore gains before their period and weigh older ones less', async () => {
    const [today, lastWeek, lastMonth] = await Promise.all([1, 2, 3].map(() => buildMeme(app, { user: creator.user })))
    const hour = (daysAgo: number) => new Date(Math.floor((Date.now() - daysAgo * DAY_MS) / 3_600_000) * 3_600_000)
    await app.db
      .insertInto('meme_hours')
      .values([
        { meme_id: today?.id ?? '', hour: hour(0.2), likes: 1, weight: 2 },
        { meme_id: lastWeek?.id ?? '', hour: hour(3), likes: 1, weight: 2 },
        { meme_id: lastMonth?.id ?? '', hour: hour(20), likes: 9, weight: 18 },
        { meme_id: lastMonth?.id ?? '', hour: hour(40), likes: 90, weight: 180 },
      ])
      .execute()
    await app.db.updateTable('meme_stats').set({ like_count: 99 }).execute()
    await refreshTrending(app.deps)
    expect(ids(await trending('?period=24h'))).toEqual([today?.id])
    expect(ids(await trending('?period=7d'))).toEqual([today?.id, lastWeek?.id])
    const month = await trending('?period=1m')
    expect(ids(month)).toEqual([lastMonth?.id, today?.id, lastWeek?.id])
    expect(month.data[0].likeCount).toBe(9)
  })

  test('exclude withdrawn reactions', async () => {
    const unliked = await buildMeme(app, { user: creator.user })
    const member = await buildMember(app, { createdAt: longAgo() })
    await act(unliked, 'like', { token: member.token })
    await app.call('POST', '/user-action', {
      token: member.token,
      body: { memeId: unliked.id, action: 'like', active: false },
    })
    await refreshTrending(app.deps)
    expect((await trending()).data).toEqual([])
    const hours = await app.db.selectFrom('meme_hours').select('weight').where('meme_id', '=', unliked.id).execute()
    expect(hours.reduce((sum, row) => sum + row.weight, 0)).toBeCloseTo(0, 9)
  })

  test('have no repeats or gaps between pages after a refresh', async () => {
    const memes: MemeRow[] = []
    await times(5, async () => memes.push(await buildMeme(app, { user: creator.user })))
    for (const [index, meme] of memes.entries()) await times(index + 1, () => act(meme, 'view'))
    await refreshTrending(app.deps)
    const first = await trending('?limit=2')
    for (const meme of memes.slice(0, 2)) await times(20, () => act(meme, 'view'))
    await refreshTrending(app.deps)
    const second = await trending(`?limit=2&cursor=${encodeURIComponent(first.nextCursor)}`)
    const third = await trending(`?limit=2&cursor=${encodeURIComponent(second.nextCursor)}`)
    expect([...ids(first), ...ids(second), ...ids(third)]).toEqual(memes.toReversed().map((meme) => meme.id))
    expect([second.data[0].rank, third.data[0].rank, third.hasNext]).toEqual([3, 5, false])
    expect(ids(await trending('?limit=1'))).not.toEqual([memes[4]?.id])
  })

  test('reject a made-up cursor and a cursor of another period', async () => {
    const memes = await Promise.all([1, 2].map(() => buildMeme(app, { user: creator.user })))
    for (const meme of memes) await act(meme, 'view')
    await refreshTrending(app.deps)
    const { nextCursor } = await trending('?limit=1')
    expect((await app.call('GET', '/trending-memes?cursor=abc')).body.code).toBe('cursor.invalid')
    const other = await app.call('GET', `/trending-memes?period=7d&cursor=${encodeURIComponent(nextCursor)}`)
    expect(other.body.code).toBe('cursor.invalid')
  })

  test('store only the lists of the last quarter of an hour', async () => {
    for (const minutesAgo of [40, 20, 10, 0])
      await refreshTrending(app.deps, new Date(Date.now() - minutesAgo * 60_000))
    const generations = await app.db.selectFrom('trending_generations').select('made_at').execute()
    const oldest = Math.min(...generations.map((row) => row.made_at.getTime()))
    expect(generations.length).toBeGreaterThanOrEqual(2)
    expect(Date.now() - oldest).toBeLessThan(16 * 60_000)
  })
})

describe('an attack', () => {
  test('from one address or with accounts minutes old raises nothing into the top 15', {
    ...notRepeated,
    timeout: 120_000,
  }, async () => {
    const honest: MemeRow[] = []
    await times(15, async () => honest.push(await buildMeme(app, { user: creator.user })))
    const voters: BuiltMember[] = []
    await times(4, async () => voters.push(await buildMember(app, { createdAt: longAgo() })))
    for (const meme of honest) for (const { token } of voters) await act(meme, 'like', { token })

    const attacker = await buildMember(app)
    const [fromOneAddress, byYoungAccounts] = await Promise.all(
      [1, 2].map(() => buildMeme(app, { user: attacker.user })),
    )
    if (!fromOneAddress || !byYoungAccounts) throw new Error('two memes')
    // One address with many browsers, and with old accounts.
    await times(60, () => act(fromOneAddress, 'copy', { from: '203.0.113.7' }))
    await times(60, () => act(fromOneAddress, 'view', { from: '203.0.113.7' }))
    for (const { token } of voters) await act(fromOneAddress, 'copy', { from: '203.0.113.7', token })
    // Many addresses within one household's IPv6 network.
    await times(30, (index) => act(fromOneAddress, 'copy', { from: `2001:db8:1:2::${index + 1}` }))
    await times(60, async () => {
      const { token } = await buildMember(app)
      await act(byYoungAccounts, 'like', { token })
      await act(byYoungAccounts, 'copy', { token })
      await act(byYoungAccounts, 'add-to-album', { token })
    })
    await refreshTrending(app.deps)
    for (const period of ['24h', '7d', '1m']) {
      const first15 = ids(await trending(`?period=${period}`))
      expect(first15).toHaveLength(15)
      expect(new Set(first15)).toEqual(new Set(honest.map((meme) => meme.id)))
    }
    const all = await trending('?limit=50')
    expect(all.data.find((entry: { meme: { _id: string } }) => entry.meme._id === byYoungAccounts.id).likeCount).toBe(
      60,
    )
    const firstPerson = (await people()).data[0]
    expect(firstPerson.username).toBe(creator.user.username)
  })

  test(
    'from one address counts less than a few other addresses, however young their accounts are',
    notRepeated,
    async () => {
      const [fromOne, fromMany] = await Promise.all([1, 2].map(() => buildMeme(app)))
      if (!fromOne || !fromMany) throw new Error('two memes')
      for (const action of ['view', 'copy'] as const)
        await times(30, () => act(fromOne, action, { from: '203.0.113.9' }))
      await times(12, async () => act(fromMany, 'like', { token: (await buildMember(app)).token }))
      await refreshTrending(app.deps)
      expect(ids(await trending())).toEqual([fromMany.id, fromOne.id])
    },
  )

  test('by voting for one’s own memes has no effect', async () => {
    const meme = await buildMeme(app, { user: creator.user })
    await act(meme, 'like', { token: creator.token })
    const hours = await app.db.selectFrom('meme_hours').select('weight').where('meme_id', '=', meme.id).execute()
    expect(hours.map((row) => row.weight)).toEqual([0])
  })
})

describe('trending users', () => {
  test('have all nine figures, gained and total', async () => {
    const person = await buildMember(app, { displayName: 'Trần Trendy', bio: 'I hang pictures' })
    const meme = await buildMeme(app, { user: person.user })
    const fan = await buildMember(app, { createdAt: longAgo() })
    for (const action of ['view', 'like', 'copy'] as const) await act(meme, action, { token: fan.token })
    await app.db.insertInto('follows').values({ follower_id: fan.user.id, followed_id: person.user.id }).execute()
    await changeUsers(app.db, person.user.id, { followers_count: 7 })
    await refreshTrending(app.deps)
    const body = await people('?timeFrame=24h', fan.token)
    expect(body).toMatchObject({ page: 1, limit: 15, total: 1, hasNext: false })
    expect(body.data[0]).toMatchObject({
      rank: 1,
      displayName: 'Trần Trendy',
      username: person.user.username,
      bio: 'I hang pictures',
      avatarUrl: null,
      analytics: {
        followersGained: 1,
        totalFollowers: 7,
        memesPosted: 1,
        totalMemes: 1,
        likesReceived: 1,
        totalLikes: 1,
        copiesReceived: 1,
        totalCopies: 1,
        viewsReceived: 1,
        totalViews: 1,
      },
      viewer: { isFollowing: true, isFollowedBy: false, isSelf: false },
    })
    expect((await people()).data[0].viewer).toBeUndefined()
  })

  test('have continuous ranks across pages', async () => {
    for (const count of [1, 2, 3, 4, 5]) {
      const person = await buildMember(app)
      const meme = await buildMeme(app, { user: person.user })
      await times(count, () => act(meme, 'view'))
    }
    await refreshTrending(app.deps)
    const second = await people('?limit=2&page=2')
    expect(second).toMatchObject({ page: 2, limit: 2, total: 5, hasNext: true })
    expect(second.data.map((entry: { rank: number }) => entry.rank)).toEqual([3, 4])
    expect(second.data[0].analytics.viewsReceived).toBe(3)
    const last = await people('?limit=2&page=3')
    expect([last.data.length, last.hasNext]).toEqual([1, false])
    expect((await people('?page=9')).data).toEqual([])
  })
})
