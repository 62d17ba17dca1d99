import { parseArgs } from 'node:util'
import { createDomainDeps } from '../../domain-deps.ts'
import { findUser } from '../../domains/users/accounts.ts'
import { isSuspendedMember } from '../../domains/users/lists/suspended.ts'
import type { OpenedDeps } from '../../open-deps.ts'
import { type Command, type CommandIo, UsageError } from '../../platform/commands/command.ts'
import type { Deps } from '../../platform/deps.ts'
import { diskGuard } from '../data-directory/disk-guard.ts'
import type { ImportSource } from '../import/import-item.ts'
import { type ImportTotals, importMemes } from '../import/import-memes.ts'
import { ImportReport } from '../import/import-report.ts'
import { openSource } from '../import/open-source.ts'
import { findDefaultOwner } from './owner-queries.ts'

const LINE_EVERY = 500

export const importCommand: Command<OpenedDeps> = {
  usage: 'SOURCE [--from szurubooru|immich] [--key-file FILE] [--as NAME] [--dry-run]',
  what: 'import memes from a folder, an archive, a Telegram export, links, or another site',
  isLong: () => true,
  run: runImport,
}

const OPTIONS = {
  from: { type: 'string' },
  'key-file': { type: 'string' },
  as: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
} as const

async function runImport({ deps }: OpenedDeps, args: string[], io: CommandIo): Promise<number> {
  const { positionals, values } = parseArgs({ args, allowPositionals: true, options: OPTIONS })
  const [address, ...more] = positionals
  if (!address || more.length > 0) throw new UsageError()
  const { from, 'key-file': keyFile, as } = values
  const source = await openSource(deps, address, { folder: io.folder ?? '', from, keyFile, signal: io.signal })
  try {
    return await importAll(deps, source, io, { as, isDryRun: values['dry-run'] })
  } finally {
    await source.close()
  }
}

async function importAll(
  deps: Deps,
  source: ImportSource,
  io: CommandIo,
  { as, isDryRun }: { as: string | undefined; isDryRun: boolean },
): Promise<number> {
  const owner = await ownerOf(deps, as, source.username)
  const report = new ImportReport(deps.config.dataDir)
  const totals = await importMemes({ ...createDomainDeps(deps), requireDiskSpace: diskGuard(deps.config) }, source, {
    userId: owner.id,
    isDryRun,
    signal: io.signal,
    onProgress(now) {
      if (io.isTerminal) io.showProgress(progressLine(now))
      else if (now.seen % LINE_EVERY === 0) io.print(progressLine(now))
    },
    onLeftOut: (reason, label, detail) => report.add(reason, label, detail),
  })
  const { added, before, skipped, stopped } = totals
  const reasons = await report.close()
  io.print(
    `${isDryRun ? 'Would import' : 'Imported'} ${added} memes for ${owner.username} from ${source.kind}; ${before} were imported before; ${skipped} skipped${reasons && `: ${reasons}`}`,
  )
  if (stopped === undefined && !io.signal.aborted) return 0
  io.complain(`Stopped; the next run continues.${stopped === undefined ? '' : ` Reason: ${stopped}`}`)
  return 1
}

const progressLine = ({ seen, added, before, skipped }: ImportTotals) =>
  `${seen} pictures: ${added} new, ${before} imported before, ${skipped} skipped`

async function ownerOf({ db }: Deps, as: string | undefined, inSource: string | undefined) {
  const name = as?.replace(/^@/, '') ?? inSource
  const found = name === undefined ? undefined : await findUser(db, name)
  if (as !== undefined && !found) throw new Error(`there is no member ${as}`)
  const owner = found ?? (await findDefaultOwner(db))
  if (!owner) throw new Error('add --as NAME: the member who gets the memes')
  const user = await findUser(db, owner.id)
  if (user && isSuspendedMember(user)) throw new Error(`${owner.username} is suspended and cannot upload`)
  return owner
}
