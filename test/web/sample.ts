import * as z from 'zod'

interface Schema {
  $ref?: string
  $defs?: Record<string, Schema>
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  const?: unknown
  enum?: unknown[]
  type?: string
  format?: string
  properties?: Record<string, Schema>
  items?: Schema
  prefixItems?: Schema[]
}
export type Made = Record<string, unknown>

/** Texts with a format that the contract does not describe. */
const FIXED: Record<string, string> = { thumbhash: '3OcRJYB4d3h/iIeHeEh3eIhw+j3A' }
let made = 0

/** A value of a schema with all optional parts; passes each created object to `onObject`. */
function build(schema: Schema, defs: Record<string, Schema>, onObject: (value: Made) => void): unknown {
  const next = (part: Schema) => build(part, defs, onObject)
  if (schema.$ref) return next(defs[schema.$ref.split('/').at(-1) ?? ''] ?? {})
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return next(choices.find(({ type }) => type !== 'null') ?? {})
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map(next))
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.type === 'array') return schema.items ? [next(schema.items)] : []
  if (schema.type === 'object' || schema.properties) {
    const value = Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([key, part]) => [key, FIXED[key] ?? next(part)]),
    )
    onObject(value)
    return value
  }
  made += 1
  if (schema.type === 'boolean') return true
  if (schema.format === 'date-time') return '2026-01-01T00:00:00.000Z'
  return schema.type === 'integer' || schema.type === 'number' ? made : `text ${made}`
}

/** A response of a schema with all optional parts, and each object in it. */
export function sampleOf(response: z.ZodType): { answer: Made; objects: Made[] } {
  const objects: Made[] = []
  const schema = z.toJSONSchema(response, { io: 'output', unrepresentable: 'any' }) as Schema
  const answer = build(schema, schema.$defs ?? {}, (value) => objects.push(value)) as Made
  return { answer, objects }
}
