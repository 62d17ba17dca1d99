import { expect, test } from 'vitest'
import * as z from 'zod'
import { compileSerializer } from './serialize.ts'

const Person = z.object({ _id: z.uuid(), name: z.string(), bio: z.string().optional() }).meta({ id: 'TestPerson' })
const Answer = z.object({
  success: z.literal(true),
  at: z.iso.datetime(),
  person: Person.nullable(),
  people: z.array(Person),
  kind: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('word'), word: z.string() }),
    z.object({ kind: z.literal('count'), count: z.int() }),
  ]),
  checks: z.record(z.string(), z.boolean()),
  any: z.any(),
})
const write = compileSerializer(Answer)
const person = { _id: '01a2160f-ab0b-736a-8cf1-db250bb98eaf', name: 'Ngô "🦀" \\ \u2028 <b>' }
const answer = {
  success: true,
  at: '2026-11-26T04:00:00.000Z',
  person: null,
  people: [person, { ...person, bio: undefined }],
  kind: { kind: 'count', count: 3 },
  checks: { database: true },
  any: { nested: [1, null, 'x'] },
}

test('writes declared fields as the schema parses them, and leaves out all others', () => {
  const secret = { passwordHash: 'secret' }
  const more = { ...answer, ...secret, people: answer.people.map((one) => ({ ...one, ...secret })) }
  const text = write({ ...more, person: { ...person, ...secret } })
  expect(text).not.toContain('secret')
  expect(JSON.parse(text)).toEqual(Answer.parse({ ...answer, person }))
  expect(JSON.parse(write(answer))).toEqual(Answer.parse(answer))
})

test('escapes text with a format, and fails without a required field', () => {
  expect(JSON.parse(write({ ...answer, at: '","admin":"' })).at).toBe('","admin":"')
  expect(() => write({ ...answer, people: [{ _id: person._id }] })).toThrow('"name" is required')
})
