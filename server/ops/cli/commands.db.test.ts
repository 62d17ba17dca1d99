import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { closeDeps, type OpenedDeps, openDeps } from '#server/open-deps.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { type AppProcess, startApp } from '#test/app-process.ts'
import { cli } from '#test/cli.ts'
import { buildMember, buildMeme } from '#test/factories.ts'
import { persistentEnvironment } from '#test/persistent-environment.ts'
import { runCommand } from './run-command.ts'

const environment = persistentEnvironment({ LOG_LEVEL: 'error' })

async function prepare() {
  const opened = await openDeps(readConfig({ ...environment(), DEMO: 'false' }))
  const test = { db: opened.deps.db, deps: opened.deps }
  try {
    const { user, token } = await buildMember(test)
    const leaving = await buildMember(test)
    const meme = await buildMeme(test, { user, name: 'Quiet \u001b[2J\u202ename' })
    return { username: user.username, token, leaving: leaving.user.username, memeId: meme.id }
  } finally {
    await closeDeps(opened)
  }
}

let made: Awaited<ReturnType<typeof prepare>>
let app: AppProcess
/** Runs commands on PostgreSQL, as another node. */
let opened: OpenedDeps | undefined
beforeAll(async () => {
  made = await prepare()
  app = await startApp(environment())
  if (environment().DATABASE_URL) opened = await openDeps(readConfig({ ...environment(), DEMO: 'false' }))
})
afterAll(async () => {
  if (opened) await closeDeps(opened)
  await app.stop()
})

/** Runs a command in a process, as an operator does while the server is running. */
const runProcess = (...words: string[]) => cli(environment(), ...words)

/**
 * Runs a command. On PostgreSQL, the test's process runs it, because another process would open everything for each command. On the
 * embedded engine, the server runs it.
 */
async function run(...words: string[]) {
  if (!opened) return runProcess(...words)
  const written: Record<'out' | 'err', string[]> = { out: [], err: [] }
  const code = await runCommand({ ...opened, deps: opened.jobDeps }, words, {
    print: (line) => void written.out.push(`${line}\n`),
    complain: (line) => void written.err.push(`${line}\n`),
    showProgress() {},
    isTerminal: false,
    signal: new AbortController().signal,
  })
  return { code, out: written.out.join(''), err: written.err.join('') }
}
const done = (...lines: string[]) => ({ code: 0, out: lines.map((line) => `${line}\n`).join(''), err: '' })
const refused = (line: string) => ({ code: 1, out: '', err: `${line}\n` })

