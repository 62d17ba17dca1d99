import type { MessageToWorker } from '../service-worker/protocol.ts'
import { inWholeDatabase, result } from './databases.ts'
import { deleteCache, hasCaches } from './kept-caches.ts'
import { fateOf, ownerNow, settleItems } from './member-items.ts'
import { onSessionChange } from './session.ts'
import { readItem, writeItem } from './storage.ts'
import { CACHES, type CacheName, DATABASES, type DatabaseName } from './storage-registry.ts'
import { createStore } from './store.ts'

/** Counts the members who left this tab, for screens that show what was theirs. */
export const departures = createStore(0)

/**
 * Forgets what the browser keeps of a member whenever somebody else is here: in this tab, in another, or since the last start.
 * Every end of a session changes the session, so all of them come through here.
 */
export function startOwnership(): void {
  let member = ownerNow()
  void settle(false)
  onSessionChange(() => {
    const before = member
    member = ownerNow()
    if (before === member) return
    if (before !== null) departures.set(departures.get() + 1)
    void settle(before !== null)
  })
}

const nameOf = (owner: string | null) => owner ?? ''
let last: Promise<unknown> = Promise.resolve()

/** @param hasLeft whether a member was here until now */
function settle(hasLeft: boolean): Promise<unknown> {
  const marked = readItem('owner')
  const isSettled = marked === nameOf(ownerNow())
  settleItems()
  if (isSettled && !hasLeft) return last
  // An earlier version did not mark whose things it kept.
  const areOthers = marked === null ? ownerNow() === null : marked !== '' && !isSettled
  last = last
    .then(() =>
      Promise.all([
        ...Object.keys(DATABASES).map((name) => settleDatabase(name as DatabaseName, areOthers)),
        ...(hasLeft || areOthers ? [forgetCaches(), tellWorker({ type: 'forget', isLate: isSettled })] : []),
      ]),
    )
    // Last, so that what was interrupted is done at the next start.
    .then(() => writeItem('owner', nameOf(ownerNow())))
  return last
}

/** @param areOthers whether rows that name no owner are somebody else's */
const settleDatabase = (name: DatabaseName, areOthers: boolean): Promise<void> =>
  inWholeDatabase(name, async (transaction) => {
    for (const [store, owner] of Object.entries(DATABASES[name])) {
      const rows = transaction.objectStore(store)
      if (owner === 'unnamed') {
        if (areOthers) rows.clear()
      } else if ('field' in owner) await settleRows(rows, owner.field)
      else {
        const kept = new Set(await result(transaction.objectStore(owner.as).getAllKeys()))
        for (const key of await result(rows.getAllKeys())) if (!kept.has(key)) rows.delete(key)
      }
    }
  })

async function settleRows(rows: IDBObjectStore, field: string): Promise<void> {
  for (const key of await result(rows.getAllKeys())) {
    const row = (await result(rows.get(key))) as Record<string, unknown>
    const fate = fateOf(row[field] as string | null | undefined)
    if (fate === 'forgotten') rows.delete(key)
    else if (fate === 'adopted') rows.put({ ...row, [field]: ownerNow() })
  }
}

/** A page may have no worker: it was loaded past it, or the browser has none. */
async function forgetCaches(): Promise<void> {
  if (!hasCaches()) return
  await Promise.all(Object.keys(CACHES).map((name) => deleteCache(name as CacheName).catch(() => false)))
}

/** The worker may be active without controlling this page. What it is fetching just now is not kept either. */
async function tellWorker(message: MessageToWorker): Promise<void> {
  const registration = await globalThis.navigator?.serviceWorker?.getRegistration().catch(() => undefined)
  registration?.active?.postMessage(message)
}
