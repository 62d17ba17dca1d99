import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'

export type Json = Record<string, unknown>

export interface Schemas {
  /** A schema's JSON form. `io` input: what callers send; output: what they get. Named schemas become references. */
  json(schema: z.ZodType, io: 'input' | 'output'): Json
  /** The named schemas that were met, for components/schemas. */
  named: Json
}

/** Turns schemas of the contract into what an OpenAPI 3.1 document holds. */
export function createSchemas(): Schemas {
  const named: Json = {}
  return {
    named,
    json(schema, io) {
      // Inside an object, a schema with a name is a reference, too.
      const { properties, $defs = {} } = rewritten(
        z.toJSONSchema(z.object({ it: schema }), { io, unrepresentable: 'any', override: plain }) as Json,
      ) as { properties: { it: Json }; $defs?: Record<string, Json> }
      for (const [name, json] of Object.entries($defs)) {
        if (name in named && !isDeepStrictEqual(named[name], json))
          throw new Error(
            `the schema ${name} is sent otherwise than it is answered: give one of them a name of its own`,
          )
        named[name] = json
      }
      return properties.it
    },
  }
}

/** A format says what its pattern says, and answers may get further fields. */
function plain({ jsonSchema }: { jsonSchema: Json }): void {
  if (jsonSchema.format) delete jsonSchema.pattern
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
}

/** References go to the document's components, and no schema but those has a name. */
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
