import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Viewer } from '#server/platform/viewer.ts'
import { isNotifiable, isVisible, type MemeScope } from './scopes.ts'
import { isLive } from './states.ts'

// Memes as table `m` of statements that count them, or show their names, words and pictures without hydrating them. The
// visibility filter is part of the table, so that no statement can leave it out. PostgreSQL merges such a subquery into the
// statement's plan: it costs nothing.

const tableOf = (condition: RawBuilder<SqlBool>) => sql`(select * from memes m where ${condition}) m`

/** The memes that a viewer may see in a scope. */
export const visibleMemes = (viewer: Viewer, scope: MemeScope) => tableOf(isVisible(viewer, scope))

/** The memes of notifications that a member may see. */
export const notifiableMemes = (userId: RawBuilder<unknown>) => tableOf(isNotifiable(userId))

/** All live memes, for jobs and for answers that all viewers share. */
export const liveMemes = tableOf(isLive())
