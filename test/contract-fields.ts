import type * as z from 'zod'
import type { CallShape } from '#contract/call.ts'
import { type CallKey, calls } from '#contract/calls.ts'

export type Part = 'params' | 'query' | 'body'
export type FieldKind = 'text' | 'uuid' | 'time' | 'number' | 'choice' | 'flag' | 'list' | 'object'

/** One input value of a call. */
export interface Field {
  key: CallKey
  call: CallShape
  part: Part
  /** Keys from the part to the value; an array's element has the key 0. */
  path: readonly string[]
  kind: FieldKind
  /** The schemas that parse the value, in order. */
  schemas: readonly z.ZodType[]
}

interface Def {
  type: string
  format?: string
  shape?: Record<string, z.ZodType>
  element?: z.ZodType
  innerType?: z.ZodType
  in?: z.ZodType
  out?: z.ZodType
  options?: z.ZodType[]
}
const defOf = (schema: z.ZodType) => schema._zod.def as unknown as Def

const KIND_OF_FORMAT: Record<string, FieldKind> = { uuid: 'uuid', datetime: 'time' }
const KINDS: Record<string, FieldKind> = {
  number: 'number',
  enum: 'choice',
  literal: 'choice',
  boolean: 'flag',
  array: 'list',
  object: 'object',
}

/** The schemas that parse a value: the schema itself, or those it wraps. Throws for an unsupported kind of schema. */
function readersOf(schema: z.ZodType): z.ZodType[] {
  const def = defOf(schema)
  if (def.innerType) return readersOf(def.innerType)
  if (def.type === 'pipe') return [def.in, def.out].flatMap((side) => (side ? readersOf(side) : []))
  if (def.type === 'union') return (def.options ?? []).flatMap(readersOf)
  if (def.type === 'transform') return []
  if (def.type === 'string' || def.type in KINDS) return [schema]
  throw new Error(`the tests cannot fill a schema of type ${def.type}`)
}

function kindOf(readers: z.ZodType[]): FieldKind {
  const [first] = readers
  if (!first) throw new Error('a value that nothing reads')
  const def = defOf(first)
  return def.type === 'string' ? (KIND_OF_FORMAT[def.format ?? ''] ?? 'text') : (KINDS[def.type] as FieldKind)
}

function walk(schema: z.ZodType, path: string[], found: (path: string[], readers: z.ZodType[]) => void): void {
  const readers = readersOf(schema)
  if (path.length > 0) found(path, readers)
  for (const reader of readers) {
    const { shape, element } = defOf(reader)
    for (const [name, inner] of Object.entries(shape ?? {})) walk(inner, [...path, name], found)
    if (element) walk(element, [...path, '0'], found)
  }
}

/** Every input value of the contract's calls: in paths, queries and bodies. */
export function allFields(): Field[] {
  return (Object.entries(calls) as [CallKey, CallShape][]).flatMap(([key, call]) =>
    (['params', 'query', 'body'] as const).flatMap((part) => {
      const fields: Field[] = []
      const schema = call[part]
      if (schema)
        walk(schema, [], (path, schemas) => fields.push({ key, call, part, path, kind: kindOf(schemas), schemas }))
      return fields
    }),
  )
}

/** A copy of an input with one value changed. */
export function withValue(input: unknown, path: readonly string[], value: unknown): unknown {
  const [first, ...rest] = path
  if (first === undefined) return value
  if (first === '0' && (Array.isArray(input) || input === undefined)) return [withValue(undefined, rest, value)]
  const object = typeof input === 'object' && input !== null ? (input as Record<string, unknown>) : {}
  return { ...object, [first]: withValue(object[first], rest, value) }
}
