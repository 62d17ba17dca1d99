import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { expect } from 'vitest'
import type { Engine } from '#server/platform/db/engine.ts'
import type { TestApp } from '#test/app.ts'

/** One folder a release: `database.sql.gz` as pg_dump wrote it, `answers.json` with what the API said then. */
export const FIXTURES = fileURLToPath(new URL('../fixtures/releases/', import.meta.url))

/** Of each member in a fixture. */
export const PASSWORD = 'correct horse battery'

export interface Release {
  version: string
  memeId: string
  /** What the API answered, by who asked for what: `ann /users/me`. */
  answers: Record<string, unknown>
}

export const releaseVersions = (): Promise<string[]> => readdir(FIXTURES)

export async function readRelease(version: string): Promise<Release> {
  return JSON.parse(await readFile(path.join(FIXTURES, version, 'answers.json'), 'utf8'))
}

/** Fills an empty database with what a release had left in its own. */
export async function loadRelease(engine: Engine, version: string): Promise<void> {
  const dump = gunzipSync(await readFile(path.join(FIXTURES, version, 'database.sql.gz'))).toString()
  // psql's own commands begin with a backslash; the settings of the dump must not stay with a pooled connection.
  await engine.executeSql(`${dump.replace(/^\\(?:un)?restrict .*$/gm, '')}\nreset all;`)
}

const readsOf = (userId: string, memeId: string) => [
  '/users/me',
  `/users/${userId}/followers`,
  `/users/${userId}/following`,
  `/meme/user/${userId}`,
  `/user/meme/album/${userId}`,
  `/user/meme/frequent/${userId}`,
  `/meme/${memeId}`,
]

/** Signs the fixture's members in and reads who they are, what they made, use and kept, and who follows whom. */
export async function readAnswers(app: TestApp, memeId: string): Promise<Release['answers']> {
  const answers: Release['answers'] = {}
  for (const name of ['ann', 'ben']) {
    const body = { email: `${name}@example.com`, password: PASSWORD }
    const login = await app.call('POST', '/auth/login', { body })
    expect(login.status, JSON.stringify(login.body)).toBe(200)
    const { _id, authentication } = login.body.data
    for (const url of readsOf(_id, memeId)) {
      const answer = await app.call('GET', url, { token: authentication.token })
      expect(answer.status, `${url} ${JSON.stringify(answer.body)}`).toBe(200)
      answers[`${name} ${url}`] = answer.body.data
    }
  }
  return answers
}
