import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { expect } from 'vitest'
import type { Engine } from '#server/platform/db/engine.ts'
import type { TestApp } from '#test/app.ts'

/** One folder per release: `database.sql.gz` from pg_dump, `answers.json` with the API's responses at that time. */
export const FIXTURES = fileURLToPath(new URL('../fixtures/releases/', import.meta.url))

/** The password of every member in a fixture. */
export const PASSWORD = 'correct horse battery'

export interface Release {
  version: string
  memeId: string
  /** The API's responses, by member and request: `ann /users/me`. */
  answers: Record<string, unknown>
}

export const releaseVersions = (): Promise<string[]> => readdir(FIXTURES)

export async function readRelease(version: string): Promise<Release> {
  return JSON.parse(await readFile(path.join(FIXTURES, version, 'answers.json'), 'utf8'))
}

/** Fills an empty database with the dump of a release. */
export async function loadRelease(engine: Engine, version: string): Promise<void> {
  const dump = gunzipSync(await readFile(path.join(FIXTURES, version, 'database.sql.gz'))).toString()
  // Commands of psql start with a backslash. The dump's settings must not persist in a pooled connection.
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

/** Signs in the fixture's members and reads their profiles, uploads, frequent and saved memes, and follows. */
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
      const { data } = answer.body
      // Release 0.2.0 did not list removed memes to their owners.
      const isListed = ({ status }: { status?: string }) => status !== 'removed'
      answers[`${name} ${url}`] = Array.isArray(data) ? data.filter(isListed) : data
    }
  }
  return answers
}
