import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'
import { afterAll, expect, test } from 'vitest'
import type { Scope } from '#contract/auth/tokens.ts'
import { generateClient, toJavaScript } from '../tools/scripts/client/generate.ts'
import { buildMember, buildMeme, unique } from './factories.ts'
import { appForFile } from './for-file.ts'
import { randomPicture } from './random-picture.ts'

/** Code that uses the generated file next to it; it must compile, except for the marked lines. */
const USE = `
import { createClient, isApiError } from './memeroom-client.js'

export async function use(baseUrl: string, token: string, id: string, picture: Blob) {
  const client = createClient({ baseUrl, token, language: 'vi' })
  const { data } = await client.call('GET /meme/{id}', { path: { id } })
  const name: string = data.name
  const uploaded = await client.call('POST /meme', { body: { image: picture, name: 'A name' } })
  const newId: string = uploaded.data._id
  const names: string[] = []
  for await (const page of client.pages('GET /meme/user/{id}', { path: { id: 'me' }, query: { limit: 2 } }))
    names.push(...page.data.map((meme) => meme.name))
  await client.call('GET /recommendation-feed')
  try {
    await client.call('GET /trending-memes', { query: { period: '7d' } })
  } catch (error) {
    if (isApiError(error)) console.error(error.code, error.status, error.errors)
  }
  // @ts-expect-error: no such call
  client.call('GET /nothing').catch(() => {})
  // @ts-expect-error: not for access tokens
  client.call('DELETE /users/me').catch(() => {})
  // @ts-expect-error: an id is needed
  client.call('GET /meme/{id}', {}).catch(() => {})
  // @ts-expect-error: not a period
  client.call('GET /trending-memes', { query: { period: 'year' } }).catch(() => {})
  return { name, newId, names }
}
`

interface Client {
  // biome-ignore lint/suspicious/noExplicitAny: the types are tested by the compiler above.
  call(call: string, input?: object): Promise<any>
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  pages(call: string, input?: object): AsyncGenerator<any>
}

const app = await appForFile()
const origin = await app.app.listen({ port: 0, host: '127.0.0.1' })
const folder = await mkdtemp(path.join(tmpdir(), 'memeroom-client-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const client = await generateClient()
await writeFile(path.join(folder, 'package.json'), '{"type":"module"}')
await writeFile(path.join(folder, 'memeroom-client.ts'), client)
await writeFile(path.join(folder, 'plain.js'), toJavaScript(client))
await writeFile(path.join(folder, 'use.ts'), USE)
const { createClient } = await import(pathToFileURL(path.join(folder, 'plain.js')).href)
const connect = (token?: string, more?: object): Client =>
  createClient({ baseUrl: origin, ...(token ? { token } : {}), ...more })
const member = await buildMember(app)

async function tokenWith(scopes: Scope[]): Promise<string> {
  const made = await app.call('POST', '/users/me/tokens', { token: member.token, body: { name: unique(), scopes } })
  return made.body.data.token
}
const picture = async () => new Blob([new Uint8Array(await randomPicture(unique()))], { type: 'image/png' })

test('the file has no imports, and types each call', () => {
  const program = ts.createProgram([path.join(folder, 'use.ts')], {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2023,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: [],
  })
  const problems = ts.getPreEmitDiagnostics(program).map(({ messageText, file, start }) => {
    const line = file && start !== undefined ? file.getLineAndCharacterOfPosition(start).line + 1 : 0
    return `${path.basename(file?.fileName ?? '')}:${line} ${ts.flattenDiagnosticMessageText(messageText, '\n')}`
  })
  expect(problems).toEqual([])
})

test('the client uploads, reads and acts with a token', async () => {
  const client = connect(await tokenWith(['read', 'upload', 'actions']))
  const { data } = await client.call('POST /meme', { body: { image: await picture(), name: 'Từ một chương trình' } })
  const read = await client.call('GET /meme/{id}', { path: { id: data._id } })
  expect(read.data).toMatchObject({ name: 'Từ một chương trình', userId: member.user.id })
  const acted = await client.call('POST /user-action', { body: { memeId: data._id, action: 'like' } })
  expect(acted.data.viewer.isLiked).toBe(true)
})

test('the client reads every page of a list once, with any kind of cursor', async () => {
  const { user } = member
  for (let n = 0; n < 5; n += 1) await buildMeme(app, { user, name: `Paged ${n} zebra`, description: '#zebra' })
  const client = connect(await tokenWith(['read']))
  const pagesOf = async (call: string, input: object) => {
    const pages: string[][] = []
    for await (const { data } of client.pages(call, input))
      pages.push(data.map((meme: { name: string }) => meme.name).filter((name: string) => name.includes('zebra')))
    return pages
  }
  for (const [call, input] of [
    ['GET /meme/user/{id}', { path: { id: user.username }, query: { limit: 2 } }],
    ['GET /vector-search/text', { query: { q: 'zebra', limit: 2 } }],
  ] as const) {
    const pages = await pagesOf(call, input)
    expect(pages.length).toBeGreaterThan(2)
    expect(pages.flat().sort()).toEqual([0, 1, 2, 3, 4].map((n) => `Paged ${n} zebra`))
  }
})

test('a refused call throws its code, with a message in the requested language', async () => {
  const client = connect(await tokenWith(['read']), { language: 'vi' })
  const missing = { path: { id: '0190b1a2-0000-7000-8000-000000000000' } }
  const answer = await app.call('GET', `/meme/${missing.path.id}`, { headers: { 'accept-language': 'vi' } })
  await expect(client.call('GET /meme/{id}', missing)).rejects.toMatchObject({
    name: 'ApiError',
    status: 404,
    code: 'meme.notFound',
    message: answer.body.message,
  })
  await expect(client.call('GET /meme/{id}', { path: { id: 'no id' } })).rejects.toMatchObject({
    status: 400,
    errors: [{ path: 'id', code: 'invalidId' }],
  })
  await expect(
    client.call('POST /user-action', { body: { memeId: missing.path.id, action: 'like' } }),
  ).rejects.toMatchObject({
    status: 403,
  })
})

test('a rate-limited call is sent again after the given wait, up to the limit', async () => {
  const statuses = [429, 429, 200]
  const sent: string[] = []
  const send = async (url: string) => {
    sent.push(url)
    const status = statuses.shift() ?? 200
    const body = status === 200 ? { success: true } : { success: false, code: 'request.rateLimited', message: 'Wait' }
    return Response.json(body, { status, headers: { 'retry-after': '0.001' } })
  }
  await connect(undefined, { fetch: send }).call('GET /tags', { query: { q: 'a&b' } })
  expect(sent).toEqual(Array(3).fill(`${origin}/api/tags?q=a%26b`))
  statuses.push(429, 429, 200)
  await expect(connect(undefined, { fetch: send, retries: 1 }).call('GET /tags')).rejects.toMatchObject({ status: 429 })
})
