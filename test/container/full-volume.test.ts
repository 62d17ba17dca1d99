import { spawnSync } from 'node:child_process'
import { mkdir, open, rm } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { type AppProcess, runToEnd, startApp } from '../app-process.ts'
import { captionedPicture } from '../captioned-picture.ts'
import { cli } from '../cli.ts'
import { pictureForm } from '../multipart.ts'
import { type Session, signUp } from '../sign-up.ts'
import { type TemporaryFolder, temporaryFolder } from '../temporary-folder.ts'

vi.setConfig({ testTimeout: 600_000, hookTimeout: 60_000 })

const CHUNK_BYTES = 4096
const FULL = /^Memeroom cannot start: DATA_DIR must be a writable folder: \S+ is on a full disk; free some space$/

interface Feed {
  data: { recommendations: { _id: string }[] }
}

let folder: TemporaryFolder
let data: string
let canMount = false

beforeAll(async () => {
  folder = await temporaryFolder()
  data = path.join(folder.path, 'data')
  await mkdir(data)
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=300m,mode=700', 'tmpfs', data])
  canMount = status === 0
  if (!canMount) console.warn('The test of a full volume is skipped: this account cannot mount one.')
})
beforeEach((context) => {
  if (!canMount) context.skip()
})
afterAll(async () => {
  if (canMount) spawnSync('umount', ['--lazy', data])
  await folder.remove()
})

/** Writes a file until the volume has no space left. */
async function fill(file: string): Promise<void> {
  const handle = await open(file, 'w')
  try {
    for (;;) await handle.write(Buffer.alloc(CHUNK_BYTES))
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENOSPC' })
  } finally {
    await handle.close()
  }
}

const bearer = (session: Session) => ({ authorization: `Bearer ${session.authentication.token}` })

async function upload({ url }: AppProcess, session: Session, text: string): Promise<number> {
  const { payload, headers } = pictureForm(await captionedPicture({ text, seed: text }), { name: 'Monday' })
  const body = new Uint8Array(payload)
  return (await fetch(`${url}/api/meme`, { method: 'POST', headers: { ...headers, ...bearer(session) }, body })).status
}

async function like({ url }: AppProcess, session: Session, memeId: string): Promise<number> {
  const answer = await fetch(`${url}/api/user-action`, {
    method: 'POST',
    headers: { ...bearer(session), 'content-type': 'application/json' },
    body: JSON.stringify({ action: 'like', memeId }),
  })
  await answer.arrayBuffer()
  return answer.status
}

test('a full volume is reported in one line, loses no answered like, and works again once it has space', async () => {
  const env = { DATA_DIR: data, OCR: 'off', DEMO: 'true', FREE_DISK_MIN_MB: '32' }
  const site = await startApp(env)
  onTestFinished(async () => void (await site.stop()))
  const session = await signUp(site)
  expect(await upload(site, session, 'BEFORE')).toBe(201)
  const feed = (await (await fetch(`${site.url}/api/recommendation-feed?limit=50`)).json()) as Feed
  const ids = feed.data.recommendations.map(({ _id }) => _id)
  expect(ids.length).toBeGreaterThan(20)

  const liked: string[] = []
  const likeAll = async (some: string[]) => {
    for (const id of some) {
      const status = await like(site, session, id)
      expect([200, 503]).toContain(status)
      if (status === 200) liked.push(id)
    }
  }
  const half = ids.length >> 1
  await likeAll(ids.slice(0, half))
  const ballast = path.join(data, 'ballast')
  await fill(ballast)
  expect(await upload(site, session, 'MEANWHILE')).toBe(507)
  await likeAll(ids.slice(half))
  expect(liked.length).toBeLessThan(ids.length)
  expect((await fetch(`${site.url}/`)).status).toBe(200)
  const doctor = await cli(site.environment, 'doctor')
  expect([doctor.code, doctor.out, doctor.err.trim().split('\n')]).toEqual([
    1,
    '',
    [expect.stringContaining('is on a full disk; free some space')],
  ])
  expect([0, 1]).toContain(await site.stop())
  expect(site.log()).not.toMatch(/^Node\.js v/m)
  expect(await runToEnd(env)).toEqual({ code: 1, lines: [expect.stringMatching(FULL)] })

  await rm(ballast)
  const again = await startApp(env)
  onTestFinished(async () => void (await again.stop()))
  for (const id of liked) {
    const answer = await fetch(`${again.url}/api/meme/${id}`, { headers: bearer(session) })
    expect(await answer.json()).toMatchObject({ data: { viewer: { isLiked: true } } })
  }
  for (const id of ids) if (!liked.includes(id)) expect(await like(again, session, id)).toBe(200)
  expect(await upload(again, session, 'AFTER')).toBe(201)
  expect(await again.stop()).toBe(0)
})
