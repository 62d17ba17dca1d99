import { describe, expect, test } from 'vitest'
import { type BuiltMember, buildMember } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { notRepeated } from '#test/not-repeated.ts'

const app = await appForFile()

const follow = (who: BuiltMember, target: string) =>
  app.call('POST', `/users/${encodeURIComponent(target)}/follow`, who)
const unfollow = (who: BuiltMember, target: string) =>
  app.call('DELETE', `/users/${encodeURIComponent(target)}/unfollow`, who)
const remove = (who: BuiltMember, target: string) =>
  app.call('DELETE', `/users/${encodeURIComponent(target)}/remove-follower`, who)
const list = (kind: 'followers' | 'following', of: BuiltMember, query = '', token?: string) =>
  app.call('GET', `/users/${of.user.id}/${kind}${query}`, token ? { token } : {})
const people = (count: number) => Promise.all(Array.from({ length: count }, () => buildMember(app)))

async function counts(member: BuiltMember) {
  const row = await app.db
    .selectFrom('users')
    .select(['followers_count', 'following_count'])
    .where('id', '=', member.user.id)
    .executeTakeFirstOrThrow()
  return {
    followers: row.followers_count,
    following: row.following_count,
  }
}

async function rows(followed: BuiltMember) {
  return (await app.db.selectFrom('follows').selectAll().where('followed_id', '=', followed.user.id).execute()).length
}

describe('following', () => {
  test('counts once when repeated, and returns the relationship and both counts', async () => {
    const [anna, bob] = (await people(2)) as [BuiltMember, BuiltMember]
    const first = await follow(anna, bob.user.id)
    expect(first).toMatchObject({
      status: 200,
      body: {
        success: true,
        message: "You're now following this person.",
        data: { relationship: { isFollowing: true, isFollowedBy: false }, followersCount: 1, followingCount: 1 },
      },
    })
    expect(Date.parse(first.body.data.relationship.followedAt)).toBeGreaterThan(0)
    expect((await follow(anna, bob.user.username)).body.data).toEqual(first.body.data)
    expect(await counts(bob)).toEqual({ followers: 1, following: 0 })
    expect(await counts(anna)).toEqual({ followers: 0, following: 1 })
  })

  test('accepts a username in any case and in any script', async () => {
    const anna = await buildMember(app)
    const lan = await buildMember(app, { username: 'Lan_Ánh.ở-Huế' })
    expect((await follow(anna, 'lan_ánh.ở-huế')).body.data.followersCount).toBe(1)
    expect((await follow(anna, lan.user.username.normalize('NFD'))).body.data.followersCount).toBe(1)
  })

  test('each other shows on both sides', async () => {
    const [anna, bob] = (await people(2)) as [BuiltMember, BuiltMember]
    await follow(anna, bob.user.id)
    const back = await follow(bob, anna.user.id)
    expect(back.body.data.relationship).toMatchObject({ isFollowing: true, isFollowedBy: true })
    const gone = await unfollow(anna, bob.user.id)
    expect(gone.body.data.relationship).toEqual({ isFollowing: false, isFollowedBy: true, followedAt: null })
  })

  test('oneself or an unknown person is refused', async () => {
    const anna = await buildMember(app)
    const calls = [
      ['POST', 'follow'],
      ['DELETE', 'unfollow'],
      ['DELETE', 'remove-follower'],
    ] as const
    for (const [method, path] of calls) {
      const self = await app.call(method, `/users/${anna.user.id}/${path}`, anna)
      expect([self.status, self.body.code]).toEqual([400, 'follow.self'])
      const nobody = await app.call(method, `/users/nobody-of-this-name/${path}`, anna)
      expect([nobody.status, nobody.body.code]).toEqual([404, 'user.notFound'])
    }
    const vietnamese = await app.call('POST', `/users/${anna.user.id}/follow`, {
      token: anna.token,
      headers: { 'accept-language': 'vi' },
    })
    expect(vietnamese.body.message).toBe('Bạn không thể theo dõi chính mình.')
    expect(await counts(anna)).toEqual({ followers: 0, following: 0 })
  })

  test('an unverified account is not found', async () => {
    const anna = await buildMember(app)
    const ghost = await buildMember(app, { emailVerifiedAt: null })
    expect((await follow(anna, ghost.user.id)).status).toBe(404)
  })
})

