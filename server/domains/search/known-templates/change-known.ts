import { cutShown } from '#contract/bounded.ts'
import { KNOWN_ID_MAX_CHARS, type KnownEntry, type KnownEntryInput } from '#contract/templates/known-templates.ts'
import { fold, wordsOf } from '#contract/words.ts'
import { publish } from '#server/platform/change-bus/change-bus.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { newId } from '#server/platform/db/id.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { checkNames } from './check-names.ts'
import { deleteEntry, type EntryRow, findEntries, lockEntries, saveEntry } from './entry-queries.ts'
import { type KnownTemplate, nameKey } from './known-template.ts'
import { PackError } from './pack-error.ts'
import { TEMPLATES_MAX } from './pack-format.ts'
import { knownPacks, withChanges } from './read-known.ts'

type PackDeps = Pick<Deps, 'config' | 'log'>

/** Returns the templates with a name that has these words, in the order of their names, removed ones included. */
export async function findKnown(deps: PackDeps & Pick<Deps, 'db'>, search: string): Promise<KnownEntry[]> {
  const words = nameKey(search).split(' ').filter(Boolean)
  const all = presentAll(deps, await findEntries(deps.db))
  return all
    .filter((entry) => {
      const names = [entry.name, ...entry.texts.flatMap((texts) => texts.names)].map(nameKey)
      return words.every((word) => names.some((name) => name.includes(word)))
    })
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en') || (a.id < b.id ? -1 : 1))
}

/** Adds a template and returns its entry. Throws a `PackError`. */
export async function addKnown(deps: PackDeps, tx: Tx, input: KnownEntryInput): Promise<KnownEntry> {
  await lockEntries(tx)
  const rows = await findEntries(tx)
  const { templates: packed } = knownPacks(deps)
  const taken = new Set([...packed, ...rows].map(({ id }) => id))
  const wanted = idOf(input.name)
  const id = wanted === '' || taken.has(wanted) ? newId() : wanted
  if (taken.size >= TEMPLATES_MAX) throw new PackError('tooManyTemplates', { max: TEMPLATES_MAX })
  return save(deps, tx, rows, id, input)
}

/** Corrects a template and returns its entry. Throws knownTemplate.notFound, or a `PackError`. */
export async function changeKnown(deps: PackDeps, tx: Tx, id: string, input: KnownEntryInput): Promise<KnownEntry> {
  await lockEntries(tx)
  const rows = await findEntries(tx)
  requireKnown(deps, rows, id)
  return save(deps, tx, rows, id, input)
}

/** Removes a template and returns its former name. Throws knownTemplate.notFound. */
export async function removeKnown(deps: PackDeps, tx: Tx, id: string): Promise<string> {
  await lockEntries(tx)
  const { name, isRemoved } = requireKnown(deps, await findEntries(tx), id)
  if (isRemoved) throw new AppError('knownTemplate.notFound')
  if (packedOf(deps, id)) await saveEntry(tx, { id, entry: null })
  else await deleteEntry(tx, id)
  await publish(tx, 'knownChanged')
  return name
}

/** Undoes the changes to a template of a pack. Throws knownTemplate.notFound, or a `PackError`. */
export async function restoreKnown(deps: PackDeps, tx: Tx, id: string): Promise<KnownEntry> {
  await lockEntries(tx)
  const rows = await findEntries(tx)
  const packed = packedOf(deps, id)
  if (!packed || !rows.some((row) => row.id === id)) throw new AppError('knownTemplate.notFound')
  const others = rows.filter((row) => row.id !== id)
  checkNames([packed], othersOf(deps, others, id))
  await deleteEntry(tx, id)
  await publish(tx, 'knownChanged')
  return requireKnown(deps, others, id)
}

async function save(
  deps: PackDeps,
  tx: Tx,
  rows: readonly EntryRow[],
  id: string,
  { name, texts }: KnownEntryInput,
): Promise<KnownEntry> {
  const entry = { name, texts: Object.fromEntries(texts.map(({ language, ...one }) => [language, one])) }
  checkNames([{ id, ...entry }], othersOf(deps, rows, id))
  await saveEntry(tx, { id, entry })
  await publish(tx, 'knownChanged')
  return requireKnown(deps, [...rows.filter((row) => row.id !== id), { id, entry }], id)
}

/** The other templates in use. */
const othersOf = (deps: PackDeps, rows: readonly EntryRow[], id: string) =>
  withChanges(knownPacks(deps).templates, rows).filter((template) => template.id !== id)

const packedOf = (deps: PackDeps, id: string) => knownPacks(deps).templates.find((template) => template.id === id)

function requireKnown(deps: PackDeps, rows: readonly EntryRow[], id: string): KnownEntry {
  const found = presentAll(deps, rows).find((entry) => entry.id === id)
  if (!found) throw new AppError('knownTemplate.notFound')
  return found
}

function presentAll(deps: PackDeps, rows: readonly EntryRow[]): KnownEntry[] {
  const { templates: packed, ownIds } = knownPacks(deps)
  const changes = new Map(rows.map(({ id, entry }) => [id, entry]))
  const inUse = withChanges(packed, rows)
  const removed = packed.filter(({ id }) => changes.get(id) === null)
  const present = (template: KnownTemplate, isRemoved: boolean): KnownEntry => {
    const packSource = ownIds.has(template.id) ? 'file' : 'product'
    return {
      id: template.id,
      name: template.name,
      texts: Object.entries(template.texts).map(([language, one]) => ({ language, ...one })),
      source: changes.get(template.id) ? 'site' : packSource,
      isRemoved,
      canRestore: changes.has(template.id) && packed.some(({ id }) => id === template.id),
      hasPicture: template.vector !== null,
    }
  }
  return [...inUse.map((one) => present(one, false)), ...removed.map((one) => present(one, true))]
}

/** The id of a new template: its name in small letters, digits and hyphens. */
function idOf(name: string): string {
  const words = wordsOf(name).map((word) => fold(word).replace(/[^a-z0-9]/g, ''))
  return cutShown(words.filter(Boolean).join('-'), KNOWN_ID_MAX_CHARS).replace(/-+$/, '')
}
