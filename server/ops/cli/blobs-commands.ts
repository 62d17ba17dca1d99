import path from 'node:path'
import type { OpenedDeps } from '../../open-deps.ts'
import { openBlobs } from '../../platform/blobs/open-blobs.ts'
import { parseStorageUrl } from '../../platform/blobs/storage-url.ts'
import type { Config } from '../../platform/config/config.ts'
import { checkFiles } from '../storage/check-files.ts'
import { moveFiles } from '../storage/move-files.ts'
import type { Command, CommandIo } from './command.ts'
import { parseArgs } from './parse-args.ts'

const USAGE = 'check [--deep] [--fix] | move FROM TO [--remove]'
const ON_DISK = 'disk'

type Verb = (opened: OpenedDeps, args: string[], io: CommandIo) => Promise<number | null>

const verbs: Record<string, Verb> = {
  async check({ deps }, args, io) {
    const { words, flags, isWrong } = parseArgs(args, { flags: ['--deep', '--fix'] })
    if (words.length > 0 || isWrong) return null
    const { files, missing, damaged, orphans } = await checkFiles(deps, {
      isDeep: flags.has('--deep'),
      isFixing: flags.has('--fix'),
      signal: io.signal,
      onFinding: (line) => io.print(`! ${line}`),
      onProgress: (line) => io.showProgress(line),
    })
    io.print(`${files} files: ${missing} missing, ${damaged} damaged; ${orphans} files that belong to nothing.`)
    if (io.signal.aborted) return stopped(io)
    if (missing + damaged === 0) return 0
    io.complain(`memeroom blobs: ${missing + damaged} files are missing or damaged; restore them from a backup`)
    return 1
  },

  async move({ deps }, args, io) {
    const { words, flags, isWrong } = parseArgs(args, { flags: ['--remove'] })
    const [from, to] = words
    if (!from || !to || words.length !== 2 || isWrong) return null
    if (from === to) throw new Error('the two storages are the same')
    const { copied, present, removed, failed } = await moveFiles(
      {
        db: deps.db,
        stagingDir: deps.stagingDir,
        from: await open(deps.config, from),
        to: await open(deps.config, to),
      },
      {
        isRemoving: flags.has('--remove'),
        signal: io.signal,
        onFinding: (line) => io.print(`! ${line}`),
        onProgress: (line) => io.showProgress(line),
      },
    )
    io.print(`Copied ${copied} files, ${present} were there already; removed ${removed}; ${failed} failed.`)
    if (io.signal.aborted) return stopped(io)
    const isInUse = (to === ON_DISK) === (deps.config.storageUrl === undefined)
    if (!isInUse) io.print('Now restart the site with the new STORAGE_URL, and run this again for what came meanwhile.')
    if (failed === 0) return 0
    io.complain(`memeroom blobs: ${failed} files are missing or damaged; restore them from a backup`)
    return 1
  },
}

function stopped(io: CommandIo): number {
  io.complain('Stopped; the next run continues.')
  return 1
}

/** Opens `disk` or an address as in STORAGE_URL. */
function open(config: Config, storage: string) {
  if (storage !== ON_DISK) parseStorageUrl(storage)
  return openBlobs({
    storageUrl: storage === ON_DISK ? undefined : storage,
    mediaDir: path.join(config.dataDir, 'media'),
  })
}

export const blobsCommands: Record<string, Command> = {
  blobs: {
    usage: USAGE,
    what: 'compare the storage with the database, or copy it: FROM and TO are disk or an address as in STORAGE_URL',
    isLong: () => true,
    async run(opened, [name = '', ...args], io) {
      const code = Object.hasOwn(verbs, name) ? await verbs[name]?.(opened, args, io) : null
      if (code !== null && code !== undefined) return code
      io.complain(`usage: blobs ${USAGE}`)
      return 1
    },
  },
}
