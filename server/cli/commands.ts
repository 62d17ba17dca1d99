import { withTransaction } from '../db/db.ts'
import { deleteDemo } from '../demo/seed-queries.ts'
import { sweepBlobs } from '../domains/memes/jobs.ts'
import type { Command } from './command.ts'
import { moderationCommands } from './moderation-commands.ts'
import { runReindex } from './reindex.ts'
import { retentionCommands } from './retention-commands.ts'

/** Operators' commands by name. The embedded database has one owner: stop the server first, or set DATABASE_URL. */
export const commands: Record<string, Command> = {
  ...moderationCommands,
  ...retentionCommands,
  migrate: {
    usage: '',
    what: 'bring the database schema up to date',
    async run() {
      console.log('The database is up to date.')
      return 0
    },
  },
  reindex: {
    usage: '',
    what: 'read and measure pictures that have not been, or were by an older version',
    run: runReindex,
  },
  demo: {
    usage: 'remove',
    what: 'take away the demo people, their memes and files',
    async run({ deps }, [verb]) {
      if (verb !== 'remove') {
        console.error('usage: demo remove')
        return 1
      }
      const people = await withTransaction(deps.db, (tx) => deleteDemo(tx))
      await sweepBlobs(deps)
      console.log(`Removed ${people} demo people with all their memes.`)
      return 0
    },
  },
}
