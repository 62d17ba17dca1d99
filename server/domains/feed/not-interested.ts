import { NOT_INTERESTED_MAX } from '#contract/limits.ts'
import type { NotInterested, NotInterestedInput } from '#contract/memes/not-interested.ts'
import { UUID_LIKE } from '#contract/primitives.ts'
import { type Tx, withTransaction } from '#server/platform/db/db.ts'
import { cutPage, decodeCursor, encodeCursor } from '#server/platform/db/keyset.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Member } from '#server/platform/viewer.ts'
import { getMeme } from '../memes/get-meme.ts'
import { fixedMainTag } from '../memes/tag-aliases.ts'
import { getUser } from '../users/get-user.ts'
import {
  countNotInterested,
  deleteNotInterested,
  deleteNotInterestedOf,
  findNotInterested,
  insertNotInterested,
} from './not-interested-queries.ts'

/** Excludes something from the caller's feed. Idempotent. Throws meme.notFound, user.notFound, notInterested.tooMany. */
export async function addNotInterested(
  deps: Pick<Deps, 'db' | 'caches'>,
  viewer: Member,
  input: NotInterestedInput,
): Promise<void> {
  const target = targetOf(input)
  if (input.kind === 'meme') await getMeme(deps, viewer, target)
  if (input.kind === 'user') await getUser(deps, target, viewer)
  await withTransaction(deps.db, async (tx) => {
    if ((await countNotInterested(tx, viewer.userId)) >= NOT_INTERESTED_MAX) throw new AppError('notInterested.tooMany')
    const main = input.kind === 'tag' ? await fixedMainTag(tx, target) : target
    await insertNotInterested(tx, viewer.userId, input.kind, main)
  })
}

export async function removeNotInterested(
  deps: Pick<Deps, 'db'>,
  viewer: Member,
  input: NotInterestedInput,
): Promise<void> {
  const target = targetOf(input)
  await withTransaction(deps.db, (tx) => deleteNotInterested(tx, viewer.userId, input.kind, target))
}

/** Returns one page of the caller's feed exclusions, newest first. Throws cursor.invalid. */
export async function listNotInterested(
  deps: Pick<Deps, 'config' | 'db'>,
  viewer: Member,
  input: { limit: number; cursor?: string | undefined },
): Promise<{ data: NotInterested[]; hasNextPage: boolean; nextCursor: string | null }> {
  const secret = deps.config.authSecret
  const after = input.cursor === undefined ? null : readCursor(secret, input.cursor)
  const rows = await findNotInterested(deps.db, viewer.userId, { limit: input.limit + 1, after })
  const { page, hasNext, nextCursor } = cutPage(rows, input.limit, (last) =>
    encodeCursor(secret, ['unwanted', last.created_at.toISOString(), last.kind, last.target]),
  )
  const data = page.map((row) => ({
    kind: row.kind,
    id: row.target,
    label: row.label ?? '',
    since: row.created_at.toISOString(),
  }))
  return { data, hasNextPage: hasNext, nextCursor }
}

/** Deletes other members' entries about a deleted member and their memes. */
export const forgetNotInterested = (tx: Tx, userId: string) => deleteNotInterestedOf(tx, userId)

/** Normalizes the target: tags as memes store them, ids in lower case. */
function targetOf({ kind, id }: NotInterestedInput): string {
  if (kind === 'tag') {
    const tag = id.replace(/^#/, '').normalize('NFC').toLowerCase()
    if (tag === '') throw new AppError('request.invalid', { errors: [{ path: 'id', code: 'requiredField' }] })
    return tag
  }
  if (!UUID_LIKE.test(id)) throw new AppError('request.invalid', { errors: [{ path: 'id', code: 'invalidId' }] })
  return id.toLowerCase()
}

function readCursor(secret: string, cursor: string): { at: string; kind: string; target: string } {
  const [list, at, kind, target] = decodeCursor(secret, cursor) ?? []
  if (list !== 'unwanted' || typeof at !== 'string' || typeof kind !== 'string' || typeof target !== 'string')
    throw new AppError('cursor.invalid')
  return { at, kind, target }
}
