import { STATUS_CODES } from 'node:http'
import { scopeOf } from '#contract/auth/scopes.ts'
import { ACCESS_TOKEN_PREFIX } from '#contract/auth/tokens.ts'
import type { CallShape } from '#contract/call.ts'
import { callName, calls } from '#contract/calls.ts'
import { Failure } from '#contract/failure.ts'
import { REFERENCE_LANGUAGE } from '#contract/languages.ts'
import { LANGUAGES } from '../texts/texts.ts'
import { errorCodesByStatus } from './failures.ts'
import { createSchemas, type Json, type Schemas } from './openapi-schemas.ts'
import { webhooksOf } from './openapi-webhooks.ts'

const BINARY = { type: 'string', format: 'binary' }
const TAGS: Record<string, string> = {
  auth: 'Accounts, codes, passwords and sessions',
  users: 'Profiles and preferences',
  tokens: 'Personal access tokens',
  follows: 'Followers and followed people',
  memes: 'Upload, read, change, and delete memes',
  actions: 'Views, likes, copies, the default album, and the lists of these',
  feed: 'The recommendation feed',
  albums: 'Named albums and their memes',
  tags: 'Hashtags: counts, related tags, and follows',
  search: 'Search by words, by picture, and by similarity',
  trending: 'Trending memes and people',
  'bulk upload': 'Uploads of many pictures',
  moderation: 'Reports, reviews, decisions, appeals, and the log',
  admin: 'Settings, people, invites, numbers and webhooks',
  privacy: 'Data export',
  site: 'Information about this installation, and its health',
}

function parametersOf(call: CallShape, schemas: Schemas): Json[] {
  const own = (['path', 'query'] as const).flatMap((location) => {
    const schema = location === 'path' ? call.params : call.query
    if (!schema) return []
    const { properties = {}, required = [] } = schemas.json(schema, 'input') as {
      properties?: Record<string, Json>
      required?: string[]
    }
    return Object.entries(properties).map(([name, json]) => ({
      name,
      in: location,
      required: location === 'path' || required.includes(name),
      ...(json.description ? { description: json.description } : {}),
      schema: json,
    }))
  })
  const shared = ['AcceptLanguage', ...(call.stream ? ['LastEventId'] : [])]
  return [...own, ...shared.map((name) => ({ $ref: `#/components/parameters/${name}` }))]
}

function bodyOf(call: CallShape, schemas: Schemas): Json | undefined {
  if (call.bytes) return { required: true, content: { 'application/octet-stream': { schema: BINARY } } }
  if (!call.body && !call.files) return undefined
  const json = call.body ? schemas.json(call.body, 'input') : { type: 'object', properties: {} }
  const content: Json = {}
  if (call.multipart) content['multipart/form-data'] = { schema: withFiles(json, call) }
  if (call.multipart !== 'required') content['application/json'] = { schema: json }
  const isRequired = call.multipart === 'required' || ((json.required as string[] | undefined) ?? []).length > 0
  return { required: isRequired, content }
}

/** Adds the file fields; a field for multiple files has a plural name. */
function withFiles(json: Json, call: CallShape): Json {
  const files = (call.files ?? []).map((name): [string, Json] => [
    name,
    name.endsWith('s') ? { type: 'array', items: BINARY, minItems: 1 } : BINARY,
  ])
  const required = [
    ...((json.required as string[] | undefined) ?? []),
    ...(call.multipart === 'required' ? (call.files ?? []) : []),
  ]
  const fields = Object.entries(json.properties as Record<string, Json>).map(([name, field]) => [
    name,
    asFormField(field),
  ])
  return {
    ...json,
    properties: { ...Object.fromEntries(fields), ...Object.fromEntries(files) },
    ...(required.length > 0 ? { required } : {}),
  }
}

/** Converts a list field: in a form, a list is a single JSON text. */
function asFormField(field: Json): Json {
  if (field.type !== 'array') return field
  const { description, ...contentSchema } = field
  return {
    type: 'string',
    contentMediaType: 'application/json',
    contentSchema,
    ...(description === undefined ? {} : { description }),
  }
}