describe('unfollowing and removing', () => {
  test('never brings a count below 0, however often it is repeated', async () => {
    const [anna, bob] = (await people(2)) as [BuiltMember, BuiltMember]
    await unfollow(anna, bob.user.id)
    await follow(anna, bob.user.id)
    await unfollow(anna, bob.user.id)
    const again = await unfollow(anna, bob.user.id)
    expect(again.body.data).toEqual({
      relationship: { isFollowing: false, isFollowedBy: false, followedAt: null },
      followersCount: 0,
      followingCount: 0,
    })
    expect(await counts(bob)).toEqual({ followers: 0, following: 0 })
  })

  test('removes a follower and leaves the own follow', async () => {
    const [anna, bob] = (await people(2)) as [BuiltMember, BuiltMember]
    await follow(anna, bob.user.id)
    await follow(bob, anna.user.id)
    const answer = await remove(bob, anna.user.username)
    expect(answer.body.data).toMatchObject({
      relationship: { isFollowing: true, isFollowedBy: false },
      followersCount: 1,
      followingCount: 1,
    })
    expect((await remove(bob, anna.user.id)).status).toBe(200)
    expect(await counts(bob)).toMatchObject({ followers: 0, following: 1 })
    expect(await counts(anna)).toMatchObject({ followers: 1, following: 0 })
  })

  test('of a deleted person is a 404', async () => {
    const [anna, bob] = (await people(2)) as [BuiltMember, BuiltMember]
    await follow(anna, bob.user.id)
    await app.db.deleteFrom('users').where('id', '=', bob.user.id).execute()
    expect((await unfollow(anna, bob.user.id)).body.code).toBe('user.notFound')
  })
})

describe('simultaneous changes', () => {
  test('500 of one pair leave one row or none, and matching counts', { ...notRepeated, timeout: 120_000 }, async () => {
    const [anna, bob] = (await people(2)) as [BuiltMember, BuiltMember]
    const answers = await Promise.all(
      Array.from({ length: 500 }, (_, index) => (index % 2 ? unfollow : follow)(anna, bob.user.id)),
    )
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
    for (const { body } of answers) expect(body.data.followersCount).toBe(body.data.relationship.isFollowing ? 1 : 0)
    const left = await rows(bob)
    expect(await counts(bob)).toEqual({ followers: left, following: 0 })
    expect(await counts(anna)).toEqual({ followers: 0, following: left })
  })

  test('500 by 100 members on one popular person count exactly', { ...notRepeated, timeout: 120_000 }, async () => {
    const star = await buildMember(app)
    const fans = await people(100)
    const changes = fans.flatMap((fan) =>
      [follow, follow, unfollow, follow, unfollow].map((change) => () => change(fan, star.user.id)),
    )
    const answers = await Promise.all(changes.map((change) => change()))
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
    const left = await rows(star)
    expect(await counts(star)).toEqual({ followers: left, following: 0 })
    await Promise.all(fans.map((fan) => follow(fan, star.user.id)))
    expect(await counts(star)).toEqual({ followers: 100, following: 0 })
  })

  test('people who follow each other in a ring do not deadlock', async () => {
    const ring = await people(6)
    const answers = await Promise.all(
      ring.flatMap((one) => ring.filter((other) => other !== one).map((other) => follow(one, other.user.id))),
    )
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
    for (const one of ring) expect(await counts(one)).toEqual({ followers: 5, following: 5 })
  })
})

