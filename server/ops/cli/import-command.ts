import path from 'node:path'
import { parseArgs } from 'node:util'
import { createDomainDeps } from '../../domain-deps.ts'
import { findUser } from '../../domains/users/accounts.ts'
import type { OpenedDeps } from '../../open-deps.ts'
import { type Command, type CommandIo, UsageError } from '../../platform/commands/command.ts'
import { importMemes } from '../import/import-memes.ts'
import { openSource } from '../import/open-source.ts'
import { findDefaultOwner } from './owner-queries.ts'

const SKIPPED_SHOWN = 200
const LINE_EVERY = 500

export const importCommand: Command<OpenedDeps> = {
  usage: 'SOURCE [--as NAME] [--dry-run]',
  what: 'make memes of a folder, a booru’s JSON export, a copy of data (.zip) or a list of links (.txt)',
  isLong: () => true,
  run: runImport,
}

async function runImport({ deps }: OpenedDeps, args: string[], io: CommandIo): Promise<number> {
  const options = { as: { type: 'string' }, 'dry-run': { type: 'boolean', default: false } } as const
  const { positionals, values } = parseArgs({ args, allowPositionals: true, options })
  const [sourcePath, ...more] = positionals
  if (!sourcePath || more.length > 0) throw new UsageError()
  const source = await openSource(deps, path.resolve(io.folder ?? '', sourcePath))
  try {
    const name = values.as ?? source.username
    const found = name === undefined ? undefined : await findUser(deps.db, name)
    if (values.as !== undefined && !found) throw new Error(`there is no member ${name}`)
    const owner = found ?? (await findDefaultOwner(deps.db))
    if (!owner) throw new Error('--as NAME has to say which member gets the memes')
    const isDryRun = values['dry-run']
    let skipped = 0
    const progress = await importMemes(createDomainDeps(deps), source, {
      userId: owner.id,
      isDryRun,
      signal: io.signal,
      onProgress({ seen, added, duplicates, failed }) {
        const line = `${seen} pictures: ${added} new, ${duplicates} duplicates, ${failed} failed`
        if (io.isTerminal) io.showProgress(line)
        else if (seen % LINE_EVERY === 0) io.print(line)
      },
      onSkip(line) {
        skipped += 1
        if (skipped <= SKIPPED_SHOWN) io.print(`- ${line}`)
        else if (skipped === SKIPPED_SHOWN + 1) io.print('- more are skipped, which are not listed')
      },
    })
    const { added, duplicates, failed } = progress
    io.print(
      `${isDryRun ? 'Would import' : 'Imported'} ${added} memes for ${owner.username} from a ${source.kind}; ${duplicates} duplicates, ${failed} failed.`,
    )
    if (!io.signal.aborted) return 0
    io.complain('Stopped; the next run continues.')
    return 1
  } finally {
    await source.close()
  }
}
