import { parseArgs } from 'node:util'
import type { Command } from '#server/platform/commands/command.ts'
import type { DomainDeps } from '../domain.ts'
import { previewRetention, runRetention } from './run-retention.ts'

/** Runs the daily retention job now, or shows its planned changes. */
export const privacyCommands: Record<string, Command<DomainDeps>> = {
  retention: {
    usage: '[--dry-run]',
    what: 'run the daily retention job now: warn and delete inactive accounts, delete old data; --dry-run only counts',
    async run(deps, args, io) {
      const { values } = parseArgs({ args, options: { 'dry-run': { type: 'boolean', default: false } } })
      const isDryRun = values['dry-run']
      const now = new Date()
      const counts = await previewRetention(deps, now)
      if (!isDryRun) await runRetention(deps, now)
      io.print(isDryRun ? 'Would be done:' : 'Done:')
      io.print(`  accounts to warn       ${counts.toWarn}`)
      io.print(`  accounts to delete     ${counts.toDelete}`)
      io.print(`  ledger rows to sum up  ${counts.ledgerRows}`)
      io.print(`  hourly sums to delete  ${counts.hours}`)
      io.print(`  expired copies of data ${counts.exports}`)
      return 0
    },
  },
}
