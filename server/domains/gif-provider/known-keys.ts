import { createHmac } from 'node:crypto'
import { isEqualConstantTime } from '#server/platform/constant-time-equal.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { hashSecret } from '#server/platform/hash-secret.ts'
import { addCalls, findKeys } from './key-queries.ts'

const WRITE_AFTER_MS = 5000
const PROOF_BYTES = 16

export type KnownKeys = ReturnType<typeof createKnownKeys>

/** Creates the functions that check keys, count their calls, and sign the addresses of pictures. */
export function createKnownKeys(deps: Pick<Deps, 'config' | 'db' | 'caches' | 'log'>) {
  const cache = deps.caches.open<ReadonlyMap<string, string>>({ name: 'gif-keys', max: 1, topics: ['siteChanged'] })
  /** The ids of all keys, by hash. */
  const known = () =>
    cache.fetch('', async () => new Map((await findKeys(deps.db)).map(({ key_hash, id }) => [key_hash, id])))
  /** Calls that are not yet written, by the id of their key. */
  let calls = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined

  async function writeCalls(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const written = calls
    calls = new Map()
    await withTransaction(deps.db, async (tx) => {
      for (const id of [...written.keys()].toSorted()) await addCalls(tx, id, written.get(id) ?? 0)
    }).catch((error: unknown) => deps.log.warn({ err: error }, 'could not count calls of the GIF provider'))
  }

  const proofOf = (keyId: string, memeId: string) =>
    createHmac('sha256', deps.config.authSecret)
      .update(`gif picture ${keyId} ${memeId}`)
      .digest()
      .subarray(0, PROOF_BYTES)
      .toString('base64url')

  return {
    /** Returns the id of a key; undefined if it is unknown or deleted. */
    idOf: async (key: string): Promise<string | undefined> => (await known()).get(hashSecret(key)),
    countCall(id: string): void {
      calls.set(id, (calls.get(id) ?? 0) + 1)
      timer ??= setTimeout(() => void writeCalls(), WRITE_AFTER_MS).unref()
    },
    async close(): Promise<void> {
      if (calls.size > 0) await writeCalls()
    },
    /** Signs the addresses of a meme's pictures, for chats without a session on a site for members only. */
    sign: (keyId: string, memeId: string): string => `${keyId}.${proofOf(keyId, memeId)}`,
    /** Checks a signature. It ends with its key. */
    async admitsPicture(memeId: string, signature: string): Promise<boolean> {
      const [keyId = '', proof = ''] = signature.split('.')
      if (!isEqualConstantTime(proof, proofOf(keyId, memeId))) return false
      return [...(await known()).values()].includes(keyId)
    },
  }
}
