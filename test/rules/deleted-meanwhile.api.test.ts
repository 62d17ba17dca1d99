import { expect, test } from 'vitest'
import type { CallShape } from '#contract/call.ts'
import { type CallKey, calls } from '#contract/calls.ts'
import { bodiesOf } from '#test/call-bodies.ts'
import { isDeclared } from '#test/declared-responses.ts'
import { buildMember, buildMeme } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { goodValues, leastOf, pathOf } from '#test/good-values.ts'
import { pictureForm } from '#test/multipart.ts'
import { randomPicture } from '#test/random-picture.ts'

/** Makes every call for members while their account is deleted: after the session was read, and before anything is written. */
const app = await appForFile()
const memeId = (await buildMeme(app)).id
const picture = await randomPicture('of a member who leaves')
const server = app.app
const read = server.readToken
server.readToken = async (token) => {
  const member = await read(token)
  if (member) await app.db.deleteFrom('users').where('id', '=', member.userId).execute()
  return member
}

const forMembers = (Object.entries(calls) as [CallKey, CallShape][]).filter(
  ([, call]) => call.auth === 'member' && !call.stream,
)

test.each(forMembers)('%s does not fail unexpectedly', async (_, call) => {
  const good = goodValues(memeId)
  const query = new URLSearchParams(leastOf(call.query, good) as Record<string, string>)
  const url = `${pathOf(call, leastOf(call.params, good))}?${query}`
  for (const body of await bodiesOf(call, leastOf(call.body, good), async () => picture)) {
    const { token } = await buildMember(app, { role: call.role ?? 'member' })
    const answer = await app.call(call.method, url, { token, ...body })
    expect(isDeclared(answer), JSON.stringify([answer.status, answer.body])).toBe(true)
  }
})

test('an upload during the deletion of its account answers that the session ended', async () => {
  const { token } = await buildMember(app)
  const form = pictureForm(picture)
  const { status, body } = await app.call('POST', '/meme', { token, ...form })
  expect([status, body.code]).toEqual([401, 'auth.tokenInvalid'])
})
