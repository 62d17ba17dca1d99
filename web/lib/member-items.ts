import { currentSession } from './session.ts'
import { readItem, removeItem, writeItem } from './storage.ts'
import { LOCAL_ITEMS, type MemberKey, TAB_ITEMS } from './storage-registry.ts'

/** The id of a member; null for a visitor; undefined for what an earlier version kept, which does not say. */
type Owner = string | null | undefined

/** Whose things are kept from now on. */
export const ownerNow = (): string | null => currentSession().user?.userId ?? null

/** What becomes of a thing in the hands of who is here now: the things of a visitor become those of the member who signs in. */
export function fateOf(owner: Owner, now = ownerNow()): 'stays' | 'adopted' | 'forgotten' {
  if (owner === now) return 'stays'
  return now !== null && (owner === null || owner === undefined) ? 'adopted' : 'forgotten'
}

interface Owned {
  owner?: Owner
  value: unknown
}

/** The owner comes first, so that it is read without the rest, which may be long. */
const beginningOf = (owner: Owner) => `{"owner":${JSON.stringify(owner)},"value":`

function read(key: MemberKey): Owned | undefined {
  try {
    const kept: unknown = JSON.parse(readItem(key) ?? 'null')
    if (kept === null) return undefined
    return typeof kept === 'object' && 'owner' in kept && 'value' in kept ? (kept as Owned) : { value: kept }
  } catch {
    return undefined
  }
}

/** What is kept for who is here now. */
export function readOwn(key: MemberKey): unknown {
  const kept = read(key)
  return kept && fateOf(kept.owner) !== 'forgotten' ? kept.value : undefined
}

export const writeOwn = (key: MemberKey, value: unknown): boolean =>
  writeItem(key, `${beginningOf(ownerNow())}${JSON.stringify(value)}}`)

const MEMBER_KEYS = [LOCAL_ITEMS, TAB_ITEMS].flatMap((items) =>
  Object.entries(items).flatMap(([key, whose]) => (whose === 'member' ? (key as MemberKey) : [])),
)

/** Forgets what is not theirs who is here now. */
export function settleItems(): void {
  for (const key of MEMBER_KEYS) {
    if (readItem(key)?.startsWith(beginningOf(ownerNow()))) continue
    const kept = read(key)
    // What a tab keeps of its lists was answered to a visitor.
    if (kept && fateOf(kept.owner) === 'adopted' && !(key in TAB_ITEMS)) writeOwn(key, kept.value)
    else removeItem(key)
  }
}
