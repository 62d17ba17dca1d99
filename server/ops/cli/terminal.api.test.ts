import { afterEach, expect, test, vi } from 'vitest'
import type { OpenedDeps } from '#server/open-deps.ts'
import { buildMember, buildMeme, changeMemes } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { runCommand } from './run-command.ts'
import { terminalIo } from './terminal-io.ts'

const app = await appForFile()
afterEach(() => vi.restoreAllMocks())

/** Clears the screen, sets the window title, overrides the text direction, and includes a C1 control. */
const HOSTILE = '\u001b[2J\u001b]0;owned\u0007\u202egnp.exe\u009b31m'
const CONTROLS = ['\u001b', '\u0007', '\u009b', '\u202e']
const isHostile = (text: string) => CONTROLS.some((control) => text.includes(control))

/** Returns a command's raw terminal output. */
async function onTerminal(...words: string[]): Promise<string> {
  let written = ''
  const keep = (text: string | Uint8Array) => {
    written += String(text)
    return true
  }
  vi.spyOn(process.stdout, 'write').mockImplementation(keep)
  vi.spyOn(process.stderr, 'write').mockImplementation(keep)
  await runCommand({ deps: app.deps } as OpenedDeps, words, terminalIo(new AbortController().signal))
  vi.restoreAllMocks()
  return written
}

test('text written by members cannot control the operator’s terminal', async () => {
  const admin = await buildMember(app, { role: 'admin' })
  const meme = await buildMeme(app, { name: 'A cat' })
  const { token } = await buildMember(app)
  // The API accepts some of these characters in a multi-line note, and none in a name.
  const body = { reason: 'spam', note: `first line\nsecond ${HOSTILE}` }
  expect((await app.call('POST', `/meme/${meme.id}/report`, { token, body })).status).toBe(202)
  const reports = await onTerminal('reports')
  expect(reports).toContain('second')
  expect(isHostile(reports)).toBe(false)
  const decision = { reason: `because ${HOSTILE}` }
  await app.call('POST', `/moderation/memes/${meme.id}/remove`, { token: admin.token, body: decision })
  const log = await onTerminal('reports', 'log')
  expect(log).toContain('because')
  expect(isHostile(log)).toBe(false)
})

test('stored hostile names and mistyped arguments cannot either', async () => {
  const meme = await buildMeme(app, { name: 'A dog' })
  await changeMemes(app.db, meme.id, { name: `dog ${HOSTILE}` })
  await app.call('POST', `/meme/${meme.id}/report`, { body: { reason: 'spam' } })
  const reports = await onTerminal('reports')
  expect(reports).toContain('dog')
  expect(isHostile(reports)).toBe(false)
  for (const words of [[HOSTILE], ['user', 'suspend', HOSTILE, 'spam'], ['settings', 'get', HOSTILE]])
    expect(isHostile(await onTerminal(...words))).toBe(false)
})
