import type { KnownEntry, KnownEntryInput } from '#contract/templates/known-templates.ts'
import { type Tx, withTransaction } from '#server/platform/db/db.ts'
import { cutPage, decodeCursor, encodeCursor } from '#server/platform/db/keyset.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Member } from '#server/platform/viewer.ts'
import { logAdmin } from '../moderation/log-admin.ts'
import { requirePower } from '../moderation/require-power.ts'
import { addKnown, changeKnown, findKnown, removeKnown, restoreKnown } from '../search/known-templates/change-known.ts'
import { PackError } from '../search/known-templates/pack-error.ts'
import { knownPacks } from '../search/known-templates/read-known.ts'

type KnownDeps = Pick<Deps, 'config' | 'db' | 'log'>

/** Returns one page of known templates by name. Throws cursor.invalid. */
export async function listKnown(
  deps: KnownDeps,
  viewer: Member,
  input: { q?: string | undefined; limit: number; cursor?: string | undefined },
) {
  const all = await findKnown(deps, input.q ?? '')
  const after = readCursor(deps, input.cursor)
  const from = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1
  const { page, hasNext, nextCursor } = cutPage(all.slice(from, from + input.limit + 1), input.limit, ({ id }) =>
    encodeCursor(deps.config.authSecret, ['known', id]),
  )
  const { problem } = knownPacks(deps)
  return { data: page, hasNextPage: hasNext, nextCursor, problem: problem?.textIn(viewer.language) ?? null }
}

function readCursor({ config }: KnownDeps, cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined
  const [of, id] = decodeCursor(config.authSecret, cursor) ?? []
  if (of !== 'known' || typeof id !== 'string') throw new AppError('cursor.invalid')
  return id
}

/** Throws knownTemplate.refused with the first problem. */
export const addKnownTemplate = (deps: KnownDeps, by: Member, input: KnownEntryInput): Promise<KnownEntry> =>
  change(deps, by, async (tx) => {
    const entry = await addKnown(deps, tx, input)
    return { result: entry, what: `added “${entry.name}”` }
  })

/** Throws knownTemplate.notFound, or knownTemplate.refused with the first problem. */
export const changeKnownTemplate = (
  deps: KnownDeps,
  by: Member,
  id: string,
  input: KnownEntryInput,
): Promise<KnownEntry> =>
  change(deps, by, async (tx) => {
    const entry = await changeKnown(deps, tx, id, input)
    return { result: entry, what: `corrected “${entry.name}”` }
  })

/** Throws knownTemplate.notFound. */
export const removeKnownTemplate = (deps: KnownDeps, by: Member, id: string): Promise<null> =>
  change(deps, by, async (tx) => ({ result: null, what: `removed “${await removeKnown(deps, tx, id)}”` }))

/** Throws knownTemplate.notFound, or knownTemplate.refused if another template has one of its names by now. */
export const restoreKnownTemplate = (deps: KnownDeps, by: Member, id: string): Promise<KnownEntry> =>
  change(deps, by, async (tx) => {
    const entry = await restoreKnown(deps, tx, id)
    return { result: entry, what: `restored “${entry.name}”` }
  })

/** Logs a change in its transaction. Known templates belong to no member, so any current moderator may change them. */
async function change<T>(
  deps: KnownDeps,
  by: Member,
  make: (tx: Tx) => Promise<{ result: T; what: string }>,
): Promise<T> {
  try {
    return await withTransaction(deps.db, async (tx) => {
      await requirePower(tx, by.userId, null, 'content')
      const { result, what } = await make(tx)
      await logAdmin(tx, by.userId, { action: 'settings', targetKind: 'settings', reason: `known templates: ${what}` })
      return result
    })
  } catch (error) {
    if (!(error instanceof PackError)) throw error
    throw new AppError('knownTemplate.refused', { params: { problem: error.textIn(by.language) }, cause: error })
  }
}
