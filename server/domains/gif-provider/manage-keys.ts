import { randomBytes } from 'node:crypto'
import { GIF_KEYS_MAX } from '#contract/limits.ts'
import { GIF_KEY_PREFIX, type GifKey, type NewGifKey } from '#contract/site/gif-keys.ts'
import { publish } from '#server/platform/change-bus/change-bus.ts'
import { type Tx, withTransaction } from '#server/platform/db/db.ts'
import { newId } from '#server/platform/db/id.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { hashSecret } from '#server/platform/hash-secret.ts'
import { logAdmin } from '../moderation/log-admin.ts'
import type { Actor } from '../moderation/require-power.ts'
import { countKeysLocked, deleteKey, findKeys, insertKey, type KeyRow } from './key-queries.ts'

const SECRET_BYTES = 24

export const listKeys = async ({ db }: Pick<Deps, 'db'>): Promise<GifKey[]> => (await findKeys(db)).map(present)

/** Creates a key. Returns it only this once and stores only its hash. Throws gifKey.tooMany. */
export async function createKey({ db }: Pick<Deps, 'db'>, by: Actor, name: string): Promise<NewGifKey> {
  const key = GIF_KEY_PREFIX + randomBytes(SECRET_BYTES).toString('base64url')
  return withTransaction(db, async (tx) => {
    if ((await countKeysLocked(tx)) >= GIF_KEYS_MAX) throw new AppError('gifKey.tooMany')
    const row = await insertKey(tx, { id: newId(), name, key_hash: hashSecret(key) })
    await note(tx, by, row, 'added')
    return { ...present(row), key }
  })
}

/** Deletes a key on all nodes at once. Throws gifKey.notFound. */
export async function removeKey({ db }: Pick<Deps, 'db'>, by: Actor, id: string): Promise<void> {
  await withTransaction(db, async (tx) => {
    const row = await deleteKey(tx, id)
    if (!row) throw new AppError('gifKey.notFound')
    await note(tx, by, row, 'removed')
  })
}

async function note(tx: Tx, by: Actor, { id, name }: KeyRow, what: string): Promise<void> {
  await logAdmin(tx, by, {
    action: 'settings',
    targetKind: 'settings',
    targetId: id,
    reason: `key of the GIF provider "${name}": ${what}`,
  })
  await publish(tx, 'siteChanged')
}

const present = ({ id, name, calls, created_at }: KeyRow): GifKey => ({
  _id: id,
  name,
  calls: Number(calls),
  createdAt: created_at.toISOString(),
})