function successOf(call: CallShape, schemas: Schemas): Json {
  if (call.file)
    return { description: 'The file', content: Object.fromEntries(call.file.map((type) => [type, { schema: BINARY }])) }
  const json = schemas.json(call.response, 'output')
  if (!call.stream) return { description: 'Success', content: { 'application/json': { schema: json } } }
  const data = String(json.$ref ?? '')
    .split('/')
    .at(-1)
  return {
    description: `Server-sent events. The data of each is JSON: ${data}; an event named heartbeat only keeps the connection open.`,
    content: { 'text/event-stream': { schema: { type: 'string' } } },
  }
}

const NOT_MODIFIED = { description: 'Not modified: If-None-Match contains the current ETag.' }

function responsesOf(call: CallShape, schemas: Schemas): Json {
  const failure = { 'application/json': { schema: schemas.json(Failure, 'output') } }
  const success = call.status ?? 200
  const failureOf = (status: number, codes: string[]) => ({
    description: `${STATUS_CODES[status]}: ${codes.map((code) => `\`${code}\``).join(', ')}`,
    ...(status === 429 || status === 503
      ? { headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } }
      : {}),
    content: failure,
  })
  return Object.fromEntries(
    [...errorCodesByStatus(call)].map(([status, codes]) => {
      if (status === success) return [status, successOf(call, schemas)]
      return [status, status === 304 ? NOT_MODIFIED : failureOf(status, codes)]
    }),
  )
}

/**
 * Returns a call's security: a session or, where the call accepts one, an access token with its scope. Public calls need
 * neither.
 */
function securityOf(call: CallShape): Json[] {
  const scope = scopeOf(call)
  const token = scope ? [{ accessToken: scope === 'any' ? [] : [scope] }] : []
  return [...(call.auth === 'member' ? [] : [{}]), { bearer: [] }, ...token]
}

function operationOf(call: CallShape, schemas: Schemas): Json {
  const body = bodyOf(call, schemas)
  return {
    operationId: callName(call),
    tags: [call.tag],
    summary: call.summary,
    security: securityOf(call),
    parameters: parametersOf(call, schemas),
    ...(body ? { requestBody: body } : {}),
    responses: responsesOf(call, schemas),
  }
}

/** Generates the OpenAPI 3.1 document from the contract, for the calls accepted by `isServed`. */
export function openApi(isServed: (call: CallShape) => boolean): Json {
  const schemas = createSchemas()
  const served = (Object.values(calls) as CallShape[]).filter(isServed)
  const paths: Record<string, Json> = {}
  for (const call of served) {
    const path = `/api${call.path}`
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operationOf(call, schemas) }
  }
  const tags = [...new Set(served.map(({ tag }) => tag))]
  return {
    openapi: '3.1.0',
    info: {
      title: 'Memeroom',
      version: '1',
      description:
        'Find, share, and follow memes. Errors have a stable `code` and a message in the language of Accept-Language.',
    },
    servers: [{ url: '/' }],
    tags: tags.map((name) => ({ name, ...(TAGS[name] ? { description: TAGS[name] } : {}) })),
    paths,
    webhooks: webhooksOf(schemas),
    components: {
      schemas: schemas.named,
      parameters: {
        AcceptLanguage: {
          name: 'Accept-Language',
          in: 'header',
          description: `The language of \`message\`: one of ${LANGUAGES.join(', ')}; ${REFERENCE_LANGUAGE} by default`,
          schema: { type: 'string' },
          example: 'vi,en;q=0.8',
        },
        LastEventId: {
          name: 'Last-Event-ID',
          in: 'header',
          description: 'ID of the last received event; the stream continues after it',
          schema: { type: 'string' },
        },
      },
      headers: {
        RetryAfter: { description: 'Seconds to wait before the next attempt', schema: { type: 'integer' } },
      },
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The `authentication.token` in the response to signing in',
        },
        accessToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: `${ACCESS_TOKEN_PREFIX}…`,
          description:
            'A personal access token, created under Account or with `POST /api/users/me/tokens`, with the scope stated by the call: `read`, `upload`, or `actions`. Pages of other sites may make calls with such a token (CORS).',
        },
      },
    },
  }
}
