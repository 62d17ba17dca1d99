import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { afterAll, expect, test } from 'vitest'
import { buildMember, buildMeme, unique } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { randomPicture } from '#test/random-picture.ts'

/** A sample API client with types generated from the OpenAPI document; it must compile. */
const CLIENT = `
import createClient from 'openapi-fetch'
import type { paths } from './api.js'

export function connect(baseUrl: string, token?: string) {
  const client = createClient<paths>({ baseUrl, ...(token ? { headers: { authorization: 'Bearer ' + token } } : {}) })
  const form = (fields: Record<string, Blob | Blob[] | string | number | boolean | undefined>) => {
    const data = new FormData()
    for (const [name, value] of Object.entries(fields))
      for (const one of [value].flat()) if (one !== undefined) data.append(name, one instanceof Blob ? one : String(one))
    return data
  }
  return {
    async listNewest(id: string): Promise<string[]> {
      const { data } = await client.GET('/api/meme/user/{id}', { params: { path: { id }, query: { limit: 10, sortBy: 'createdAt' } } })
      return (data?.data ?? []).map((meme) => meme.name)
    },
    async like(memeId: string): Promise<[number, boolean | undefined]> {
      const { data, response } = await client.POST('/api/user-action', { body: { memeId, action: 'like', active: true } })
      const viewer = data && 'viewer' in data.data ? data.data.viewer : undefined
      return [response.status, viewer?.isLiked]
    },
    async upload(image: Blob, name: string): Promise<string | undefined> {
      const { data } = await client.POST('/api/meme', { body: { image, name }, bodySerializer: (body) => form(body) })
      return data?.data._id
    },
    async remove(id: string): Promise<string | undefined> {
      const { data } = await client.DELETE('/api/meme/{id}', { params: { path: { id } } })
      return data?.message
    },
    async findMissing(id: string) {
      const { error, response } = await client.GET('/api/meme/{id}', { params: { path: { id } }, headers: { 'accept-language': 'vi' } })
      const code: 'meme.notFound' | undefined = error?.code === 'meme.notFound' ? error.code : undefined
      return { status: response.status, code, success: error?.success, errors: error?.errors?.map(({ path, code }) => path + ' ' + code) }
    },
    async uploadMany(images: Blob[]): Promise<string> {
      const { data } = await client.POST('/api/meme/bulk', { body: { images }, bodySerializer: () => form({ images }) })
      const uploadId = data?.uploadId ?? ''
      const stream = await client.GET('/api/meme/bulk/progress/{uploadId}', { params: { path: { uploadId } }, parseAs: 'text' })
      return stream.data ?? ''
    },
    async askForExport(): Promise<string | undefined> {
      return (await client.POST('/api/users/me/export')).data?.data._id
    },
    async isExportReady(): Promise<boolean> {
      return (await client.GET('/api/users/me/export')).data?.data?.status === 'ready'
    },
    async downloadExport(exportId: string): Promise<Blob | undefined> {
      const file = await client.GET('/api/users/me/export/{exportId}/file', { params: { path: { exportId } }, parseAs: 'blob' })
      return file.data
    },
  }
}
`
interface Client {
  listNewest(id: string): Promise<string[]>
  like(memeId: string): Promise<[number, boolean | undefined]>
  upload(image: Blob, name: string): Promise<string | undefined>
  remove(id: string): Promise<string | undefined>
  findMissing(id: string): Promise<object>
  uploadMany(images: Blob[]): Promise<string>
  askForExport(): Promise<string | undefined>
  isExportReady(): Promise<boolean>
  downloadExport(exportId: string): Promise<Blob | undefined>
}

// Inside node_modules, so that the generated client can resolve its imports.
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/memeroom/', import.meta.url))

const app = await appForFile()
const origin = await app.app.listen({ port: 0, host: '127.0.0.1' })
await mkdir(CACHE, { recursive: true })
const folder = await mkdtemp(path.join(CACHE, 'client-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
await generate(await (await fetch(`${origin}/api/openapi.json`)).text())
expect(compile()).toEqual([])
const module = await import(pathToFileURL(path.join(folder, 'client.js')).href)
const connect: (baseUrl: string, token?: string) => Client = module.connect

async function generate(description: string) {
  const blob = ts.factory.createTypeReferenceNode('Blob')
  const nodes = await openapiTS(description, {
    transform: (schema) => (schema.format === 'binary' ? blob : undefined),
  })
  await writeFile(path.join(folder, 'package.json'), '{"type":"module"}')
  await writeFile(path.join(folder, 'api.d.ts'), astToString(nodes))
  await writeFile(path.join(folder, 'client.ts'), CLIENT)
}

/** Writes client.js and returns the compiler's output. */
function compile(): string[] {
  const program = ts.createProgram([path.join(folder, 'client.ts')], {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    target: ts.ScriptTarget.ES2023,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: [],
  })
  const { diagnostics } = program.emit()
  return [...ts.getPreEmitDiagnostics(program), ...diagnostics].map(
    ({ messageText, start, file }) =>
      `${file?.fileName}:${start} ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
  )
}

const picture = async () => new Blob([new Uint8Array(await randomPicture(unique()))], { type: 'image/png' })

test('a generated client lists, acts, uploads and deletes', async () => {
  const { user, token } = await buildMember(app)
  const client = connect(origin, token)
  const id = await client.upload(await picture(), 'From a generated client')
  expect(await client.listNewest(user.username)).toEqual(['From a generated client'])
  expect(await client.like(id ?? '')).toEqual([200, true])
  expect(await client.remove(id ?? '')).toMatch(/\w/)
  expect(await client.listNewest('me')).toEqual([])
})

test('a generated client reads error answers', async () => {
  const visitor = connect(origin)
  expect(await visitor.like((await buildMeme(app)).id)).toEqual([401, undefined])
  const missing = await visitor.findMissing('0190b1a2-0000-7000-8000-000000000000')
  expect(missing).toMatchObject({ status: 404, code: 'meme.notFound', success: false })
  expect(await visitor.findMissing('no id')).toMatchObject({ status: 400, errors: ['id invalidId'] })
})

test('a generated client uploads many pictures and reads their events', async () => {
  const { token } = await buildMember(app)
  const events = await connect(origin, token).uploadMany([await picture(), await picture()])
  expect(events).toContain('"type":"completed"')
})

test('a generated client downloads a zip file', async () => {
  const { token } = await buildMember(app)
  const client = connect(origin, token)
  const exportId = await client.askForExport()
  await expect.poll(() => client.isExportReady(), { timeout: 25_000 }).toBe(true)
  const file = await client.downloadExport(exportId ?? '')
  expect(Buffer.from((await file?.arrayBuffer()) ?? new ArrayBuffer(0)).toString('latin1', 0, 2)).toBe('PK')
})
