import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { buildMember } from '#test/factories.ts'
import { appForFile, folderForFile } from '#test/for-file.ts'
import { pictureForm } from '#test/multipart.ts'
import { randomPicture } from '#test/random-picture.ts'
import { createGate, type Gate, type RequestKind } from '../load/gate.ts'

const narrow = { running: 1, waiting: 0, waitMs: 1000 }
let isOverloaded = false
const gate: Gate = createGate(
  { read: narrow, write: narrow, upload: narrow, media: narrow },
  { isStrained: () => false, isOverloaded: () => isOverloaded },
)

const web = await folderForFile()
await mkdir(path.join(web.path, 'assets'))
await writeFile(path.join(web.path, 'assets', 'a.js'), '1')
await writeFile(
  path.join(web.path, 'index.html'),
  '<html lang="en"><head><!--first-view--></head><body><div id="root"></div></body></html>',
)
const app = await appForFile({}, { gate, webRoot: web.path })

/** Runs `work` while all slots of these kinds are taken. */
async function whileTaken(kinds: RequestKind[], work: () => Promise<void>): Promise<void> {
  const leave = await Promise.all(kinds.map((kind) => gate.enter(kind, '192.0.2.1')))
  try {
    await work()
  } finally {
    for (const each of leave) each()
  }
}

const upload = async (token: string) => {
  const body = pictureForm(await randomPicture('busy'), { name: 'Busy' })
  return app.call('POST', '/meme', { token, ...body })
}

test('a busy server answers in the request’s language with Retry-After', async () => {
  await whileTaken(['read'], async () => {
    const headers = { 'accept-language': 'vi' }
    const answer = await app.call('GET', '/recommendation-feed', { headers })
    expect([answer.status, answer.body.code]).toEqual([503, 'server.busy'])
    expect(answer.body.message).toContain('quá tải')
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  })
  expect((await app.call('GET', '/recommendation-feed')).status).toBe(200)
})

test('writes continue while reads wait, and reads while uploads wait', async () => {
  const { token } = await buildMember(app)
  await whileTaken(['read'], async () => {
    const write = await app.call('PUT', '/users/me/profile', { token, body: { displayName: 'Lan' } })
    expect(write.status).toBe(200)
  })
  await whileTaken(['upload'], async () => {
    expect((await upload(token)).body.code).toBe('server.busy')
    expect((await app.call('GET', '/users/me', { token })).status).toBe(200)
    expect((await app.call('PUT', '/users/me/profile', { token, body: { displayName: 'Mai' } })).status).toBe(200)
  })
  expect((await upload(token)).status).toBe(201)
})

test('every request releases its slot, whatever its outcome', async () => {
  for (const [method, url] of [
    ['GET', '/nothing-here'],
    ['GET', '/meme/not-an-id'],
    ['GET', '/users/me'],
    ['POST', '/auth/login'],
    ['PATCH', '/tags'],
  ] as const)
    expect((await app.call(method, url)).status).toBeLessThan(500)
  const kinds = ['read', 'write', 'upload', 'media'] as const
  expect(kinds.map((kind) => gate.figures(kind).running)).toEqual([0, 0, 0, 0])
})

test('a disconnected client releases its slot', async () => {
  const url = await app.app.listen({ port: 0, host: '127.0.0.1' })
  await whileTaken([], async () => {
    const gone = new AbortController()
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{'))
      },
    })
    const request = fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      duplex: 'half',
      signal: gone.signal,
    } as RequestInit).catch(() => null)
    await expect.poll(() => gate.figures('write').running).toBe(1)
    gone.abort()
    await request
    await expect.poll(() => gate.figures('write').running).toBe(0)
  })
})

test('an overloaded server is alive but not ready, and its pages come without content', async () => {
  isOverloaded = true
  try {
    const ready = await app.call('GET', '/ready')
    expect([ready.status, ready.body.checks.load]).toEqual([503, false])
    expect((await app.call('GET', '/health')).status).toBe(200)
    const person = await app.app.inject('/user/somebody')
    expect([person.statusCode, person.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8'])
    expect(Number(person.headers['retry-after'])).toBeGreaterThan(0)
    const home = await app.app.inject('/')
    expect([home.statusCode, home.body.includes('"page":null')]).toEqual([200, true])
    expect((await app.app.inject('/assets/a.js')).statusCode).toBe(200)
  } finally {
    isOverloaded = false
  }
  expect((await app.call('GET', '/ready')).body.checks.load).toBe(true)
})
