import path from 'node:path'
import { parseArgs } from 'node:util'
import type { OpenedDeps } from '../../open-deps.ts'
import { type Command, type CommandIo, UsageError } from '../../platform/commands/command.ts'
import { withTransaction } from '../../platform/db/db.ts'
import { productVersion } from '../../platform/version.ts'
import { jobKinds } from '../../worker.ts'
import { isBucket } from '../backup/bucket.ts'
import { storeLastBackup } from '../backup/database-queries.ts'
import { backUpTo, restoreFrom, verifyAt } from '../backup/target.ts'

const MB = 1e6
const size = (bytes: number) => `${(bytes / MB).toFixed(1)} MB`
const amount = (count: number) => count.toLocaleString('en')

const KEEP_DEFAULT = 7
const KEEP_MAX = 1000

const STATE = { type: 'string' } as const

/** Resolves the target: a bucket, or a folder relative to where the command was typed. */
function folderOf([folder, ...more]: string[], io: CommandIo): string {
  if (!folder || more.length > 0) throw new UsageError()
  return isBucket(folder) ? folder : path.resolve(io.folder ?? '', folder)
}

const progressOf = (io: CommandIo) => (line: string) => io.showProgress(line)

export const backupCommands: Record<string, Command<OpenedDeps>> = {
  backup: {
    usage: 'DIR|s3://… [--keep STATES]',
    what: 'add the current state of the site to the backup in DIR; only new picture files are copied',
    isLong: () => true,
    async run({ deps }, args, io) {
      const { positionals, values } = parseArgs({ args, allowPositionals: true, options: { keep: { type: 'string' } } })
      const folder = folderOf(positionals, io)
      const keep = Number(values.keep ?? KEEP_DEFAULT)
      if (!Number.isInteger(keep) || keep < 1 || keep > KEEP_MAX) {
        io.complain(`backup: --keep must be a number from 1 to ${KEEP_MAX}`)
        return 1
      }
      const version = await productVersion()
      const manifest = await backUpTo(deps, folder, {
        keep,
        version,
        onProgress: progressOf(io),
        signal: io.signal,
      })
      await withTransaction(deps.db, (tx) => storeLastBackup(tx, manifest))
      const rows = manifest.files.reduce((sum, file) => sum + (file.rows ?? 0), 0)
      io.print(
        `State ${manifest.state}: ${amount(rows)} rows, ${amount(manifest.pictures.count)} picture files (${size(manifest.pictures.bytes)}).`,
      )
      for (const problem of manifest.problems) io.print(`! ${problem}`)
      if (manifest.problems.length === 0) return 0
      io.complain(
        `memeroom backup: complete except for ${manifest.problems.length} picture files that are not in the storage`,
      )
      return 1
    },
  },
  restore: {
    usage: 'DIR|s3://… [--state NAME] [--skip-damaged]',
    what: 'fill this empty site from the backup in DIR, made on either engine',
    isLong: () => true,
    async run({ deps }, args, io) {
      const options = { state: STATE, 'skip-damaged': { type: 'boolean', default: false } } as const
      const { positionals, values } = parseArgs({ args, allowPositionals: true, options })
      const restored = await restoreFrom(deps, folderOf(positionals, io), {
        jobKinds,
        state: values.state,
        skipDamaged: values['skip-damaged'],
        onProgress: progressOf(io),
        signal: io.signal,
      })
      for (const line of [...restored.broken, ...restored.manifest.problems]) io.print(`! ${line}`)
      io.print(
        `Restored state ${restored.manifest.state}: ${amount(restored.rows)} rows, ${amount(restored.manifest.pictures.count - restored.broken.length)} pictures.`,
      )
      if (restored.hasNewSecret) io.print('If a server is running, restart it, so that members stay signed in.')
      return 0
    },
  },
  verify: {
    usage: 'DIR|s3://… [--state NAME]',
    what: 'compare every file of the backup in DIR with its checksum',
    isLong: () => true,
    async run({ deps }, args, io) {
      const { positionals, values } = parseArgs({ args, allowPositionals: true, options: { state: STATE } })
      const folder = folderOf(positionals, io)
      const { manifest, brokenFiles, brokenPictures } = await verifyAt(deps.config.dataDir, folder, {
        state: values.state,
        onProgress: progressOf(io),
        signal: io.signal,
      })
      const broken = [...brokenFiles, ...[...brokenPictures].map(([key, how]) => `picture ${key} is ${how}`)]
      for (const line of broken) io.print(`! ${line}`)
      if (broken.length > 0) {
        io.complain(`memeroom verify: ${broken[0]}${broken.length > 1 ? ` (and ${broken.length - 1} more)` : ''}`)
        return 1
      }
      for (const line of manifest.problems) io.print(`! when it was made, ${line}`)
      io.print(
        `State ${manifest.state} is complete: ${amount(manifest.pictures.count)} picture files, all checksums match.`,
      )
      return 0
    },
  },
}
