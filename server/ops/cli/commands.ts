import { sweepBlobs } from '../../domains/memes/jobs.ts'
import { withTransaction } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { deleteDemo } from '../demo/seed-queries.ts'
import { backupCommands } from './backup-commands.ts'
import { blobsCommands } from './blobs-commands.ts'
import { type Command, type CommandIo, UsageError } from './command.ts'
import { runDoctor } from './doctor.ts'
import { importCommand } from './import-command.ts'
import { moderationCommands } from './moderation-commands.ts'
import { runReindex } from './reindex.ts'
import { retentionCommands } from './retention-commands.ts'
import { securityCommands } from './security-commands.ts'
import { settingsCommands } from './settings-commands.ts'

const demoVerbs: Record<string, (deps: Deps, io: CommandIo) => Promise<number>> = {
  async fill(deps, io) {
    const { fillDemo } = await import('../demo/fill.ts')
    if (await fillDemo(deps, () => io.signal.aborted)) {
      io.print('The demo is complete.')
      return 0
    }
    io.complain('Stopped before the demo was complete.')
    return 1
  },
  async remove(deps, io) {
    const people = await withTransaction(deps.db, (tx) => deleteDemo(tx))
    await sweepBlobs(deps)
    io.print(`Removed ${people} demo people with all their memes.`)
    return 0
  },
}

/** Operator commands by name. */
export const commands: Record<string, Command> = {
  ...moderationCommands,
  ...retentionCommands,
  ...backupCommands,
  import: importCommand,
  ...blobsCommands,
  ...securityCommands,
  ...settingsCommands,
  migrate: {
    usage: '',
    what: 'bring the database schema up to date',
    async run(_opened, _args, io) {
      io.print('The database is up to date.')
      return 0
    },
  },
  doctor: {
    usage: '[--mail ADDRESS]',
    what: 'check database, storage, disk, mail, public address and backup, and say what to do about problems',
    run: runDoctor,
  },
  reindex: {
    usage: '',
    what: 'read and measure pictures that are new or were processed by an older version',
    isLong: () => true,
    run: runReindex,
  },
  demo: {
    usage: 'fill|remove',
    what: 'add the demo people and their memes, or delete them with their files',
    isLong: ([verb]) => verb === 'fill',
    async run({ deps }, args, io) {
      const [verb = ''] = args
      const run = args.length === 1 && Object.hasOwn(demoVerbs, verb) ? demoVerbs[verb] : undefined
      if (!run) throw new UsageError()
      return run(deps, io)
    },
  },
}
