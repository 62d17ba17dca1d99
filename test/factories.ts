import type { Updateable } from 'kysely'
import type { Role } from '#contract/people/roles.ts'
import { startSession } from '#server/domains/auth/sessions/start-session.ts'
import { addMeme } from '#server/domains/memes/add-meme.ts'
import type { MemeRow } from '#server/domains/memes/queries.ts'
import { indexMeme } from '#server/domains/search/indexing/index-meme.ts'
import { inspectPicture } from '#server/domains/search/indexing/inspect-picture.ts'
import type { NewUser, UserRow } from '#server/domains/users/queries.ts'
import { insertUser, setRole } from '#server/domains/users/queries.ts'
import { type Db, type Tx, withTransaction } from '#server/platform/db/db.ts'
import { newId } from '#server/platform/db/id.ts'
import type { Tables } from '#server/platform/db/tables.ts'
import { discard } from '#server/platform/images/staging.ts'
import type { TestApp } from './app.ts'
import { sourceHashOf, takePicture } from './picture-pool.ts'
import { prepareBytes } from './prepared-picture.ts'

let counter = 0

/** A unique suffix among everything built in this process. */
export const unique = () => {
  counter += 1
  return `${Date.now().toString(36).slice(-5)}${counter}`
}

/** The target of the builders: a test's application, or its parts. */
type Built = Pick<TestApp, 'db' | 'deps'>

export interface BuiltMember {
  user: UserRow
  token: string
}

/** Creates a verified member and a session, directly in the database. */
export async function buildMember(
  test: Built,
  { role = 'member', ...overrides }: Partial<NewUser> & { role?: Role } = {},
): Promise<BuiltMember> {
  const name = `user${unique()}`
  const user = await withTransaction(test.db, async (tx) => {
    const made = await insertUser(tx, {
      id: newId(),
      username: name,
      email: `${name}@example.com`,
      passwordHash: null,
      displayName: `Person ${name}`,
      contentLanguage: 'en',
      emailVerifiedAt: new Date(),
      ...overrides,
    })
    if (made && role !== 'member') await setRole(tx, made.id, role)
    return made && { ...made, role }
  })
  if (!user) throw new Error('the username or the e-mail is taken')
  const viewer = { kind: 'visitor', language: 'en', address: '127.0.0.1', userAgent: 'test' } as const
  const session = await startSession(test.deps, viewer, user)
  return { user, token: session.authentication.token }
}

/** Changes rows of memes directly, as no request does. */
export const changeMemes = (db: Db | Tx, ids: string | string[], values: Updateable<Tables['memes']>) =>
  db.updateTable('memes').set(values).where('id', 'in', [ids].flat()).execute()

/** Changes rows of members directly. */
export const changeUsers = (db: Db | Tx, ids: string | string[], values: Updateable<Tables['users']>) =>
  db.updateTable('users').set(values).where('id', 'in', [ids].flat()).execute()

/** Makes the session look as if the member signed in an hour ago without a fresh proof since. */
export async function ageProof(test: Pick<TestApp, 'db'>, userId: string): Promise<void> {
  const confirmed_at = new Date(Date.now() - 3_600_000)
  await test.db.updateTable('sessions').set({ confirmed_at }).where('user_id', '=', userId).execute()
}

export interface MemeOverrides {
  user?: UserRow
  name?: string
  description?: string
  altText?: string
  bytes?: Buffer
  createdAt?: Date
}

/** Creates a meme with a picture that no other meme of the database has, through the real upload code. */
export async function buildMeme(test: Built, overrides: MemeOverrides = {}): Promise<MemeRow> {
  const user = overrides.user ?? (await buildMember(test)).user
  const { stagingDir } = test.deps
  const { bytes } = overrides
  const { picture, sourceHash, inspect } = bytes
    ? { picture: await prepareBytes(bytes, { stagingDir }), sourceHash: sourceHashOf(bytes), inspect: inspectPicture }
    : await takePicture(test.deps.db, stagingDir)
  try {
    return await addMeme(test.deps, {
      userId: user.id,
      words: {
        name: overrides.name ?? `Meme ${unique()}`,
        description: overrides.description ?? '',
        altText: overrides.altText ?? '',
      },
      fileName: 'meme.png',
      location: 'quick',
      picture,
      sourceHash,
      allowDuplicate: true,
      createdAt: overrides.createdAt,
      inspect,
      onMemeWritten: indexMeme,
    })
  } finally {
    await discard(picture)
  }
}
