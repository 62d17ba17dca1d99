import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { closeDeps, openDeps } from '#server/open-deps.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import { captionedPicture } from '#test/captioned-picture.ts'
import { cli, startCli } from '#test/cli.ts'
import { buildMember, buildMeme } from '#test/factories.ts'
import { runReindex } from '../../domains/search/commands.ts'
import type { CommandIo } from '../../platform/commands/command.ts'
import { terminalIo } from './terminal-io.ts'

const database = `memeroom_reindex_${Date.now().toString(36)}`
const dataDir = await mkdtemp(path.join(tmpdir(), 'memeroom-reindex-'))
const url = process.env.TEST_DATABASE_URL
const environment = { DATA_DIR: dataDir, ...(url ? { DATABASE_URL: new URL(`/${database}`, url).href } : {}) }
await onServer(`create database ${database}`)
afterAll(async () => {
  await onServer(`drop database if exists ${database} with (force)`)
  await rm(dataDir, { recursive: true, force: true })
})

/** Runs SQL on the test server; the embedded engine has its database in the data directory instead. */
async function onServer(statement: string): Promise<void> {
  const connectionString = process.env.TEST_DATABASE_URL
  if (!connectionString) return
  const admin = new pg.Client({ connectionString })
  await admin.connect()
  await admin.query(statement)
  await admin.end()
}

async function withDeps<T>(use: (opened: Awaited<ReturnType<typeof openDeps>>) => Promise<T>): Promise<T> {
  const opened = await openDeps(readConfig(environment))
  try {
    return await use(opened)
  } finally {
    await closeDeps(opened)
  }
}

test('reindex reads a whole library, resumes after a kill, and shows its progress', {
  timeout: 120_000,
}, async () => {
  const [first] = await withDeps(async ({ deps }) => {
    const { user } = await buildMember({ db: deps.db, deps })
    const captions = ['FORGOTTEN UMBRELLA', 'FROZEN PIZZA']
    const memes = []
    for (const text of captions) {
      const bytes = await captionedPicture({ text, seed: text })
      memes.push(await buildMeme({ db: deps.db, deps }, { user, bytes, name: '' }))
    }
    return memes
  })
  const killed = startCli(environment, 'reindex')
  await killed.prints('2 memes to read')
  killed.child.kill('SIGKILL')
  expect((await killed.ended).code).toBeNull()

  expect(await cli(environment, 'reindex')).toEqual({
    code: 0,
    out: expect.stringMatching(/^[12] memes to read\nRead [12] memes\.\n$/),
    err: '',
  })
  expect(await cli(environment, 'reindex')).toEqual({ code: 0, out: '0 memes to read\nRead 0 memes.\n', err: '' })

  await withDeps(async (opened) => {
    const { db } = opened.deps
    const texts = await db.selectFrom('meme_texts').select('picture_text').orderBy('meme_id').execute()
    // OCR may find stray letters in a drawing, but it must find the caption.
    expect(texts.map(({ picture_text }) => picture_text.toLowerCase())).toEqual([
      expect.stringContaining('forgotten umbrella'),
      expect.stringContaining('frozen pizza'),
    ])
    await withTransaction(db, (tx) =>
      tx
        .deleteFrom('meme_vectors')
        .where('meme_id', '=', first?.id ?? '')
        .execute(),
    )
    const shown = await onTerminal((io) => runReindex(opened.deps, io))
    expect(shown).toBe(
      [
        '\r[',
        '.'.repeat(30),
        '] 0/1, ? left\u001b[K\r[',
        '#'.repeat(30),
        '] 1/1, 0 s left\u001b[K\nRead 1 memes.\n',
      ].join(''),
    )
  })
})

/** Returns the output when standard output is a terminal. */
async function onTerminal(run: (io: CommandIo) => Promise<number>): Promise<string> {
  let shown = ''
  const isTerminal = process.stdout.isTTY
  process.stdout.isTTY = true
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    shown += chunk
    return true
  })
  try {
    expect(await run(terminalIo(new AbortController().signal))).toBe(0)
  } finally {
    write.mockRestore()
    process.stdout.isTTY = isTerminal
  }
  return shown
}
