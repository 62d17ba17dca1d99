import { spawn } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Deps } from '#server/platform/deps.ts'
import { bundledNode, root, withoutConfiguration } from '../tools/scripts/bootstrap.mjs'
import type { TestApp } from './app.ts'
import { startApp } from './app-process.ts'
import { buildMember } from './factories.ts'
import { persistentEnvironment } from './persistent-environment.ts'
import { poll } from './poll.ts'
import { withDeps } from './with-deps.ts'

/** An upper bound for the steps of an upload. */
const STEPS_MOST = 60
/** Steps that every upload has, to verify that the test detects them. */
const KNOWN_STEPS = ['open wx staging', 'open r+ staging', 'commit', 'rename media', 'rm staging']

const environment = persistentEnvironment({ LOG_LEVEL: 'warn' })

interface Upload {
  wasKilled: boolean
  printed: string
}

async function uploadUntil(step: number, token: string): Promise<Upload> {
  const child = spawn(bundledNode(), ['--no-warnings', 'test/upload-process.ts', token, String(step), String(step)], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...withoutConfiguration(process.env), DEMO: 'false', ...environment() },
  })
  let printed = ''
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk
  })
  const signal = await new Promise((resolve) => child.once('close', (_, how) => resolve(how)))
  return { wasKilled: signal === 'SIGKILL', printed }
}

/** The state in the database. */
const stateOf = async ({ db }: Deps) => {
  const memes = await db.selectFrom('memes').select(['name', 'blob_origin', 'blob_medium', 'blob_small']).execute()
  const blobs = await db.selectFrom('blobs').select(['key', 'pending_until']).execute()
  const [user] = await db.selectFrom('users').select('memes_count').execute()
  return {
    memes: memes.map(({ name }) => name).sort(),
    referenced: [...new Set(memes.flatMap((meme) => [meme.blob_origin, meme.blob_medium, meme.blob_small]))].sort(),
    blobs: blobs.map(({ key }) => key).sort(),
    pending: blobs.filter(({ pending_until }) => pending_until !== null).length,
    count: user?.memes_count,
  }
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(path.join(String(environment().DATA_DIR), folder), {
    recursive: true,
    withFileTypes: true,
  })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort()
}

test('after a kill between any two steps of an upload the meme is whole or absent, and no file is left a minute after a start', {
  timeout: 900_000,
}, async () => {
  const token = await withDeps(environment(), async (deps) => {
    const member = await buildMember({ deps, db: deps.db } as TestApp)
    return member.token
  })
  let step = 0
  let upload = await uploadUntil(step, token)
  while (upload.wasKilled && step < STEPS_MOST) upload = await uploadUntil(++step, token)
  const { status, done } = JSON.parse(upload.printed) as { status: number; done: string[] }
  expect(status).toBe(201)
  expect(done).toEqual(expect.arrayContaining(KNOWN_STEPS))

  const before = await withDeps(environment(), stateOf)
  // The kills before the last commit must have left files, otherwise the test proves nothing.
  expect((await filesIn('media')).length).toBeGreaterThan(before.referenced.length)
  expect((await filesIn('staging')).length).toBeGreaterThan(0)
  const app = await startApp(environment())
  const isSwept = async () =>
    (await filesIn('staging')).length === 0 && (await filesIn('media')).join() === before.referenced.join()
  try {
    await poll(isSwept, { withinMs: 120_000, everyMs: 500, missing: 'files of killed uploads are left' })
  } finally {
    await app.stop()
  }
  const last = done.lastIndexOf('commit') + 1
  const whole = Array.from({ length: step + 1 - last }, (_, at) => `killed after step ${last + at}`).sort()
  expect(await withDeps(environment(), stateOf)).toEqual({
    memes: whole,
    referenced: before.referenced,
    blobs: before.referenced,
    pending: 0,
    count: whole.length,
  })
})
