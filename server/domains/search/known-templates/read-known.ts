import type { Deps } from '#server/platform/deps.ts'
import { type EntryRow, findEntries } from './entry-queries.ts'
import type { KnownTemplate } from './known-template.ts'
import { KnownTemplates } from './known-templates.ts'
import { joined, type KnownPacks, PACK_FILE, readPacks } from './read-packs.ts'

export type KnownDeps = Pick<Deps, 'caches' | 'config' | 'db' | 'log'>

/** Bounds the age of templates that were read from a replica during a change. */
const FRESH_MS = 60_000

/** By configuration, which names the folder of the operator's file. */
const read = new WeakMap<Deps['config'], KnownPacks>()

/** Returns the packs of the product and of the operator's file. Reads them once. */
export function knownPacks({ config, log }: Pick<Deps, 'config' | 'log'>): KnownPacks {
  const before = read.get(config)
  if (before) return before
  const packs = readPacks(config.dataDir)
  if (packs.problem !== null) log.warn({}, `DATA_DIR/${PACK_FILE} is ignored: ${packs.problem.message}`)
  read.set(config, packs)
  return packs
}

/** The last templates that were built, with the changes in them: building takes 150 ms of CPU. */
const built = new WeakMap<KnownPacks, { changes: string; known: KnownTemplates }>()

function build(packs: KnownPacks, rows: readonly EntryRow[]): KnownTemplates {
  const changes = JSON.stringify(rows)
  const before = built.get(packs)
  if (before?.changes === changes) return before.known
  const known = new KnownTemplates(withChanges(packs.templates, rows))
  built.set(packs, { changes, known })
  return known
}

/** Returns the known templates: those of the packs, with the changes of moderators. */
export async function knownTemplates(deps: KnownDeps): Promise<KnownTemplates> {
  const cache = deps.caches.open<KnownTemplates>({
    name: 'known-templates',
    max: 1,
    freshMs: FRESH_MS,
    topics: ['knownChanged'],
  })
  return cache.fetch('', async () => build(knownPacks(deps), await findEntries(deps.db)))
}

/** Returns the templates of the packs with the changes of moderators, which take precedence over packs with the same names. */
export function withChanges(packed: readonly KnownTemplate[], rows: readonly EntryRow[]): KnownTemplate[] {
  const vectors = new Map(packed.map(({ id, vector }) => [id, vector]))
  const changed = new Set(rows.map(({ id }) => id))
  const own = rows.flatMap(({ id, entry }) => (entry ? [{ id, ...entry, vector: vectors.get(id) ?? null }] : []))
  return joined(
    packed.filter(({ id }) => !changed.has(id)),
    own,
  )
}
