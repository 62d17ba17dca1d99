import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, onTestFinished } from 'vitest'
import type { TestApp } from './app.ts'
import { type BuiltMember, buildMember } from './factories.ts'
import { operate, operateUntil } from './operator.ts'
import { randomPicture } from './random-picture.ts'

/** For each test, an empty folder to import from, and a member who receives the memes. */
export function importingSite(app: () => TestApp) {
  let folder: string
  let member: BuiltMember
  let mark: string
  let marks = 0
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'memeroom-import-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    member = await buildMember(app())
    marks += 1
    mark = `import ${marks}`
  })
  const wordsOf = (source: string, words: string[]) => [
    'import',
    /^https?:/.test(source) ? source : path.join(folder, source),
    '--as',
    member.user.username,
    ...words,
  ]
  return {
    folder: () => folder,
    member: () => member,
    /** A picture that no other test uploads. */
    picture: (name: string) => randomPicture(`${mark} ${name}`),
    async put(name: string, content: Buffer | string): Promise<string> {
      const file = path.join(folder, name)
      await mkdir(path.dirname(file), { recursive: true })
      await writeFile(file, content)
      return file
    },
    async run(source: string, ...words: string[]) {
      return withReport(await operate(app().deps, ...wordsOf(source, words)))
    },
    /** Like `run`, but is stopped by the signal. */
    async runUntil(signal: AbortSignal, source: string, ...words: string[]) {
      return withReport(await operateUntil(signal, app().deps, ...wordsOf(source, words)))
    },
    memesOf: () =>
      app()
        .db.selectFrom('memes')
        .select(['name', 'description', 'tags', 'sensitive', 'created_at'])
        .where('user_id', '=', member.user.id)
        .orderBy('name')
        .execute(),
  }
}

/** Adds the summary, and the rows of its report: reason, item, detail. */
async function withReport(result: { code: number; lines: string[] }) {
  const summary = result.lines.findLast((line) => /^(Imported|Would import)/.test(line)) ?? ''
  const [, file] = /; see (.*)$/.exec(summary) ?? []
  const [, ...rows] = file === undefined ? [] : (await readFile(file, 'utf8')).replace(/\n$/, '').split('\n')
  return { ...result, summary, skipped: rows.map((row) => row.split('\t')) }
}
