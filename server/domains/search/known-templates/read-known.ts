import type { Deps } from '#server/platform/deps.ts'
import { KnownTemplates } from './known-templates.ts'
import { PACK_FILE, readPacks } from './read-packs.ts'

/** Returns the known templates: those of the product and of the operator's file. Reads them once per process. */
export function knownTemplates({
  caches,
  config,
  log,
}: Pick<Deps, 'caches' | 'config' | 'log'>): Promise<KnownTemplates> {
  const cache = caches.open<KnownTemplates>({ name: 'known-templates', max: 1, topics: [] })
  return cache.fetch('all', async () => {
    const { templates, problem } = readPacks(config.dataDir)
    if (problem !== null) log.warn({}, `DATA_DIR/${PACK_FILE} is ignored: ${problem}`)
    return new KnownTemplates(templates)
  })
}
