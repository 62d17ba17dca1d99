import { readdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { sweepStagedFiles } from '#server/domains/bulk-upload/leftover-sweeper.ts'
import { ATTEMPTS_MAX } from '#server/domains/bulk-upload/rules.ts'
import { sweepBlobs } from '#server/domains/memes/jobs.ts'
import { closeDeps, openDeps } from '#server/open-deps.ts'
import { type Config, readConfig } from '#server/platform/config/config.ts'
import { type AppProcess, startApp } from './app-process.ts'
import { multipart } from './multipart.ts'
import { persistentEnvironment } from './persistent-environment.ts'
import { poll } from './poll.ts'
import { createPrintedRandom } from './random.ts'
import { randomPicture } from './random-picture.ts'
import { signUp } from './sign-up.ts'

/** 50 for a thorough run; fewer in `npm test` to save time. */
const KILLS = Number(process.env.KILLS ?? 5)
const FILES_EACH = 4
const KILL_WITHIN_MS = 1500
const random = createPrintedRandom('instants of kills')

interface Sent {
  keys: string[]
  /** The server's response; null if it died before responding. */
  uploadId: string | null
}

const environment = persistentEnvironment({ LOG_LEVEL: 'warn' })

async function sendUpload(app: AppProcess, token: string, round: number): Promise<Sent> {
  const keys = Array.from({ length: FILES_EACH }, (_, at) => `${round}-${at}`)
  const files = await Promise.all(
    keys.map(async (key) => ({ name: 'images', fileName: `${key}.png`, value: await randomPicture(`kill ${key}`) })),
  )
  const { payload, headers } = multipart([
    { name: 'memes', value: JSON.stringify(keys.map((key) => ({ key }))) },
    ...files,
  ])
  // Sent in chunks, so that the server can die while receiving.
  const body = new ReadableStream({
    async start(controller) {
      const piece = Math.ceil(payload.length / 8)
      for (let at = 0; at < payload.length; at += piece) {
        controller.enqueue(new Uint8Array(payload.subarray(at, at + piece)))
        await sleep(20)
      }
      controller.close()
    },
  })
  const request = { method: 'POST', body, duplex: 'half', headers: { ...headers, authorization: `Bearer ${token}` } }
  const answer = await fetch(`${app.url}/api/meme/bulk`, request as RequestInit).then(
    (response) => response.json() as Promise<{ uploadId?: string }>,
    () => null,
  )
  return { keys, uploadId: answer?.uploadId ?? null }
}

async function ask(app: AppProcess, token: string, url: string, body?: object) {
  const response = await fetch(`${app.url}/api${url}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  // biome-ignore lint/suspicious/noExplicitAny: checked by the assertions.
  return (await response.json()) as any
}

async function waitForAll(
  app: AppProcess,
  token: string,
  keys: string[],
): Promise<Map<string, { status: string; uploadId: string }>> {
  let known: { key: string; status: string; uploadId: string }[] = []
  const allEnded = async () => {
    known = []
    for (let at = 0; at < keys.length; at += 200)
      known.push(...(await ask(app, token, '/meme/bulk/known', { keys: keys.slice(at, at + 200) })).data)
    return known.every((file) => file.status === 'done' || file.status === 'failed')
  }
  await poll(allEnded, {
    withinMs: 120_000,
    everyMs: 300,
    missing: () => `not finished: ${JSON.stringify(known)}`,
  })
  return new Map(known.map((file) => [file.key, file]))
}

test(`after kills at ${KILLS} instants every accepted file is a meme exactly once and nothing else is left`, {
  timeout: 900_000,
}, async () => {
  let token = ''
  const sent: Sent[] = []
  for (let round = 0; round < KILLS; round += 1) {
    const app = await startApp(environment())
    token ||= (await signUp(app)).authentication.token
    const sending = sendUpload(app, token, round)
    await sleep(random.next() * KILL_WITHIN_MS)
    process.kill(app.pid, 'SIGKILL')
    await app.stop()
    sent.push(await sending)
  }
  const app = await startApp(environment())
  const known = await waitForAll(
    app,
    token,
    sent.flatMap((upload) => upload.keys),
  )
  await app.stop()

  for (const { keys, uploadId } of sent) {
    const files = keys.map((key) => known.get(key))
    const taken = files.filter((file) => file !== undefined)
    // All files or none; all if the server acknowledged the upload.
    expect(taken.length === 0 || taken.length === keys.length).toBe(true)
    if (uploadId) expect(files.map((file) => file?.uploadId)).toEqual(keys.map(() => uploadId))
  }
  const done = [...known.values()].filter((file) => file.status === 'done').length
  expect(await leftovers(readConfig({ ...environment(), DEMO: 'false' }))).toEqual({
    memes: done,
    memesOfFiles: done,
    countedMemes: done,
    failedTooSoon: 0,
    unfinishedUploads: 0,
    staged: [],
    unreferenced: [],
    missing: [],
  })
})

/** The final contents of database and folders, after the sweeps that would otherwise run later. */
async function leftovers(config: Config) {
  const opened = await openDeps(config)
  const { db, blobs, stagingDir } = opened.deps
  try {
    await db.updateTable('blobs').set({ pending_until: null }).execute()
    await sweepBlobs(opened.deps)
    await sweepStagedFiles({ db, stagingDir }, -1)
    const memes = await db.selectFrom('memes').select(['id', 'blob_origin', 'blob_medium', 'blob_small']).execute()
    const files = await db.selectFrom('upload_files').select(['meme_id', 'status', 'attempts']).execute()
    const uploads = await db.selectFrom('uploads').select('finished_at').execute()
    const [user] = await db.selectFrom('users').select('memes_count').execute()
    const named = new Set(memes.flatMap((meme) => [meme.blob_origin, meme.blob_medium, meme.blob_small]))
    const stored = new Set<string>()
    for await (const key of blobs.list()) stored.add(key)
    return {
      memes: memes.length,
      memesOfFiles: new Set(files.flatMap((file) => file.meme_id ?? [])).size,
      countedMemes: user?.memes_count,
      // A file that was being processed at every crash is eventually blamed and marked as failed.
      failedTooSoon: files.filter((file) => file.status === 'failed' && file.attempts <= ATTEMPTS_MAX).length,
      unfinishedUploads: uploads.filter((upload) => upload.finished_at === null).length,
      staged: await readdir(stagingDir),
      unreferenced: [...stored].filter((key) => !named.has(key)),
      missing: [...named].filter((key) => !stored.has(key)),
    }
  } finally {
    await closeDeps(opened)
  }
}
