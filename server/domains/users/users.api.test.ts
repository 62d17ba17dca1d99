import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import { buildMember, unique } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { multipart } from '#test/multipart.ts'
import { elevenMegabytes, jpegWithMetadata, PHONE_SECRETS, plainPng, textFile, truncatedJpeg } from '#test/pictures.ts'
import { randomPicture } from '#test/random-picture.ts'
import { UNKNOWN_ID } from '#test/unknown-id.ts'

const app = await appForFile()

const save = (token: string, body: object) => app.call('PUT', '/users/me/profile', { token, body })
const saveWith = (token: string, fields: Record<string, string>, avatar?: Buffer) =>
  app.call('PUT', '/users/me/profile', {
    token,
    ...multipart([
      ...(avatar ? [{ name: 'avatar', value: avatar, fileName: 'me.jpg', type: 'image/jpeg' }] : []),
      ...Object.entries(fields).map(([name, value]) => ({ name, value })),
    ]),
  })
const getMedia = (url: string) => app.app.inject({ method: 'GET', url })

describe('the profile', () => {
  test('is saved as JSON and publicly visible', async () => {
    const { user, token } = await buildMember(app)
    const answer = await save(token, { displayName: 'Mèo Lười', bio: '  I like cats  ' })
    expect(answer.body).toMatchObject({
      success: true,
      message: 'Your profile has been saved.',
      profile: { displayName: 'Mèo Lười', bio: 'I like cats', avatar: null },
    })
    const shown = await app.call('GET', `/users/${user.username.toUpperCase()}`)
    expect(shown.body.data).toMatchObject({ _id: user.id, displayName: 'Mèo Lười', bio: 'I like cats' })
    expect(shown.body.data.viewer).toBeUndefined()
    expect(shown.body.data.email).toBeUndefined()
  })

  test('leaves an omitted bio unchanged and clears an empty one', async () => {
    const { token } = await buildMember(app, { bio: 'kept' })
    expect((await save(token, { displayName: 'Mia Trần' })).body.profile.bio).toBe('kept')
    expect((await save(token, { displayName: 'Mia Trần', bio: '' })).body.profile.bio).toBe('')
  })

  test('accepts an avatar and stores it square in two sizes, without hidden metadata', async () => {
    const { user, token } = await buildMember(app)
    const answer = await saveWith(
      token,
      { displayName: 'Mia Trần' },
      await jpegWithMetadata({ width: 900, height: 600 }),
    )
    expect(answer.status).toBe(200)
    const large = await getMedia(answer.body.profile.avatar)
    const small = await getMedia((await app.call('GET', `/users/${user.id}`)).body.data.avatarUrl)
    const sizes = await Promise.all([large, small].map((file) => sharp(file.rawPayload).metadata()))
    expect(sizes.map(({ width, height }) => [width, height])).toEqual([
      [512, 512],
      [128, 128],
    ])
    for (const secret of PHONE_SECRETS) expect(large.rawPayload.includes(secret)).toBe(false)
  })

  test('changes only the words with multipart and no picture', async () => {
    const { token } = await buildMember(app)
    const before = await saveWith(token, { displayName: 'Mia Trần' }, await plainPng())
    const after = await saveWith(token, { displayName: 'Mia Lê', bio: 'hi' })
    expect(after.body.profile).toEqual({ displayName: 'Mia Lê', bio: 'hi', avatar: before.body.profile.avatar })
  })

  test('removes an avatar by JSON or form, with or without other fields, and deletes its files', async () => {
    const { user, token } = await buildMember(app)
    const remove: ((before: string) => ReturnType<typeof save>)[] = [
      () => save(token, { avatar: null }),
      () => save(token, { displayName: 'Mia Lê', bio: 'hi', avatar: null }),
      () => saveWith(token, { displayName: 'Mia Lê', avatar: 'null' }),
      () => saveWith(token, { avatar: 'null' }),
    ]
    for (const gone of remove) {
      const { avatar } = (await saveWith(token, { displayName: 'Mia Trần' }, await randomPicture(unique()))).body
        .profile
      expect((await save(token, { displayName: 'Mia Trần', avatar })).body.profile.avatar).toBe(avatar)
      const answer = await gone(avatar)
      expect([answer.status, answer.body.profile.avatar]).toEqual([200, null])
      expect((await app.call('GET', `/users/${user.id}`)).body.data.avatarUrl).toBeNull()
      await vi.waitFor(async () => expect((await getMedia(avatar)).statusCode).toBe(404), { timeout: 10_000 })
    }
    expect((await save(token, { avatar: null })).status).toBe(200)
    expect((await save(token, { bio: 'no name' })).body.errors).toMatchObject([
      { path: 'displayName', code: 'requiredField' },
    ])
  })

  test.each([
    ['one over 5 MB', elevenMegabytes, 413, 'image.avatarTooLarge'],
    ['a text', async () => textFile(), 415, 'image.unsupportedType'],
    ['a damaged one', truncatedJpeg, 422, 'image.undecodable'],
    ['an empty one', async () => Buffer.alloc(0), 400, 'image.empty'],
  ])('rejects %s and changes nothing', async (_name, picture, status, code) => {
    const { user, token } = await buildMember(app)
    const answer = await saveWith(token, { displayName: 'Not this' }, await picture())
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect((await app.call('GET', `/users/${user.id}`)).body.data.displayName).toBe(user.display_name)
  })
})

describe('preferences', () => {
  test('change the sent fields only, and answer in the new language', async () => {
    const { token } = await buildMember(app)
    const answer = await app.call('PUT', '/users/me/preferences', { token, body: { contentLanguage: 'vi' } })
    expect(answer.body).toMatchObject({
      message: 'Đã lưu tùy chọn.',
      preferences: { contentLanguage: 'vi', emailNotifications: true },
    })
    await app.call('PUT', '/users/me/preferences', { token, body: { emailNotifications: false } })
    const me = await app.call('GET', '/users/me', { token })
    expect(me.body.data.preferences).toMatchObject({ contentLanguage: 'vi', emailNotifications: false })
  })
})

describe('a person', () => {
  test('is found by id and by username, with the member’s relationship', async () => {
    const [mia, minh] = [await buildMember(app), await buildMember(app)]
    await app.db.insertInto('follows').values({ follower_id: mia.user.id, followed_id: minh.user.id }).execute()
    const asked = async (token: string, id: string) =>
      (await app.call('GET', `/users/${id}`, { token })).body.data.viewer
    expect(await asked(mia.token, minh.user.id)).toEqual({
      isMuted: false,
      isFollowing: true,
      isFollowedBy: false,
      isSelf: false,
    })
    expect(await asked(minh.token, mia.user.username)).toEqual({
      isMuted: false,
      isFollowing: false,
      isFollowedBy: true,
      isSelf: false,
    })
    expect(await asked(mia.token, mia.user.id)).toEqual({
      isMuted: false,
      isFollowing: false,
      isFollowedBy: false,
      isSelf: true,
    })
  })

  test('unknown or unverified is a 404 with its message', async () => {
    const { user } = await buildMember(app, { emailVerifiedAt: null })
    for (const id of ['nobody-of-that-name', UNKNOWN_ID, user.id]) {
      const answer = await app.call('GET', `/users/${id}`)
      expect([answer.status, answer.body.code, answer.body.message]).toEqual([
        404,
        'user.notFound',
        'User does not exist',
      ])
    }
  })
})
