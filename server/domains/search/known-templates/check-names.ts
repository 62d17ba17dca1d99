import { REFERENCE_LANGUAGE } from '#contract/languages.ts'
import { KNOWN_NAMES_MAX } from '#contract/templates/known-templates.ts'
import { type KnownTemplate, nameKey, namesOf } from './known-template.ts'
import { PackError } from './pack-error.ts'

type Named = Pick<KnownTemplate, 'id' | 'name' | 'texts'>

/**
 * Checks new or changed templates: each name belongs to one template, and no name leads to another name. Throws a `PackError`.
 * @param others templates with valid names
 */
export function checkNames(templates: readonly Named[], others: readonly Named[]): void {
  const owners = new Map<string, Named>()
  for (const other of others) for (const name of namesOf(other)) owners.set(nameKey(name), other)
  for (const template of templates) {
    checkTexts(template)
    const key = nameKey(template.name)
    if (key === '') throw new PackError('noWordsInMain', { name: template.name })
    const owner = owners.get(key)
    if (owner) throw mainNameTaken(template, owner)
    owners.set(key, template)
  }
  for (const template of templates)
    for (const name of namesOf(template).slice(1)) {
      const key = nameKey(name)
      if (key === '') throw new PackError('noWords', { id: template.id, name })
      const owner = owners.get(key)
      if (owner) throw nameTaken(template, name, owner)
      owners.set(key, template)
    }
}

function checkTexts({ id, texts }: Named): void {
  if (!texts[REFERENCE_LANGUAGE]) throw new PackError('noTexts', { id, language: REFERENCE_LANGUAGE })
  for (const [language, { names }] of Object.entries(texts))
    if (names.length > KNOWN_NAMES_MAX)
      throw new PackError('tooManyNames', { id, language, number: names.length, max: KNOWN_NAMES_MAX })
}

function mainNameTaken({ id, name, texts }: Named, owner: Named): PackError {
  if (nameKey(owner.name) === nameKey(name)) return new PackError('sameName', { name })
  const others = namesOf({ name, texts }).slice(1).map(nameKey)
  if (others.includes(nameKey(owner.name))) return new PackError('loop', { name, other: owner.name })
  return new PackError('taken', { id, name, other: owner.id })
}

function nameTaken(template: Named, name: string, owner: Named): PackError {
  const { id } = template
  const isMainName = nameKey(owner.name) === nameKey(name)
  if (owner.id === id && isMainName) return new PackError('toItself', { id, name })
  const othersOfOwner = namesOf(owner).slice(1).map(nameKey)
  if (isMainName && othersOfOwner.includes(nameKey(template.name)))
    return new PackError('loop', { name, other: template.name })
  if (isMainName && othersOfOwner.length > 0) return new PackError('chain', { id, name, other: owner.id })
  return new PackError('taken', { id, name, other: owner.id })
}
