import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { arrayOf } from '#server/platform/db/prepared.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { isVisible, type MemeScope } from './scopes.ts'

declare const FILTERED: unique symbol

/** The memes among some candidates that a viewer may see. Only `visibleOf` makes it, and hydration takes nothing else. */
export interface VisibleMemes {
  readonly [FILTERED]: true
  readonly viewer: Viewer
  /** The candidates; none if SQL names them. */
  readonly ids: readonly string[]
  /** The condition of the meme `m`. */
  readonly condition: RawBuilder<SqlBool>
}

/** @param ids the candidates, or an array of ids in SQL */
export function visibleOf(
  viewer: Viewer,
  scope: MemeScope,
  ids: readonly string[] | RawBuilder<unknown>,
): VisibleMemes {
  const known: readonly string[] = Array.isArray(ids) ? ids : []
  const condition = sql<SqlBool>`${among(ids)} and ${isVisible(viewer, scope)}`
  return { viewer, ids: known, condition } as VisibleMemes
}

function among(ids: readonly string[] | RawBuilder<unknown>): RawBuilder<unknown> {
  if (!Array.isArray(ids)) return sql`m.id = any(${ids})`
  // PostgreSQL estimates the generic plan for a list as too expensive for one id, and would plan it every time.
  return ids.length === 1 ? sql`m.id = ${ids[0]}::uuid` : sql`m.id = any(${arrayOf(ids, 'uuid')}::uuid[])`
}
