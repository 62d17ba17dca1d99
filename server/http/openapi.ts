import * as z from 'zod'
import type { CallShape } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { Failure } from '#contract/primitives.ts'

type Json = Record<string, unknown>

/** A schema's JSON form, as OpenAPI 3.1 takes it. `io` input: what callers may send; output: what they get. */
function jsonOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema, $defs, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
    cycles: 'ref',
    override: inlineIds,
  }) as Json
  return json
}

/** Named schemas stand inline: each call can be read by itself. */
function inlineIds({ jsonSchema }: { jsonSchema: Json }): void {
  delete jsonSchema.id
}

function parametersOf(call: CallShape): Json[] {
  return (['path', 'query'] as const).flatMap((place) => {
    const schema = place === 'path' ? call.params : call.query
    if (!schema) return []
    const { properties = {}, required = [] } = jsonOf(schema, 'input') as {
      properties?: Record<string, Json>
      required?: string[]
    }
    return Object.entries(properties).map(([name, json]) => ({
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      schema: json,
    }))
  })
}

function bodyOf(call: CallShape): Json | undefined {
  if (!call.body && !call.files) return undefined
  const json = call.body ? jsonOf(call.body, 'input') : { type: 'object', properties: {} }
  const files = Object.fromEntries(
    (call.files ?? []).map((name) => {
      const file = { type: 'string', format: 'binary' }
      return [name, name.endsWith('s') ? { type: 'array', items: file } : file]
    }),
  )
  const multipart = { schema: { ...json, properties: { ...(json.properties as Json), ...files } } }
  const content = call.multipart
    ? {
        'multipart/form-data': multipart,
        ...(call.multipart === 'optional' ? { 'application/json': { schema: json } } : {}),
      }
    : { 'application/json': { schema: json } }
  return { required: true, content }
}

function operationOf(call: CallShape): Json {
  const body = bodyOf(call)
  const type = call.stream ? 'text/event-stream' : 'application/json'
  return {
    tags: [call.tag],
    summary: call.summary,
    security: call.auth === 'member' ? [{ bearer: [] }] : [{}, { bearer: [] }],
    parameters: parametersOf(call),
    ...(body ? { requestBody: body } : {}),
    responses: {
      [call.status ?? 200]: {
        description: 'Success',
        content: { [type]: { schema: jsonOf(call.response, 'output') } },
      },
      default: { description: 'Failure', content: { 'application/json': { schema: jsonOf(Failure, 'output') } } },
    },
  }
}

/** The OpenAPI 3.1 description of the calls that `isServed` knows, generated from the contract. */
export function openApi(isServed: (call: CallShape) => boolean): Json {
  const paths: Record<string, Json> = {}
  for (const call of Object.values(calls) as CallShape[]) {
    if (!isServed(call)) continue
    paths[`/api${call.path}`] = { ...paths[`/api${call.path}`], [call.method.toLowerCase()]: operationOf(call) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Memeroom',
      version: '1',
      description:
        'Find, share and follow memes. Failures carry a stable `code` and a sentence in the language of Accept-Language.',
    },
    paths,
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
  }
}
