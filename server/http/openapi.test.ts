import { expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { openApi } from './openapi.ts'

test('describes every call with its parameters, body and answers', () => {
  const description = openApi(() => true) as {
    openapi: string
    paths: Record<
      string,
      Record<
        string,
        { parameters: { name: string; in: string }[]; responses: object; requestBody?: { content: object } }
      >
    >
  }
  expect(description.openapi).toBe('3.1.0')
  for (const call of Object.values(calls)) {
    const operation = description.paths[`/api${call.path}`]?.[call.method.toLowerCase()]
    expect(operation, call.path).toBeDefined()
    const inPath = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    expect(
      operation?.parameters.filter((parameter) => parameter.in === 'path').map((parameter) => parameter.name),
    ).toEqual(inPath)
  }
  expect(description.paths['/api/meme']?.post?.requestBody?.content).toHaveProperty('multipart/form-data')
})

test('keys of the register are the method and path of their call', () => {
  for (const [key, call] of Object.entries(calls)) expect(key).toBe(`${call.method} ${call.path}`)
})
