import type { Deps } from '#server/platform/deps.ts'
import { KnownTemplates } from './known-templates.ts'
import { PACK_FILE, readPacks } from './read-packs.ts'

/** By configuration, which names the folder of the operator's file. */
const read = new WeakMap<Deps['config'], KnownTemplates>()

/** Returns the known templates: those of the product and of the operator's file. Reads them once. */
export function knownTemplates({ config, log }: Pick<Deps, 'config' | 'log'>): KnownTemplates {
  const before = read.get(config)
  if (before) return before
  const { templates, problem } = readPacks(config.dataDir)
  if (problem !== null) log.warn({}, `DATA_DIR/${PACK_FILE} is ignored: ${problem}`)
  const known = new KnownTemplates(templates)
  read.set(config, known)
  return known
}