describe('lists of people', () => {
  test('are newest first, paged by cursor without repeats or gaps, with the total', async () => {
    const star = await buildMember(app)
    const fans = await people(7)
    for (const fan of fans) await follow(fan, star.user.id)
    const expected = fans.map((fan) => fan.user.username).reverse()
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const { status, body } = await list('followers', star, `?limit=3${cursor ? `&cursor=${cursor}` : ''}`)
      expect([status, body.success, body.totalCount]).toEqual([200, true, 7])
      expect(body.hasNextPage).toBe(body.nextCursor !== null)
      seen.push(...body.data.map((user: { username: string }) => user.username))
      cursor = body.nextCursor
    } while (cursor)
    expect(seen).toEqual(expected)
    const following = await list('following', fans[0] as BuiltMember)
    expect(following.body.data).toMatchObject([{ username: star.user.username, followersCount: 7 }])
  })

  test('are paged correctly for follows of the same moment', async () => {
    const star = await buildMember(app)
    const fans = await people(5)
    for (const fan of fans) await follow(fan, star.user.id)
    await app.db
      .updateTable('follows')
      .set({ created_at: new Date() })
      .where('followed_id', '=', star.user.id)
      .execute()
    const first = await list('followers', star, '?limit=2')
    const second = await list('followers', star, `?limit=100&cursor=${first.body.nextCursor}`)
    const names = [...first.body.data, ...second.body.data].map((user) => user.username)
    expect(new Set(names).size).toBe(5)
    expect(names).toHaveLength(5)
  })

  test('hold their position when entries come and go between pages', async () => {
    const star = await buildMember(app)
    const fans = await people(6)
    for (const fan of fans) await follow(fan, star.user.id)
    const first = await list('followers', star, '?limit=3')
    const newcomer = await buildMember(app)
    await follow(newcomer, star.user.id)
    await unfollow(fans[5] as BuiltMember, star.user.id)
    const second = await list('followers', star, `?limit=3&cursor=${first.body.nextCursor}`)
    expect(second.body.data.map((user: { username: string }) => user.username)).toEqual(
      [fans[2], fans[1], fans[0]].map((fan) => fan?.user.username),
    )
  })

  test('show the reader’s relationship to each person, and none to visitors', async () => {
    const [star, anna, bob, reader] = (await people(4)) as [BuiltMember, BuiltMember, BuiltMember, BuiltMember]
    await follow(anna, star.user.id)
    await follow(bob, star.user.id)
    await follow(reader, anna.user.id)
    await follow(bob, reader.user.id)
    const asMember = await list('followers', star, '', reader.token)
    expect(asMember.body.data).toMatchObject([
      { username: bob.user.username, isFollowing: false, isFollowedBy: true },
      { username: anna.user.username, isFollowing: true, isFollowedBy: false },
    ])
    const asVisitor = await list('followers', star)
    for (const user of asVisitor.body.data) expect(user).toMatchObject({ isFollowing: false, isFollowedBy: false })
    const own = await list('following', reader, '', reader.token)
    expect(own.body.data).toMatchObject([{ username: anna.user.username, isFollowing: true }])
  })

  test('hold 20 people by default', async () => {
    const star = await buildMember(app)
    for (const fan of await people(21)) await follow(fan, star.user.id)
    const byItself = await list('followers', star)
    expect([byItself.body.data.length, byItself.body.hasNextPage]).toEqual([20, true])
    const fifty = await list('followers', star, '?limit=50')
    expect([fifty.body.data.length, fifty.body.hasNextPage, fifty.body.nextCursor]).toEqual([21, false, null])
  })

  test('reject a made-up cursor and a cursor of another list', async () => {
    const [star, anna, bob] = (await people(3)) as [BuiltMember, BuiltMember, BuiltMember]
    await follow(anna, star.user.id)
    await follow(bob, star.user.id)
    const { nextCursor } = (await list('followers', star, '?limit=1')).body
    const elsewhere = [
      await list('following', star, `?cursor=${nextCursor}`),
      await list('followers', anna, `?cursor=${nextCursor}`),
      await list('followers', star, '?cursor=made.up'),
      await list('followers', star, '?cursor='),
    ]
    for (const answer of elsewhere) expect([answer.status, answer.body.code]).toEqual([400, 'cursor.invalid'])
  })

  test('of an unknown person are a 404, and of a new member are empty', async () => {
    expect((await app.call('GET', '/users/nobody-of-this-name/followers')).body.code).toBe('user.notFound')
    const newcomer = await buildMember(app)
    expect((await list('following', newcomer)).body).toMatchObject({
      data: [],
      hasNextPage: false,
      nextCursor: null,
      totalCount: 0,
    })
  })
})
