import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { cutPage, decodeCursor, encodeCursor } from '#server/platform/db/keyset.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import type { NewestPeopleSource, PeopleSource } from './people-source.ts'
import { type Audience, isVisible } from './visible-people.ts'

declare const isFiltered: unique symbol

/** Names of a person who passed the visibility filter. Only this file makes one; presenters accept nothing else. */
export interface ShownName {
  readonly [isFiltered]: true
  id: string
  username: string
  display_name: string
  avatar_small: string | null
}

/** A person who passed the filter, with everything that cards show and the viewer's relation to them. */
export interface ShownPerson extends ShownName {
  bio: string
  followers_count: number
  following_count: number
  memes_count: number
  created_at: Date
  is_following: boolean
  is_followed_by: boolean
  is_self: boolean
}

interface Page {
  limit: number
  offset?: number
  /** Continues a list after a position in it. */
  after?: RawBuilder<unknown>
}

/** Lists people: takes the source's candidates, removes the people that the viewer does not see, and loads the rest, in one statement. */
export async function listPeople<Keys extends object>(
  db: Db,
  audience: Audience,
  source: PeopleSource<Keys>,
  page: Page,
): Promise<(ShownPerson & Keys)[]> {
  const found = await sql<ShownPerson & Keys>`${prepared} ${pageOf(audience, source, page)}`.execute(db)
  return found.rows
}

/** A page of `listPeople` as a select of one row, for a larger statement. Its values survive JSON. */
export const selectPeople = <Keys extends object>(
  audience: Audience,
  source: PeopleSource<Keys>,
  page: Page,
): RawBuilder<SelectedPeople<Keys>> => sql`select json_agg(p) as people from (${pageOf(audience, source, page)}) p`

/** The row of `selectPeople`. */
export interface SelectedPeople<Keys extends object = object> {
  people: (Omit<ShownPerson, 'created_at'> & Keys & { created_at: string })[] | null
}

/** Runs `selectPeople` in a statement of its own. */
export async function readPeople<Row extends SelectedPeople>(db: Db, row: RawBuilder<Row>): Promise<Row> {
  const found = await sql<Row>`${prepared} ${row}`.execute(db)
  return found.rows[0] as Row
}

export const readSelected = <Keys extends object>({ people }: SelectedPeople<Keys>): (ShownPerson & Keys)[] =>
  (people ?? []).map((person) => ({ ...person, created_at: new Date(person.created_at) }))

/** Returns one numbered page with the number of people in the whole list, also for a page beyond its end. */
export async function listNumberedPeople<Keys extends object>(
  db: Db,
  audience: Audience,
  source: PeopleSource<Keys>,
  page: { limit: number; offset: number },
): Promise<{ people: (ShownPerson & Keys)[]; total: number }> {
  const position = sql`, row_number() over (order by ${source.order}) as position`
  const found = await sql<ShownPerson & Keys & { total: number }>`${prepared}
    select n.total, p.* from (select count(*)::int as total ${shownAmong(audience, source)}) n
    left join (${pageOf(audience, source, page, position)}) p on true order by p.position`.execute(db)
  return { people: found.rows.filter(({ id }) => id !== null), total: found.rows[0]?.total ?? 0 }
}

/** The candidates `c` who pass the filter, with their rows `u`. `offset 0` looks up one person at a time, so that a limit stops it. */
const shownAmong = (audience: Audience, { candidates }: PeopleSource) => sql`
  from (${candidates}) c, lateral (select * from users where id = c.person_id offset 0) u where ${isVisible(audience)}`

/** Chooses the page first, so that the columns are computed for its people alone. */
const pageOf = (
  audience: Audience,
  source: PeopleSource,
  { limit, offset = 0, after = sql`true` }: Page,
  more = sql``,
) => sql`
  select c.*, ${columnsFor('viewer' in audience ? audience.viewer : undefined)} ${source.details ? sql`, ${source.details}` : sql``}
  from (
    select c.* ${more} ${shownAmong(audience, source)} and ${after} order by ${source.order} limit ${limit} offset ${offset}
  ) c join users u on u.id = c.person_id order by ${source.order}`

export interface NewestPage {
  people: (ShownPerson & { at: Date })[]
  hasNext: boolean
  nextCursor: string | null
}

/**
 * Returns one page of a list that shows the latest first.
 * @param name identifies the list; a cursor is only valid for the list that issued it
 * @throws cursor.invalid
 */
export async function listNewestPeople(
  deps: Pick<Deps, 'config' | 'db'>,
  audience: Audience,
  source: NewestPeopleSource,
  { name, limit, cursor }: { name: readonly [string, string]; limit: number; cursor?: string | undefined },
): Promise<NewestPage> {
  const secret = deps.config.authSecret
  const after = cursor === undefined ? sql`true` : readCursor(secret, cursor, name)
  const rows = await listPeople(deps.db, audience, source, { limit: limit + 1, after })
  const { page, ...rest } = cutPage(rows, limit, (last) =>
    encodeCursor(secret, [...name, last.at.toISOString(), last.id]),
  )
  return { people: page, ...rest }
}

function readCursor(secret: string, cursor: string, name: readonly [string, string]): RawBuilder<unknown> {
  const [kind, of, at, id] = decodeCursor(secret, cursor) ?? []
  if (kind !== name[0] || of !== name[1] || typeof at !== 'string' || typeof id !== 'string')
    throw new AppError('cursor.invalid')
  return sql`(c.at, c.person_id) < (${at}::timestamptz, ${id}::uuid)`
}

/** The people that a row of another statement names, such as a notification, as expressions of that statement. */
export function namedPeople(source: NewestPeopleSource, audience: Audience, shownMax: number) {
  const people = sql`from (${source.candidates}) c join users u on u.id = c.person_id where ${isVisible(audience)}`
  return {
    isAny: sql<boolean>`exists (select ${people})`,
    count: sql<number>`(select count(*)::int ${people})`,
    latest: sql<ShownName[]>`coalesce((select jsonb_agg(to_jsonb(p)) from (
      select u.id, u.username, u.display_name, u.avatar_small ${people} order by ${source.order} limit ${shownMax}) p), '[]')`,
  }
}

function columnsFor(viewer: Viewer | undefined): RawBuilder<unknown> {
  const columns = sql`u.id, u.username, u.display_name, u.avatar_small, u.bio, u.followers_count, u.following_count,
    u.memes_count, u.created_at`
  if (viewer?.kind !== 'member')
    return sql`${columns}, false as is_following, false as is_followed_by, false as is_self`
  return sql`${columns}, u.id = ${viewer.userId}::uuid as is_self,
    exists (select from follows f where f.follower_id = ${viewer.userId} and f.followed_id = u.id) as is_following,
    exists (select from follows f where f.follower_id = u.id and f.followed_id = ${viewer.userId}) as is_followed_by`
}
