import fastJson from 'fast-json-stringify'
import * as z from 'zod'

type Json = Record<string, unknown>

/**
 * Returns a function that writes values of a contract schema as JSON. Fields that the schema does not declare are left out.
 * It compiles with the first value, so that starting stays fast. It throws if a required field is missing, but does not check values: TypeScript and, in tests,
 * `refuseUndeclaredResponses` do.
 */
export function compileSerializer(schema: z.ZodType): (value: unknown) => string {
  let serialize: ((value: unknown) => string) | undefined
  return (value) => {
    serialize ??= fastJson(jsonSchemaOf(schema))
    return serialize(value)
  }
}

function jsonSchemaOf(schema: z.ZodType): Json {
  // Without metadata, named schemas are inlined: the compiled code resolves references by validation, which is slow.
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: 'output',
    unrepresentable: 'any',
    metadata: z.registry(),
    override: ({ jsonSchema }) => simplify(jsonSchema),
  }) as Json
  return json
}

/** Removes keywords that change the written text or need validation. */
function simplify(json: Json): void {
  // Formats skip the escaping of strings.
  delete json.format
  if (json.additionalProperties === false) delete json.additionalProperties
  const [one, other, ...more] = (json.anyOf ?? []) as Json[]
  if (one === undefined || other?.type !== 'null' || more.length > 0) return
  delete json.anyOf
  Object.assign(json, one, { nullable: true })
}
