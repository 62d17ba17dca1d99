import { currentSession } from './session.ts'
import { readItem, removeItem, writeItem } from './storage.ts'
import { LOCAL_ITEMS, type MemberKey, TAB_ITEMS } from './storage-registry.ts'

/** A member's id; null for a visitor; undefined for data of earlier versions, which lacks an owner. */
type Owner = string | null | undefined

/** The owner of data stored from now on. */
export const currentOwner = (): string | null => currentSession().user?.userId ?? null

/** Returns the treatment of stored data for the current user. A member who signs in adopts a visitor's data. */
export function treatmentOf(owner: Owner, now = currentOwner()): 'stays' | 'adopted' | 'forgotten' {
  if (owner === now) return 'stays'
  return now !== null && (owner === null || owner === undefined) ? 'adopted' : 'forgotten'
}

interface Owned {
  owner?: Owner
  value: unknown
}

/** The owner is the first property, so that it can be read without parsing the value, which may be long. */
const beginningOf = (owner: Owner) => `{"owner":${JSON.stringify(owner)},"value":`

function read(key: MemberKey): Owned | undefined {
  try {
    const stored: unknown = JSON.parse(readItem(key) ?? 'null')
    if (stored === null) return undefined
    return typeof stored === 'object' && 'owner' in stored && 'value' in stored ? (stored as Owned) : { value: stored }
  } catch {
    return undefined
  }
}

/** Returns the stored value if the current user may have it. */
export function readMemberItem(key: MemberKey): unknown {
  const stored = read(key)
  return stored && treatmentOf(stored.owner) !== 'forgotten' ? stored.value : undefined
}

export const writeMemberItem = (key: MemberKey, value: unknown): boolean =>
  writeItem(key, `${beginningOf(currentOwner())}${JSON.stringify(value)}}`)

const MEMBER_KEYS = [LOCAL_ITEMS, TAB_ITEMS].flatMap((items) =>
  Object.entries(items).flatMap(([key, owner]) => (owner === 'member' ? (key as MemberKey) : [])),
)

/** Deletes data of other users and adopts a visitor's data. */
export function cleanUpItems(): void {
  for (const key of MEMBER_KEYS) {
    if (readItem(key)?.startsWith(beginningOf(currentOwner()))) continue
    const stored = read(key)
    // Lists saved in the tab are not adopted: they hold responses to a visitor.
    if (stored && treatmentOf(stored.owner) === 'adopted' && !(key in TAB_ITEMS)) writeMemberItem(key, stored.value)
    else removeItem(key)
  }
}
