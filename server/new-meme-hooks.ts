import { allDomains } from './domains/all-domains.ts'
import type { Tx } from './platform/db/db.ts'
import type { Deps } from './platform/deps.ts'

/** Runs every domain's hook for a new or edited meme, in the transaction that writes it. */
export function onNewMeme(deps: Deps) {
  const hooks = allDomains.flatMap((domain) => domain.onMemeWritten?.(deps) ?? [])
  return async (tx: Tx, meme: { id: string }): Promise<void> => {
    for (const hook of hooks) await hook(tx, meme)
  }
}
