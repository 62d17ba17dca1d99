import type { Db } from '#server/platform/db/db.ts'
import { type Member, NO_FILTERS } from '#server/platform/viewer.ts'
import type { BuiltMember } from './factories.ts'

/** A member as the HTTP layer passes them to a use case. */
export const viewerOf = ({ id, username }: BuiltMember['user']): Member => ({
  kind: 'member',
  language: 'en',
  address: '127.0.0.1',
  userAgent: 'reader',
  userId: id,
  username,
  sessionId: '',
  confirmedAt: new Date(),
  contentLanguage: 'en',
  suspended: false,
  role: 'member',
  filters: NO_FILTERS,
})

/** Wraps the database to count statements and to make them fail. */
export function watchStatements(database: Db) {
  const seen = { statements: 0, isDown: false }
  const db = database.withPlugin({
    transformQuery({ node }) {
      seen.statements += 1
      if (seen.isDown) throw new Error('down')
      return node
    },
    transformResult: async ({ result }) => result,
  })
  return { db, seen }
}
