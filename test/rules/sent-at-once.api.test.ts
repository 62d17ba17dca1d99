import { afterEach, beforeAll, expect, test } from 'vitest'
import type { CallShape } from '#contract/call.ts'
import { type CallKey, calls } from '#contract/calls.ts'
import { newId } from '#server/platform/db/id.ts'
import type { Answer } from '#test/app.ts'
import { bodiesOf } from '#test/call-bodies.ts'
import { isDeclared } from '#test/declared-responses.ts'
import { type BuiltMember, buildMember, buildMeme } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { goodValues, leastOf, pathOf } from '#test/good-values.ts'
import type { OwnedCase } from '#test/owned-case.ts'
import { NOWHERE, OWNED } from '#test/owned-objects.ts'
import { randomPicture } from '#test/random-picture.ts'

/**
 * Sends every call that changes something several times at once, as an impatient member does who presses a button again, or two tabs:
 * by one member, and while the meme that it is about is deleted. No request may fail unexpectedly.
 */
const app = await appForFile({ linkFetchAllowlist: [NOWHERE] })
beforeAll(async () => {
  const { token } = await buildMember(app, { role: 'admin' })
  const body = { webPush: true, gifProvider: true }
  expect((await app.call('PUT', '/admin/settings', { token, body })).status).toBe(200)
})
// A site has few webhooks.
afterEach(() => app.db.deleteFrom('webhooks').execute())

const COPIES = 5
const NO_MEME = newId()
const changing = (Object.entries(calls) as [CallKey, CallShape][]).filter(
  ([, call]) => call.method !== 'GET' && !call.stream,
)

interface Sent {
  by: BuiltMember
  url: string
  body?: object
}

/** Builds a request about a new object of the member's, or about another person's new meme. */
async function requestOf(key: CallKey, call: CallShape): Promise<Sent & { memeId: string }> {
  const found = OWNED[key] as OwnedCase | string | undefined
  if (found && typeof found !== 'string') {
    const { owner, params = {}, body } = await found.build(app)
    const filled = call.body ? { ...leastOf(call.body, goodValues(params.id ?? '')), ...body } : body
    return {
      by: owner,
      url: pathOf(call, params),
      ...(filled ? { body: filled } : {}),
      memeId: params.memeId ?? params.id ?? NO_MEME,
    }
  }
  const isOfPerson = /^\/(users|moderation\/users|admin\/people)\/\{id\}/.test(call.path)
  const person = isOfPerson ? (await buildMember(app)).user.id : undefined
  const about = (id: string) => {
    const { templateId: _none, ...good } = goodValues(id)
    return { url: pathOf(call, person ? { id: person } : leastOf(call.params, good)), body: leastOf(call.body, good) }
  }
  // Building a meme takes longer than most calls.
  const hasMeme = JSON.stringify(about(NO_MEME)).includes(NO_MEME)
  const memeId = hasMeme ? (await buildMeme(app)).id : NO_MEME
  return { by: await buildMember(app, { role: call.role ?? 'member' }), ...about(memeId), memeId }
}

const newPicture = () => randomPicture(String(Math.random()))
const undeclared = (answers: Answer[]) =>
  answers.filter((one) => !isDeclared(one)).map(({ status, body }) => [status, body])

test.each(changing)('%s, sent several times at once', async (key, call) => {
  const { by, url, body } = await requestOf(key, call)
  for (const payload of await bodiesOf(call, body, newPicture)) {
    const send = () => app.call(call.method, url, { token: by.token, ...payload })
    const answers = await Promise.all(Array.from({ length: COPIES }, send))
    expect(undeclared(answers)).toEqual([])
  }
})

test.each(changing)('%s, sent while its meme is deleted', async (key, call) => {
  const { by, url, body, memeId } = await requestOf(key, call)
  if (memeId === NO_MEME) return
  for (const payload of await bodiesOf(call, body, newPicture)) {
    const send = () => app.call(call.method, url, { token: by.token, ...payload })
    const remove = () => app.db.deleteFrom('memes').where('id', '=', memeId).execute()
    const answers = [send(), send()]
    const removal = remove()
    answers.push(send(), send())
    await removal
    expect(undeclared(await Promise.all(answers))).toEqual([])
  }
})
