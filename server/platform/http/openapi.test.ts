import { compileErrors, validate } from '@readme/openapi-parser'
import { describe, expect, test } from 'vitest'
import { scopeOf } from '#contract/auth/scopes.ts'
import type { CallShape } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { ERROR_STATUS } from '#contract/errors.ts'
import { hasEntityTag } from './entity-tags.ts'
import { failuresOf } from './failures.ts'
import { openApi } from './openapi.ts'

interface Content {
  [type: string]: {
    schema: { $ref?: string; format?: string; properties?: Record<string, object>; required?: string[] }
  }
}
interface Operation {
  operationId: string
  summary: string
  security: object[]
  parameters: { name: string; in: string }[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, { description: string; content: Content; headers?: object }>
}
const description = openApi(() => true) as unknown as {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { schemas: object; securitySchemes: object }
}
const operationOf = (call: CallShape) => {
  const operation = description.paths[`/api${call.path}`]?.[call.method.toLowerCase()]
  if (!operation) throw new Error(`${call.path} is not described`)
  return operation
}
const all = (Object.values(calls) as CallShape[]).map((call) => ({ call, operation: operationOf(call) }))

test('is valid OpenAPI 3.1 according to an independent validator, and every reference resolves', async () => {
  expect(description.openapi).toBe('3.1.0')
  const result = await validate(structuredClone(description) as never)
  expect(result.valid ? '' : compileErrors(result)).toBe('')
  const references = [...JSON.stringify(description).matchAll(/"\$ref":"([^"]+)"/g)].map(([, to]) => to)
  expect(references.length).toBeGreaterThan(100)
  expect(references.filter((to) => !to?.startsWith('#/components/'))).toEqual([])
})

test('every call has its parameters and a unique name', () => {
  for (const { call, operation } of all) {
    const inPath = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const described = operation.parameters.filter((parameter) => parameter.in === 'path')
    expect(described.map((parameter) => parameter.name)).toEqual(inPath)
    expect(operation.summary).not.toBe('')
  }
  const names = all.map(({ operation }) => operation.operationId)
  expect(new Set(names).size).toBe(names.length)
  expect(operationOf(calls['GET /meme/user/{id}']).operationId).toBe('listUserMemes')
})

describe('answers', () => {
  test('each error status of a call has the envelope and lists its codes', () => {
    for (const { call, operation } of all) {
      const statuses = new Set(failuresOf(call).map((code) => String(ERROR_STATUS[code])))
      const success = String(call.status ?? 200)
      expect(Object.keys(operation.responses).sort()).toEqual(
        [success, ...(hasEntityTag(call) ? ['304'] : []), ...statuses].sort(),
      )
      for (const status of statuses) {
        const answer = operation.responses[status]
        expect(answer?.content['application/json']?.schema.$ref).toBe('#/components/schemas/Failure')
        expect('headers' in (answer ?? {})).toBe(status === '429' || status === '503')
      }
      for (const code of failuresOf(call))
        expect(operation.responses[ERROR_STATUS[code]]?.description).toContain(`\`${code}\``)
    }
    expect(description.components.schemas).toMatchObject({
      Failure: { required: ['success', 'message', 'code'], properties: { requestId: {}, errors: {} } },
    })
  })

  test('a member call requires the bearer token, and others accept it', () => {
    for (const { call, operation } of all) {
      const scope = scopeOf(call)
      const token = scope ? [{ accessToken: scope === 'any' ? [] : [scope] }] : []
      const nothing = call.auth === 'public' ? [{}] : []
      expect(operation.security).toEqual([...nothing, { bearer: [] }, ...token])
      expect(operation.responses).toHaveProperty('401')
    }
    expect(description.components.securitySchemes).toMatchObject({
      bearer: { type: 'http', scheme: 'bearer' },
      accessToken: { type: 'http', scheme: 'bearer' },
    })
  })

  test.each([
    ['GET /users/me/export/{exportId}/file', ['application/zip']],
    ['POST /meme/fetch-link', ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif']],
    ['GET /meme/bulk/progress/{uploadId}', ['text/event-stream']],
    ['GET /meme/{id}', ['application/json']],
  ] as const)('%s returns %s', (key, types) => {
    expect(Object.keys(operationOf(calls[key]).responses[200]?.content ?? {})).toEqual(types)
  })
})

describe('bodies', () => {
  test.each([
    ['POST /meme', ['multipart/form-data']],
    ['POST /meme/bulk', ['multipart/form-data', 'application/json']],
    ['PUT /meme/bulk/{uploadId}/files/{fileId}', ['application/octet-stream']],
    ['PUT /users/me/profile', ['multipart/form-data', 'application/json']],
    ['POST /user-action', ['application/json']],
  ] as const)('%s accepts %s', (key, types) => {
    expect(Object.keys(operationOf(calls[key]).requestBody?.content ?? {})).toEqual(types)
  })

  test('files are binary parts', () => {
    const one = operationOf(calls['POST /meme']).requestBody?.content['multipart/form-data']?.schema
    expect(one).toMatchObject({ properties: { image: { format: 'binary' }, name: {} }, required: ['image'] })
    const many = operationOf(calls['POST /meme/bulk']).requestBody?.content['multipart/form-data']?.schema
    expect(many?.properties?.images).toMatchObject({ type: 'array', items: { format: 'binary' } })
  })
})

test('webhooks have their bodies and the Standard Webhooks headers', () => {
  const { webhooks } = description as unknown as { webhooks: Record<string, { post: Operation }> }
  expect(Object.keys(webhooks)).toEqual(['meme.created', 'meme.restored', 'meme.removed', 'webhook.test'])
  for (const { post } of Object.values(webhooks)) {
    expect(post.parameters.map(({ name }) => name)).toEqual(['webhook-id', 'webhook-timestamp', 'webhook-signature'])
    expect(post.requestBody?.content['application/json']?.schema.required).toEqual(['type', 'timestamp', 'data'])
  }
})

test('each key equals the method and path of its call', () => {
  for (const [key, call] of Object.entries(calls)) expect(key).toBe(`${call.method} ${call.path}`)
})
