import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'

export type Json = Record<string, unknown>

export interface Schemas {
  /** Converts a schema to JSON. `io` is input for requests, output for responses. Named schemas become references. */
  json(schema: z.ZodType, io: 'input' | 'output'): Json
  /** The named schemas encountered, for components/schemas. */
  named: Json
}

/** Converts contract schemas to OpenAPI 3.1 schemas. */
export function createSchemas(): Schemas {
  const named: Json = {}
  return {
    named,
    json(schema, io) {
      // Named schemas inside objects become references too.
      const { properties, $defs = {} } = rewritten(
        z.toJSONSchema(z.object({ it: schema }), { io, unrepresentable: 'any', override: plain }) as Json,
      ) as { properties: { it: Json }; $defs?: Record<string, Json> }
      for (const [name, json] of Object.entries($defs)) {
        if (name in named && !isDeepStrictEqual(named[name], json))
          throw new Error(`the schema ${name} differs between request and response: give one of them another name`)
        named[name] = json
      }
      return properties.it
    },
  }
}

/** Drops patterns implied by a format, and allows additional fields in responses. */
function plain({ jsonSchema }: { jsonSchema: Json }): void {
  if (jsonSchema.format) delete jsonSchema.pattern
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
}

/** Rewrites references to point to the document's components, so other schemas need no id. */
function rewritten(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(rewritten)
  if (typeof json !== 'object' || json === null) return json
  return Object.fromEntries(
    Object.entries(json).map(([key, value]) => [
      key,
      key === '$ref' ? String(value).replace('#/$defs/', '#/components/schemas/') : rewritten(value),
    ]),
  )
}
