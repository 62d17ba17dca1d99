import type { MessageToWorker } from '../service-worker/protocol.ts'
import { deleteCache, hasCacheStorage } from './cache-storage.ts'
import { cleanUpItems, currentOwner, treatmentOf } from './member-items.ts'
import { onSessionChange } from './session.ts'
import { site } from './site.ts'
import { readItem, writeItem } from './storage.ts'
import { CACHES, type CacheName, DATABASES, type DatabaseName } from './storage-registry.ts'
import { createStore } from './store.ts'
import { inWholeDatabase, result } from './whole-database.ts'

/** Number of members who left this tab. Screens use it to reset a member's content. */
export const signOutCount = createStore(0)

/**
 * Deletes a member's stored data when the user changes: in this tab, in another, or since the last start. Every way of ending a
 * session changes the session, so all of them trigger this.
 */
export function watchDataOwner(): void {
  let member = currentOwner()
  void settle(false)
  if (member === null && site.get().membersOnly) void forgetPublic()
  onSessionChange(() => {
    const before = member
    member = currentOwner()
    if (before === member) return
    if (before !== null) signOutCount.set(signOutCount.get() + 1)
    void settle(before !== null)
  })
}

const nameOf = (owner: string | null) => owner ?? ''
let last: Promise<unknown> = Promise.resolve()

/** @param hasLeft whether a member was signed in until now */
function settle(hasLeft: boolean): Promise<unknown> {
  const marked = readItem('owner')
  const isSettled = marked === nameOf(currentOwner())
  cleanUpItems()
  if (isSettled && !hasLeft) return last
  // Earlier versions did not store the owner of the data.
  const areOthers = marked === null ? currentOwner() === null : marked !== '' && !isSettled
  last = last
    .then(() =>
      Promise.all([
        ...Object.keys(DATABASES).map((name) => settleDatabase(name as DatabaseName, areOthers)),
        ...(hasLeft || areOthers ? [forgetCaches(), postToActiveWorker({ type: 'forget', isLate: isSettled })] : []),
      ]),
    )
    // Write the owner last, so that an interrupted cleanup is repeated on the next start.
    .then(() => writeItem('owner', nameOf(currentOwner())))
  return last
}

/** Deletes responses and pictures that this browser stored while the site was public: strangers must not see them. */
const forgetPublic = (): Promise<unknown> =>
  Promise.all([
    ...(hasCacheStorage() ? [deleteCache('answers'), deleteCache('pictures')] : []),
    postToActiveWorker({ type: 'forget', isLate: true }),
  ]).catch(() => undefined)

/** @param areOthers whether rows without an owner belong to another user */
const settleDatabase = (name: DatabaseName, areOthers: boolean): Promise<void> =>
  inWholeDatabase(name, async (transaction) => {
    for (const [store, owner] of Object.entries(DATABASES[name])) {
      const rows = transaction.objectStore(store)
      if (owner === 'unnamed') {
        if (areOthers) rows.clear()
      } else if ('field' in owner) await settleRows(rows, owner.field)
      else {
        const ownKeys = new Set(await result(transaction.objectStore(owner.as).getAllKeys()))
        for (const key of await result(rows.getAllKeys())) if (!ownKeys.has(key)) rows.delete(key)
      }
    }
  })

async function settleRows(rows: IDBObjectStore, field: string): Promise<void> {
  for (const key of await result(rows.getAllKeys())) {
    const row = (await result(rows.get(key))) as Record<string, unknown>
    const fate = treatmentOf(row[field] as string | null | undefined)
    if (fate === 'forgotten') rows.delete(key)
    else if (fate === 'adopted') rows.put({ ...row, [field]: currentOwner() })
  }
}

/** Deletes the caches from the page, because it may have no worker: after a forced reload, or in a browser without workers. */
async function forgetCaches(): Promise<void> {
  if (!hasCacheStorage()) return
  await Promise.all(Object.keys(CACHES).map((name) => deleteCache(name as CacheName).catch(() => false)))
}

/**
 * Sends a message to the worker, which may be active without controlling this page. The worker then also discards responses that
 * it is still fetching.
 */
async function postToActiveWorker(message: MessageToWorker): Promise<void> {
  const registration = await globalThis.navigator?.serviceWorker?.getRegistration().catch(() => undefined)
  registration?.active?.postMessage(message)
}
