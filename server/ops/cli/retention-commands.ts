import { accountDeletionHooks } from '../../account-deletion-hooks.ts'
import { previewRetention, runRetention } from '../../domains/privacy/run-retention.ts'
import type { Command } from './command.ts'

const USAGE = '[--dry-run]'

/** Runs the daily retention job now, or shows what it would do. */
export const retentionCommands: Record<string, Command> = {
  retention: {
    usage: USAGE,
    what: 'run the daily retention job now: warn and delete inactive accounts, delete old data; --dry-run only counts',
    async run({ deps }, args, io) {
      if (args.length > 1 || (args.length === 1 && args[0] !== '--dry-run')) {
        io.complain(`usage: retention ${USAGE}`)
        return 1
      }
      const now = new Date()
      const counts = await previewRetention(deps, now)
      if (args.length === 0) await runRetention({ ...deps, ...accountDeletionHooks(deps) }, now)
      io.print(args.length === 0 ? 'Done:' : 'Would be done:')
      io.print(`  accounts to warn       ${counts.toWarn}`)
      io.print(`  accounts to delete     ${counts.toDelete}`)
      io.print(`  ledger rows to sum up  ${counts.ledgerRows}`)
      io.print(`  hourly sums to delete  ${counts.hours}`)
      io.print(`  expired copies of data ${counts.exports}`)
      return 0
    },
  },
}
