import path from 'node:path'
import { parseArgs } from 'node:util'
import type { OpenedDeps } from '../../open-deps.ts'
import { openBlobs } from '../../platform/blobs/open-blobs.ts'
import { parseStorageUrl } from '../../platform/blobs/storage-url.ts'
import { type Command, type CommandIo, UsageError } from '../../platform/commands/command.ts'
import type { Config } from '../../platform/config/config.ts'
import { checkFiles } from '../storage/check-files.ts'
import { moveFiles } from '../storage/move-files.ts'

const ON_DISK = 'disk'
const FLAG = { type: 'boolean', default: false } as const

type Verb = (opened: OpenedDeps, args: string[], io: CommandIo) => Promise<number>

const verbs: Record<string, Verb> = {
  async check({ deps }, args, io) {
    const { values } = parseArgs({ args, options: { deep: FLAG, fix: FLAG } })
    const { files, missing, damaged, orphans } = await checkFiles(deps, {
      isDeep: values.deep,
      isFixing: values.fix,
      signal: io.signal,
      onFinding: (line) => io.print(`! ${line}`),
      onProgress: (line) => io.showProgress(line),
    })
    io.print(`${files} files: ${missing} missing, ${damaged} damaged; ${orphans} unused files.`)
    if (io.signal.aborted) return stopped(io)
    if (missing + damaged === 0) return 0
    io.complain(`memeroom blobs: ${missing + damaged} files are missing or damaged; restore them from a backup`)
    return 1
  },

  async move({ deps }, args, io) {
    const { positionals, values } = parseArgs({ args, allowPositionals: true, options: { remove: FLAG } })
    const [from, to, ...more] = positionals
    if (!from || !to || more.length > 0) throw new UsageError()
    if (from === to) throw new Error('the two storages are the same')
    const { copied, present, removed, failed } = await moveFiles(
      {
        db: deps.db,
        stagingDir: deps.stagingDir,
        from: await open(deps.config, from),
        to: await open(deps.config, to),
      },
      {
        isRemoving: values.remove,
        signal: io.signal,
        onFinding: (line) => io.print(`! ${line}`),
        onProgress: (line) => io.showProgress(line),
      },
    )
    io.print(`Copied ${copied} files, ${present} were there already; removed ${removed}; ${failed} failed.`)
    if (io.signal.aborted) return stopped(io)
    const isInUse = (to === ON_DISK) === (deps.config.storageUrl === undefined)
    if (!isInUse) io.print('Now restart the site with the new STORAGE_URL, and run this again to copy newer files.')
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

export const blobsCommands: Record<string, Command<OpenedDeps>> = {
  blobs: {
    usage: 'check [--deep] [--fix] | move FROM TO [--remove]',
    what: 'compare the storage with the database, or copy it: FROM and TO are disk or an address as in STORAGE_URL',
    isLong: () => true,
    async run(opened, [name = '', ...args], io) {
      const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined
      if (!verb) throw new UsageError()
      return verb(opened, args, io)
    },
  },
}
