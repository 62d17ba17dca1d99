import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Caches } from '#server/platform/cache/caches.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Engine } from '#server/platform/db/engine.ts'

/** The maximum age of a cache that only changes invalidate. */
export const forever = (): number => Number.POSITIVE_INFINITY

/**
 * The database for a test that changes rows directly: each statement that is not a plain read empties the
 * caches, since it publishes no change.
 */
export function emptyingCaches(db: Db, nodes: readonly Caches[]): Db {
  const empty = () => {
    for (const caches of nodes) caches.clear()
  }
  return db.withPlugin({
    transformQuery: ({ node }) => {
      if (node.kind !== 'SelectQueryNode') empty()
      return node
    },
    transformResult: async ({ result }) => {
      if (result.numAffectedRows !== undefined) empty()
      return result
    },
  })
}

const CHANNEL = 'test_barrier'
const WAIT_MS = 1000

/** Lets each request wait until the node has received all changes that were committed before it. */
export async function waitForChanges(app: FastifyInstance, engine: Engine): Promise<void> {
  const waiting = new Map<string, () => void>()
  const listening = await engine.listen(CHANNEL, (mark) => waiting.get(mark)?.())
  app.addHook('onRequest', async () => {
    const mark = randomUUID()
    await new Promise<void>((resolve) => {
      // A test may have stopped the database; then there is nothing to wait for.
      const timer = setTimeout(resolve, WAIT_MS)
      const end = () => {
        clearTimeout(timer)
        resolve()
      }
      waiting.set(mark, end)
      engine.executeSql('select pg_notify($1, $2)', [CHANNEL, mark]).catch(end)
    })
    waiting.delete(mark)
  })
  app.addHook('onClose', () => listening.close())
}
