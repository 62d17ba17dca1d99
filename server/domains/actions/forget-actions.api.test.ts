import { expect, test } from 'vitest'
import type { ActionName } from '#contract/memes/actions.ts'
import { type BuiltMember, buildMember, buildMeme, changeUsers } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'

const app = await appForFile()

const DAY_MS = 86_400_000
const act = ({ token }: BuiltMember, memeId: string, action: ActionName, active = true) =>
  app.call('POST', '/user-action', { token, body: { memeId, action, active } })

/** Builds a member with an account that is `days` old. An account created today has reduced voting weight. */
async function member(days: number): Promise<BuiltMember> {
  const built = await buildMember(app)
  await changeUsers(app.db, built.user.id, { created_at: new Date(Date.now() - days * DAY_MS) })
  return built
}

const weights = async (memeId: string, creatorId: string) => {
  const hours = await app.db.selectFrom('meme_hours').selectAll().where('meme_id', '=', memeId).execute()
  const ofCreator = await app.db.selectFrom('user_hours').selectAll().where('user_id', '=', creatorId).execute()
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  return [
    sum(hours.map((hour) => hour.weight)),
    sum(hours.map((hour) => hour.young_weight)),
    sum(ofCreator.map((hour) => hour.weight)),
    sum(ofCreator.map((hour) => hour.young_weight)),
  ]
}

test('deleting a member removes their likes from trending, at any account age, and no others', async () => {
  const meme = await buildMeme(app)
  const creatorId = meme.user_id ?? ''
  const stays = await member(10)
  await act(stays, meme.id, 'like')
  const before = await weights(meme.id, creatorId)
  expect(before[0]).toBeGreaterThan(0)
  for (const days of [10, 0]) {
    const leaves = await member(days)
    for (const action of ['view', 'copy', 'add-to-album', 'like'] as const) await act(leaves, meme.id, action)
    // Actions changed and undone must not be subtracted twice.
    await act(leaves, meme.id, 'dislike')
    await act(leaves, meme.id, 'like')
    await act(leaves, meme.id, 'add-to-album', false)
    expect(await weights(meme.id, creatorId)).not.toEqual(before)
    expect((await app.call('DELETE', '/users/me', { token: leaves.token })).status).toBe(200)
    const after = await weights(meme.id, creatorId)
    for (const [index, weight] of after.entries()) expect(weight).toBeCloseTo(before[index] ?? Number.NaN, 9)
  }
})
