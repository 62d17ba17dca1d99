import { createHmac, randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Role } from '#contract/people/roles.ts'
import { isEqualConstantTime } from '#server/platform/constant-time-equal.ts'
import { type Db, withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { outboxOf } from '#server/platform/mail/outbox.ts'
import type { Member } from '#server/platform/viewer.ts'
import { changeMemberRoleIn } from '../moderation/change-member-role.ts'
import { consumeNonce, hasAdmin, storeNonce } from './queries.ts'

const tokenOf = (secret: string, nonce: string) =>
  createHmac('sha256', secret).update(`first admin ${nonce}`).digest('base64url')

/**
 * Returns the link that makes a signed-in member the first admin. It is the same on every node until it is used. Undefined once
 * there is an admin.
 */
export async function firstAdminLink(deps: Pick<Deps, 'config' | 'db'>): Promise<string | undefined> {
  const nonce = await withTransaction(deps.db, async (tx) =>
    (await hasAdmin(tx)) ? undefined : storeNonce(tx, randomBytes(18).toString('base64url')),
  )
  if (nonce === undefined) return undefined
  const url = new URL('/admin/claim', deps.config.publicUrl)
  url.searchParams.set('token', `${nonce}.${tokenOf(deps.config.authSecret, nonce)}`)
  return url.href
}

/** Returns a function that is true once the site has had an admin. It queries only until then. */
export function firstAdminWatch(db: Db): () => Promise<boolean> {
  let isFound = false
  return async () => {
    isFound ||= await hasAdmin(db)
    return isFound
  }
}

const LINK_FILE = 'first-admin.txt'

/** Writes the link to the outbox that replaces a mail server, readable only by the server's account. Returns the file path. */
export async function writeFirstAdminLink(dataDir: string, link: string): Promise<string> {
  const outbox = outboxOf(dataDir)
  await mkdir(outbox, { recursive: true, mode: 0o700 })
  const file = path.join(outbox, LINK_FILE)
  await writeFile(file, `${link}\n`, { mode: 0o600 })
  return file
}

/** Makes the member the first admin. Throws admin.linkInvalid if the link is wrong or used, or if there already is an admin. */
export async function claimFirstAdmin(deps: Pick<Deps, 'config' | 'db'>, viewer: Member, token: string): Promise<Role> {
  const [nonce = '', given = ''] = token.split('.')
  if (!isEqualConstantTime(given, tokenOf(deps.config.authSecret, nonce))) throw new AppError('admin.linkInvalid')
  await withTransaction(deps.db, async (tx) => {
    if (!(await consumeNonce(tx, nonce)) || (await hasAdmin(tx))) throw new AppError('admin.linkInvalid')
    await changeMemberRoleIn(deps, tx, viewer.userId, viewer.userId, 'admin')
  })
  return 'admin'
}
