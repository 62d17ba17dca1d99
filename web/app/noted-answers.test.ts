import { expect, it } from 'vitest'
import * as z from 'zod'
import { calls } from '#contract/calls.ts'
import { Meme } from '#contract/memes.ts'
import { signInAs } from '#test/web/session.ts'
import { followState } from '../features/follows/follow-store.ts'
import { latestMeme } from '../features/memes/data/meme-overlay.ts'
import { nextMoment, noteAnswer } from '../lib/answers.ts'

interface Schema {
  $ref?: string
  $defs?: Record<string, Schema>
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  const?: unknown
  enum?: unknown[]
  type?: string
  properties?: Record<string, Schema>
  items?: Schema
  prefixItems?: Schema[]
}
type Made = Record<string, unknown>

const MEME_KEYS = Object.keys(Meme.shape).filter((key) => !Meme.shape[key as keyof typeof Meme.shape].isOptional())
let made = 0

/** A value of a schema with all that it may have; each object that it makes is told to `onObject`. */
function sample(schema: Schema, defs: Record<string, Schema>, onObject: (value: Made) => void): unknown {
  const next = (part: Schema) => sample(part, defs, onObject)
  if (schema.$ref) return next(defs[schema.$ref.split('/').at(-1) ?? ''] ?? {})
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return next(choices.find(({ type }) => type !== 'null') ?? {})
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map(next))
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.type === 'array') return schema.items ? [next(schema.items)] : []
  if (schema.type === 'object' || schema.properties) {
    const value = Object.fromEntries(Object.entries(schema.properties ?? {}).map(([key, part]) => [key, next(part)]))
    onObject(value)
    return value
  }
  made += 1
  if (schema.type === 'boolean') return true
  return schema.type === 'integer' || schema.type === 'number' ? made : `text ${made}`
}

const isRecord = (value: unknown): value is Made => typeof value === 'object' && value !== null

function sampleOf(response: z.ZodType) {
  const objects: Made[] = []
  const schema = z.toJSONSchema(response, { io: 'output', unrepresentable: 'any' }) as Schema
  const answer = sample(schema, schema.$defs ?? {}, (value) => objects.push(value))
  const memes = objects.filter((value) => MEME_KEYS.every((key) => key in value))
  const people = objects.flatMap((value): unknown[] => {
    const { viewer, creator, username } = value
    if (isRecord(viewer) && 'isFollowingCreator' in viewer && isRecord(creator)) return [creator.username]
    const says = isRecord(viewer) ? viewer : value
    return username !== undefined && 'isFollowing' in says ? [username] : []
  })
  return { answer, memes, people }
}

const samples = Object.entries(calls).flatMap(([key, call]) => {
  if (!('response' in call)) return []
  const { answer, memes, people } = sampleOf(call.response as z.ZodType)
  return memes.length + people.length > 0 ? [{ key, answer, memes, people }] : []
})

it('finds the calls that answer memes and people', () => {
  const keys = samples.map(({ key }) => key)
  for (const key of ['GET /recommendation-feed', 'GET /meme/{id}/remixes', 'GET /moderation/queue', 'GET /users/{id}'])
    expect(keys).toContain(key)
})

it.each(samples)('what $key says of memes and people holds on every screen', ({ answer, memes, people }) => {
  signInAs('linh')
  noteAnswer(answer, nextMoment())
  for (const meme of memes) {
    const listed = { ...meme, name: 'As a list had it' } as unknown as Meme
    expect(latestMeme(listed)).toMatchObject({ name: meme.name, viewer: meme.viewer, sensitive: true })
  }
  for (const username of people) expect(followState().relationships.get(String(username))?.isFollowing).toBe(true)
})
