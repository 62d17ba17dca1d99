import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import path from 'node:path'
import pg from 'pg'
import { createApp } from '#server/app.ts'
import { openDeps } from '#server/open-deps.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { EmbeddedThread } from '#server/platform/db/embedded-thread.ts'
import { pictureForm } from './multipart.ts'
import { randomPicture } from './random-picture.ts'

// `upload-process.ts TOKEN SEED STEPS`: uploads one picture to the site of the environment and kills itself after STEPS steps. A
// step is a change to a file or a commit of a transaction. Prints the names of the steps if it reaches the end.

const [token = '', seed = '', limit = ''] = process.argv.slice(2)
const config = readConfig()
const done: string[] = []
let isCounting = false

function stepDone(name: string): void {
  if (!isCounting) return
  done.push(name)
  dieAtLimit()
}

function dieAtLimit(): void {
  if (done.length >= Number(limit)) process.kill(process.pid, 'SIGKILL')
}

/** The folder of a file in the data directory; undefined for files elsewhere and for the database's files. */
function placeOf(file: unknown): string | undefined {
  const place = path.relative(config.dataDir, String(file))
  if (place.startsWith('..') || place.startsWith('database')) return undefined
  return place.split(path.sep)[0]
}

type Call = (...args: unknown[]) => Promise<unknown>

/** Counts finished calls for which `nameOf` returns a name. */
function count(owner: object, method: string, nameOf: (...args: unknown[]) => string | undefined): void {
  const calls = owner as Record<string, Call>
  const original = calls[method] as Call
  calls[method] = async function counted(this: unknown, ...args: unknown[]) {
    const result = await original.apply(this, args)
    const name = nameOf(...args)
    if (name !== undefined) stepDone(name)
    return result
  }
}

const isWriting = (flags: unknown) => typeof flags === 'string' && flags !== 'r'
const inPlace = (verb: string) => (file: unknown) => {
  const place = placeOf(file)
  return place && `${verb} ${place}`
}
for (const method of ['rm', 'unlink', 'writeFile']) count(fs.promises, method, inPlace(method))
for (const method of ['rename', 'copyFile']) count(fs.promises, method, (_, target) => inPlace(method)(target))
count(fs.promises, 'open', (file, flags) => (isWriting(flags) ? inPlace(`open ${flags}`)(file) : undefined))
syncBuiltinESMExports()
const isCommit = (statement: unknown) => {
  const { text, sql } = (typeof statement === 'string' ? { text: statement } : statement) as {
    text?: string
    sql?: string
  }
  return /^\s*commit\b/i.test(text ?? sql ?? '') ? 'commit' : undefined
}
count(EmbeddedThread.prototype, 'ask', isCommit)
count(pg.Client.prototype, 'query', isCommit)

const opened = await openDeps(config)
const app = await createApp(opened.deps, {
  isDraining: () => false,
  checks: () => opened.checks(),
  maintenance: opened.maintenance,
  tracing: null,
  webRoot: null,
})
const { payload, headers } = pictureForm(await randomPicture(`steps ${seed}`), { name: `killed after step ${limit}` })
isCounting = true
dieAtLimit()
const answer = await app.inject({
  method: 'POST',
  url: '/api/meme',
  payload,
  headers: { ...headers, authorization: `Bearer ${token}` },
})
isCounting = false
process.stdout.write(`${JSON.stringify({ status: answer.statusCode, done })}\n`)
process.exit(0)
