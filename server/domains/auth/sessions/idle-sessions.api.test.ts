import { expect, test } from 'vitest'
import { SESSION_IDLE_DAYS } from '#contract/limits.ts'
import { buildMember } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'

const app = await appForFile()

const DAY_MS = 86_400_000
const lastUsed = (userId: string, daysAgo: number) =>
  app.db
    .updateTable('sessions')
    .set({ last_used_at: new Date(Date.now() - daysAgo * DAY_MS) })
    .where('user_id', '=', userId)
    .execute()

test('a session used within thirty days continues, and its use is recorded', async () => {
  const { user, token } = await buildMember(app)
  await lastUsed(user.id, SESSION_IDLE_DAYS - 1)
  const { body } = await app.call('GET', '/users/me/sessions', { token })
  const end = Date.parse(body.data[0].expiresAt)
  expect(end).toBeLessThan(Date.now() + (SESSION_IDLE_DAYS + 1) * DAY_MS)
})

test('a session unused for thirty days has ended', async () => {
  const { user, token } = await buildMember(app)
  await lastUsed(user.id, SESSION_IDLE_DAYS)
  const answer = await app.call('GET', '/users/me', { token })
  expect([answer.status, answer.body.code]).toEqual([401, 'auth.tokenInvalid'])
})
