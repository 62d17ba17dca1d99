import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { type KnownTemplate, nameKey, namesOf, parsePack } from './pack-format.ts'

/** The operator's own pack, in DATA_DIR. */
export const PACK_FILE = 'known-templates.json'
const SHIPPED = new URL('pack.json', import.meta.url)
const PACK_MAX_BYTES = 4_000_000

export interface KnownPacks {
  templates: KnownTemplate[]
  /** Number of templates from the operator's file; null without a file. */
  own: number | null
  /** The reason why the operator's file is refused, as a sentence; null if it is not. */
  problem: string | null
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
    const found = statSync(file, { throwIfNoEntry: false })
    if (!found) return { templates: shipped, own: null, problem: null }
    if (found.size > PACK_MAX_BYTES) throw new Error(`It has more than ${PACK_MAX_BYTES / 1e6} MB.`)
    const own = parsePack(readFileSync(file, 'utf8'))
    return { templates: joined(shipped, own), own: own.length, problem: null }
  } catch (error) {
    return { templates: shipped, own: null, problem: (error as Error).message }
  }
}

function joined(shipped: readonly KnownTemplate[], own: readonly KnownTemplate[]): KnownTemplate[] {
  const ids = new Set(own.map(({ id }) => id))
  const names = new Set(own.flatMap(namesOf).map(nameKey))
  const left = shipped.filter((one) => !ids.has(one.id) && !namesOf(one).some((name) => names.has(nameKey(name))))
  return [...left, ...own]
}
