import { previewRetention, runRetention } from '../domains/privacy/run-retention.ts'
import { leavingHooks } from '../leaving.ts'
import type { Command } from './command.ts'

const USAGE = '[--dry-run]'

/** The daily job, at once; or what it would do. */
export const retentionCommands: Record<string, Command> = {
  retention: {
    usage: USAGE,
    what: 'warn and delete unused accounts and let go of old data, as every day; --dry-run only counts',
    async run({ deps }, args) {
      if (args.length > 1 || (args.length === 1 && args[0] !== '--dry-run')) {
        console.error(`usage: retention ${USAGE}`)
        return 1
      }
      const now = new Date()
      const counts = await previewRetention(deps, now)
      if (args.length === 0) await runRetention({ ...deps, ...leavingHooks(deps) }, now)
      console.log(
        [
          args.length === 0 ? 'Done:' : 'Would be done:',
          `  accounts to warn       ${counts.toWarn}`,
          `  accounts to delete     ${counts.toDelete}`,
          `  ledger rows to sum up  ${counts.ledgerRows}`,
          `  hourly sums to delete  ${counts.hours}`,
          `  expired copies of data ${counts.exports}`,
        ].join('\n'),
      )
      return 0
    },
  },
}
