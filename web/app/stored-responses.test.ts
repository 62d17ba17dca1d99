import { expect, it } from 'vitest'
import type * as z from 'zod'
import { calls } from '#contract/calls.ts'
import { Meme } from '#contract/memes/memes.ts'
import { type Made, sampleOf } from '#test/web/sample.ts'
import { signInAs } from '#test/web/session.ts'
import { readMeme } from '../entities/memes.ts'
import { readPerson } from '../entities/people.ts'
import { nextMoment, storeResponse } from '../lib/responses.ts'

const MEME_KEYS = Object.keys(Meme.shape).filter((key) => !Meme.shape[key as keyof typeof Meme.shape].isOptional())
const isRecord = (value: unknown): value is Made => typeof value === 'object' && value !== null

function statementsOf(response: z.ZodType) {
  const { answer, objects } = sampleOf(response)
  const memes = objects.filter((value) => MEME_KEYS.every((key) => key in value))
  const people = objects.flatMap((value): unknown[] => {
    const { viewer, creator, username } = value
    if (isRecord(viewer) && 'isFollowingCreator' in viewer && isRecord(creator)) return [creator.username]
    const source = isRecord(viewer) ? viewer : value
    return username !== undefined && 'isFollowing' in source ? [username] : []
  })
  return { answer, memes, people }
}

const samples = Object.entries(calls).flatMap(([key, call]) => {
  if (!('response' in call)) return []
  const { answer, memes, people } = statementsOf(call.response as z.ZodType)
  return memes.length + people.length > 0 ? [{ key, answer, memes, people }] : []
})

it('finds the calls that return memes and people', () => {
  const keys = samples.map(({ key }) => key)
  for (const key of ['GET /recommendation-feed', 'GET /meme/{id}/remixes', 'GET /moderation/queue', 'GET /users/{id}'])
    expect(keys).toContain(key)
})

it.each(samples)('$key updates memes and people on every screen', ({ answer, memes, people }) => {
  signInAs('linh')
  storeResponse(answer, nextMoment())
  for (const meme of memes) {
    const listed = { ...meme, name: 'As a list had it' } as unknown as Meme
    expect(readMeme(listed)).toMatchObject({ name: meme.name, viewer: meme.viewer, sensitive: true })
  }
  for (const username of people) expect(readPerson(String(username)).isFollowing).toBe(true)
})
