import { describe, expect, test } from 'vitest'
import { buildMember, unique } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { hashReservedNames } from '../rules.ts'

const app = await appForFile()

const leave = (token: string) => app.call('DELETE', '/users/me', { token })

describe('deleting an account', () => {
  test('reserves the username for 90 days and frees the address', async () => {
    const { user, token } = await buildMember(app)
    await leave(token)
    const body = { email: user.email, username: user.username.toUpperCase(), password: 'secret one' }
    const taken = await app.call('POST', '/auth/register', { body })
    expect([taken.status, taken.body.code]).toEqual([409, 'auth.usernameTaken'])
    const hold = await app.db
      .selectFrom('username_holds')
      .select('held_until')
      .where('username_key', 'in', hashReservedNames(app.deps.config.authSecret, user.username))
      .executeTakeFirstOrThrow()
    expect(Math.round((hold.held_until.getTime() - Date.now()) / 86_400_000)).toBe(90)

    const again = await app.call('POST', '/auth/register', { body: { ...body, username: `anew${unique()}` } })
    expect(again.status).toBe(201)
    const code = /\b\d{6}\b/.exec((await app.mailTo(user.email ?? '')).text)?.[0]
    await app.call('POST', '/auth/verify-email', { body: { email: user.email, code } })
    expect((await app.call('POST', '/auth/login', { body })).status).toBe(200)

    await app.db
      .updateTable('username_holds')
      .set({ held_until: new Date(Date.now() - 1000) })
      .where('username_key', 'in', hashReservedNames(app.deps.config.authSecret, user.username))
      .execute()
    const later = { email: `later${unique()}@example.com`, username: user.username, password: 'secret one' }
    expect((await app.call('POST', '/auth/register', { body: later })).status).toBe(201)
  })
})
