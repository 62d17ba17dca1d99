import { lstatSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { type KnownTemplate, nameKey, namesOf } from './known-template.ts'
import { PackError } from './pack-error.ts'
import { parsePack } from './pack-format.ts'

/** The operator's own pack, in DATA_DIR. */
export const PACK_FILE = 'known-templates.json'
const SHIPPED = new URL('pack.json', import.meta.url)
const PACK_MAX_MEGABYTES = 4
const NO_IDS: ReadonlySet<string> = new Set()

export interface KnownPacks {
  templates: KnownTemplate[]
  /** Number of templates from the operator's file; null without a file. */
  own: number | null
  /** Ids of the templates from the operator's file. */
  ownIds: ReadonlySet<string>
  /** The reason why the operator's file is refused; null if it is not. */
  problem: PackError | null
}

/** Reads the pack that ships with the product. */
export const readShippedPack = (): KnownTemplate[] => parsePack(readFileSync(SHIPPED, 'utf8'))

/**
 * Reads the known templates: those of the product, and those of the operator's file. A template of the file replaces the shipped one
 * with the same id, and the shipped ones that share a name with it. An invalid file is ignored as a whole.
 */
export function readPacks(dataDir: string): KnownPacks {
  const shipped = readShippedPack()
  const file = path.join(dataDir, PACK_FILE)
  try {
    if (!lstatSync(file, { throwIfNoEntry: false }))
      return { templates: shipped, own: null, ownIds: NO_IDS, problem: null }
    const found = statSync(file, { throwIfNoEntry: false })
    // Reading a folder fails, and reading a device or pipe may never end.
    if (!found?.isFile()) throw new PackError('noFile', {})
    if (found.size > PACK_MAX_MEGABYTES * 1e6) throw new PackError('tooLarge', { megabytes: PACK_MAX_MEGABYTES })
    const own = parsePack(readFileSync(file, 'utf8'))
    const ownIds = new Set(own.map(({ id }) => id))
    return { templates: joined(shipped, own), own: own.length, ownIds, problem: null }
  } catch (error) {
    const problem =
      error instanceof PackError ? error : new PackError('unreadable', { problem: (error as Error).message })
    return { templates: shipped, own: null, ownIds: NO_IDS, problem }
  }
}

/** Adds templates, which replace those with the same id or one of their names. */
export function joined(shipped: readonly KnownTemplate[], own: readonly KnownTemplate[]): KnownTemplate[] {
  const ids = new Set(own.map(({ id }) => id))
  const names = new Set(own.flatMap(namesOf).map(nameKey))
  const left = shipped.filter((one) => !ids.has(one.id) && !namesOf(one).some((name) => names.has(nameKey(name))))
  return [...left, ...own]
}