const memeStatus = async () => (await fetch(`${app.url}/api/meme/${made.memeId}`)).status
const likeStatus = async () => {
  const headers = { authorization: `Bearer ${made.token}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ memeId: made.memeId, action: 'like' })
  return (await fetch(`${app.url}/api/user-action`, { method: 'POST', headers, body })).status
}

const roleNow = async () => {
  const answer = await fetch(`${app.url}/api/users/me`, { headers: { authorization: `Bearer ${made.token}` } })
  return ((await answer.json()) as { data: { role: string } }).data.role
}

test('every command works while the site runs, and the site shows the result at once', {
  timeout: 240_000,
}, async () => {
  const { memeId, username, leaving } = made
  expect(await run('reports')).toEqual(done('No open reports.'))
  const reported = await fetch(`${app.url}/api/meme/${memeId}/report`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ reason: 'spam', note: 'Look\u001b]0;title\u0007 here' }),
  })
  expect(reported.status).toBe(202)
  const { code, out } = await runProcess('reports')
  expect([code, out]).toEqual([0, expect.stringContaining(memeId)])
  expect(out).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u)
  const health = await run('doctor')
  expect(health).toMatchObject({ code: 0, err: '' })
  expect(health.out).toMatch(/^Memeroom \d+\.\d+\.\d+\nPostgreSQL \d+\.\d+, .*: \d+ MB/)
  expect(health.out).toContain('No problems found.')
  const link = await run('first-admin')
  expect(link).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/^http.*\/admin\/claim\?token=\S+\n$/) })
  expect(await run('outbox')).toEqual(
    refused(`memeroom outbox: there is no email in ${environment().DATA_DIR}/outbox: no email was written yet`),
  )
  const backup = await mkdtemp(path.join(tmpdir(), 'memeroom-backup-'))
  onTestFinished(() => rm(backup, { recursive: true, force: true }))
  expect(await run('backup', backup)).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringMatching(/^State .* rows, /),
  })
  expect(await run('verify', backup)).toMatchObject({ code: 0, err: '', out: expect.stringContaining('is complete') })
  expect(await run('restore', backup)).toMatchObject({ code: 1, out: '', err: expect.stringContaining('not empty') })
  expect(await run('reports', 'dismiss', memeId, 'Harmless')).toEqual(done('Dismissed 1 report.'))

  expect(await runProcess('meme', 'remove', memeId, 'Not for everybody')).toEqual(done(`Removed meme ${memeId}.`))
  expect(await memeStatus()).toBe(410)
  expect(await run('meme', 'restore', memeId, 'It', 'was', 'fine')).toEqual(done(`Restored meme ${memeId}.`))
  expect(await memeStatus()).toBe(200)

  expect(await likeStatus()).toBe(200)
  expect(await run('user', 'suspend', username, 'Spam')).toEqual(done(`Suspended ${username}.`))
  expect(await likeStatus()).toBe(403)
  expect(await run('user', 'unsuspend', username, 'Over')).toEqual(done(`${username} is no longer suspended.`))
  expect(await run('user', 'role', username, 'moderator')).toEqual(done(`${username} is a moderator now.`))
  expect(await roleNow()).toBe('moderator')
  expect(await run('user', 'role', username, 'member')).toEqual(done(`${username} is a member now.`))
  expect(await roleNow()).toBe('member')
  expect(await run('user', 'delete', leaving, 'Asked for it')).toEqual(
    done(`Deleted ${leaving} with all their content.`),
  )
  expect((await fetch(`${app.url}/api/users/${leaving}`)).status).toBe(404)

  expect((await run('reports', 'log')).out.split('\n')).toHaveLength(9)
  expect(await run('settings', 'set', 'memesOfSite', '1')).toEqual(done('memesOfSite=1'))
  const pack = path.join(environment().DATA_DIR ?? '', 'known-templates.json')
  await writeFile(pack, '{ "descriptorVersion": 3 }')
  expect(await run('doctor')).toMatchObject({
    code: 1,
    out: expect.stringMatching(
      /^! the site stores \d+ of 1 memes;.*\n! DATA_DIR\/known-templates\.json is ignored: The entry at templates is/m,
    ),
  })
  await writeFile(pack, '{ "descriptorVersion": 3, "templates": [] }')
  expect(await run('settings', 'set', 'memesOfSite', '1000')).toEqual(done('memesOfSite=1000'))
  expect((await run('doctor')).out).toMatch(
    /^Quota: the site stores \d+ of 1000 memes\n[\s\S]*^Known templates: 0 from DATA_DIR\/known-templates\.json$/m,
  )
  expect(await run('settings', 'set', 'memesOfSite', '0')).toEqual(done('memesOfSite=0'))
  if (opened) {
    await sql`insert into jobs.job (name, state) values ('read-picture', 'failed')`.execute(opened.deps.db)
    expect((await run('doctor')).out).toMatch(/^! jobs: 1 of read-picture failed recently: /m)
  }
  expect((await run('retention', '--dry-run')).out).toMatch(/^Would be done:\n( {2}.+ +\d+\n){5}$/)
  expect((await run('retention')).out).toMatch(/^Done:\n/)
  expect((await run('reindex')).out).toMatch(/^\d+ memes to read\nRead \d+ memes\.\n$/)
  expect(await run('migrate')).toEqual(done('The database is up to date.'))
  expect(await run('demo', 'remove')).toEqual(done('Removed 0 demo people with all their memes.'))
})

test('a refused command prints one line and exits with code 1', { timeout: 120_000 }, async () => {
  expect(await runProcess('nonsense')).toEqual(refused('memeroom: there is no command "nonsense"; help lists them'))
  expect(await run('demo')).toEqual(refused('usage: demo fill|remove'))
  expect(await run('blobs', 'check', '--unknown')).toEqual(
    refused('usage: blobs check [--deep] [--fix] | move FROM TO [--remove]'),
  )
  expect(await run('backup', 'somewhere', '--keep')).toEqual(refused('usage: backup DIR|s3://… [--keep STATES]'))
  expect(await run('user', 'role', made.username, 'king')).toEqual(
    refused('memeroom user: a role is member, moderator or admin'),
  )
  expect(await run('user', 'suspend', 'nobody-of-that-name', 'Spam')).toEqual(refused('User does not exist'))
  expect(await runProcess('meme', 'remove', 'no-id', 'Spam')).toEqual(refused("Oops, we can't find this meme"))
  const { code, out } = await runProcess()
  expect([code, out]).toEqual([0, expect.stringMatching(/^Commands:\n(?:.+\n)* {2}reports /)])
})
