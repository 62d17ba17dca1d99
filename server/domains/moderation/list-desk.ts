import { REPORTS_SHOWN_PER_MEME } from '#contract/limits.ts'
import type { Meme } from '#contract/memes/memes.ts'
import type { DeskPerson, LogEntry, QueuedMeme, Report, ReportedMeme } from '#contract/moderation/moderation.ts'
import { cutPage, decodeCursor, encodeCursor } from '#server/platform/db/keyset.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { ANY_VISITOR, type Member } from '#server/platform/viewer.ts'
import { showMemes } from '../memes/lists/list-memes.ts'
import {
  countReasons,
  findDeskPeople,
  findLog,
  findQueued,
  findReportedMemes,
  findReportsOf,
  type Keyset,
  type ReportRow,
} from './desk-queries.ts'
import { presentDeskPerson } from './present.ts'

type DeskDeps = Pick<Deps, 'config' | 'db' | 'caches'>

export interface PageInput {
  limit: number
  cursor?: string | undefined
}

export interface DeskPage<T> {
  data: T[]
  hasNextPage: boolean
  nextCursor: string | null
}

/**
 * Returns one page of memes with open reports, longest waiting first. Leaves out the reports themselves if the viewer uploaded the
 * meme. Throws cursor.invalid.
 */
export async function listReportedMemes(
  deps: DeskDeps,
  viewer: Member,
  input: PageInput,
): Promise<DeskPage<ReportedMeme>> {
  const rows = await findReportedMemes(deps.db, input.limit + 1, keysetOf(deps, 'reports', input))
  const { page, ...rest } = pageOf(deps, 'reports', rows, input.limit)
  const ids = page.map(({ id }) => id)
  const [cards, reports, reasons] = await Promise.all([
    cardsWithUploaders(deps, ids),
    findReportsOf(deps.db, ids, REPORTS_SHOWN_PER_MEME),
    countReasons(deps.db, ids),
  ])
  const data = page.flatMap(({ id, at }): ReportedMeme[] => {
    const card = cards.get(id)
    if (!card) return []
    const given = reasons.filter((row) => row.meme_id === id)
    return [
      {
        _id: id,
        memeId: id,
        ...card,
        reportsCount: given.reduce((sum, { count }) => sum + count, 0),
        firstReportedAt: at.toISOString(),
        reasons: given.map((row) => ({ reason: row.reason as Report['reason'], count: row.count })),
        reports:
          card.meme.userId === viewer.userId ? [] : reports.filter((row) => row.meme_id === id).map(presentReport),
      },
    ]
  })
  return { data, ...rest }
}

/** Returns one page of memes in review, oldest first. Throws cursor.invalid. */
export async function listQueue(deps: DeskDeps, input: PageInput): Promise<DeskPage<QueuedMeme>> {
  const rows = await findQueued(deps.db, input.limit + 1, keysetOf(deps, 'queue', input))
  const { page, ...rest } = pageOf(deps, 'queue', rows, input.limit)
  const cards = await cardsWithUploaders(
    deps,
    page.map(({ id }) => id),
  )
  const data = page.flatMap(({ id, at }): QueuedMeme[] => {
    const card = cards.get(id)
    return card ? [{ _id: id, memeId: id, ...card, waitingSince: at.toISOString() }] : []
  })
  return { data, ...rest }
}

/** Returns one page of the log, newest first. Throws cursor.invalid. */
export async function listLog(
  deps: DeskDeps,
  input: PageInput & { memeId?: string | undefined; userId?: string | undefined },
): Promise<DeskPage<LogEntry>> {
  const rows = await findLog(deps.db, input, input.limit + 1, keysetOf(deps, 'log', input))
  const { page, ...rest } = pageOf(deps, 'log', rows, input.limit)
  const data = page.map((row) => ({
    _id: row.id,
    at: row.at.toISOString(),
    action: row.action,
    targetKind: row.target_kind,
    targetId: row.target_id,
    targetName: row.target_name,
    reason: row.reason,
    actor: row.actor_id && row.actor_name ? { _id: row.actor_id, username: row.actor_name } : null,
  }))
  return { data, ...rest }
}

/** Returns people with earlier decisions about them. */
export async function deskPeople(deps: Pick<Deps, 'db'>, ids: string[]): Promise<Map<string, DeskPerson>> {
  const rows = await findDeskPeople(deps.db, ids)
  return new Map([...rows].map(([id, row]) => [id, presentDeskPerson(row)]))
}

export async function cardsWithUploaders(deps: Pick<Deps, 'db' | 'caches'>, ids: string[]) {
  const memes = await showMemes(deps, ANY_VISITOR, 'desk', ids)
  const people = await deskPeople(
    deps,
    memes.flatMap(({ userId }) => (userId ? [userId] : [])),
  )
  const uploaderOf = ({ userId }: Meme) => (userId ? (people.get(userId) ?? null) : null)
  return new Map(memes.map((meme) => [meme._id, { meme, uploader: uploaderOf(meme) }]))
}

function presentReport(row: ReportRow): Report {
  const { reporter_id: _id, username } = row
  return {
    _id: row.id,
    reason: row.reason as Report['reason'],
    note: row.note,
    createdAt: row.created_at.toISOString(),
    reporter: _id && username ? { _id, username, upheldCount: row.upheld, dismissedCount: row.dismissed } : null,
  }
}

/** Decodes the cursor, which is only valid for the list that returned it. */
export function keysetOf(deps: Pick<Deps, 'config'>, list: string, { cursor }: PageInput): Keyset | undefined {
  if (cursor === undefined) return undefined
  const [of, at, id] = decodeCursor(deps.config.authSecret, cursor) ?? []
  if (of !== list || typeof at !== 'string' || typeof id !== 'string') throw new AppError('cursor.invalid')
  return { at, id }
}

export function pageOf<Row extends { id: string; at: Date }>(
  deps: Pick<Deps, 'config'>,
  list: string,
  rows: Row[],
  limit: number,
) {
  const { page, hasNext, nextCursor } = cutPage(rows, limit, (last) =>
    encodeCursor(deps.config.authSecret, [list, last.at.toISOString(), last.id]),
  )
  return { page, hasNextPage: hasNext, nextCursor }
}
