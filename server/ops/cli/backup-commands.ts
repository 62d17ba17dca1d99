import path from 'node:path'
import { withTransaction } from '../../platform/db/db.ts'
import { jobKinds } from '../../worker.ts'
import { isBucket } from '../backup/bucket.ts'
import { noteLastBackup } from '../backup/database-queries.ts'
import { backUpTo, restoreFrom, verifyAt } from '../backup/target.ts'
import { productVersion } from '../backup/version.ts'
import type { Command, CommandIo } from './command.ts'
import { type ParsedArgs, parseArgs } from './parse-args.ts'

const MB = 1e6
const size = (bytes: number) => `${(bytes / MB).toFixed(1)} MB`
const amount = (count: number) => count.toLocaleString('en')

const BACKUP_USAGE = 'DIR|s3://… [--keep STATES]'
const RESTORE_USAGE = 'DIR|s3://… [--state NAME] [--skip-damaged]'
const VERIFY_USAGE = 'DIR|s3://… [--state NAME]'
const KEEP_DEFAULT = 7
const KEEP_MAX = 1000

/**
 * Resolves the target: a bucket, or a folder relative to where the command was typed. Returns null after printing a usage
 * error.
 */
function folderOf({ words: [folder, ...more], isWrong }: ParsedArgs, usage: string, io: CommandIo): string | null {
  if (folder && more.length === 0 && !isWrong) return isBucket(folder) ? folder : path.resolve(io.folder ?? '', folder)
  io.complain(`usage: ${usage}`)
  return null
}

const progressOf = (io: CommandIo) => (line: string) => io.showProgress(line)

export const backupCommands: Record<string, Command> = {
  backup: {
    usage: BACKUP_USAGE,
    what: 'add the present state of the site to the backup in DIR; only new pictures are copied',
    isLong: () => true,
    async run({ deps }, args, io) {
      const parsed = parseArgs(args, { values: ['--keep'] })
      const folder = folderOf(parsed, `backup ${BACKUP_USAGE}`, io)
      if (!folder) return 1
      const keep = Number(parsed.values.get('--keep') ?? KEEP_DEFAULT)
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
      await withTransaction(deps.db, (tx) => noteLastBackup(tx, manifest.createdAt))
      const rows = manifest.files.reduce((sum, file) => sum + (file.rows ?? 0), 0)
      io.print(
        `State ${manifest.state}: ${amount(rows)} rows, ${amount(manifest.pictures.count)} pictures (${size(manifest.pictures.bytes)}).`,
      )
      for (const problem of manifest.problems) io.print(`! ${problem}`)
      if (manifest.problems.length === 0) return 0
      io.complain(`memeroom backup: complete except for ${manifest.problems.length} pictures that the storage lacks`)
      return 1
    },
  },
  restore: {
    usage: RESTORE_USAGE,
    what: 'fill this empty site from the backup in DIR, made on either engine',
    isLong: () => true,
    async run({ deps }, args, io) {
      const parsed = parseArgs(args, { values: ['--state'], flags: ['--skip-damaged'] })
      const folder = folderOf(parsed, `restore ${RESTORE_USAGE}`, io)
      if (!folder) return 1
      const restored = await restoreFrom(deps, folder, {
        jobKinds,
        state: parsed.values.get('--state'),
        skipDamaged: parsed.flags.has('--skip-damaged'),
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
    usage: VERIFY_USAGE,
    what: 'compare every file of the backup in DIR with its checksum',
    isLong: () => true,
    async run({ deps }, args, io) {
      const parsed = parseArgs(args, { values: ['--state'] })
      const folder = folderOf(parsed, `verify ${VERIFY_USAGE}`, io)
      if (!folder) return 1
      const { manifest, brokenFiles, brokenPictures } = await verifyAt(deps.config.dataDir, folder, {
        state: parsed.values.get('--state'),
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
      io.print(`State ${manifest.state} is whole: ${amount(manifest.pictures.count)} pictures, checksums match.`)
      return 0
    },
  },
}
