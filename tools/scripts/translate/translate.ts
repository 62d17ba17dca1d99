import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { LANGUAGE_CODE, REFERENCE_LANGUAGE } from '../../../contract/languages.ts'
import { gapsOf, pluralForms, readCatalog } from '../../../server/platform/texts/catalog.ts'

const FOLDERS = ['server/locales', 'web/locales']
const PLURAL = /_(?:one|other)$/

interface Texts {
  [name: string]: string | Texts
}

/**
 * Creates a language's folders from English, with empty texts, or adds the keys that they lack. Never changes existing texts.
 * Returns the texts left to translate by folder, with the reasons. Throws one sentence for a code that cannot be used.
 */
export function translate(root: string, code: string): Map<string, string[]> {
  if (!LANGUAGE_CODE.test(code) || Intl.PluralRules.supportedLocalesOf(code).length === 0)
    throw new Error(`“${code}” is not the code of a language; use one such as fr, pt-BR, or zh-Hant`)
  if (code === REFERENCE_LANGUAGE) throw new Error('English is the language that others are translated from')
  const left = new Map<string, string[]>()
  for (const folder of FOLDERS) {
    const [english, target] = [path.join(root, folder, REFERENCE_LANGUAGE), path.join(root, folder, code)]
    mkdirSync(target, { recursive: true })
    for (const name of readdirSync(english).filter((file) => file.endsWith('.json'))) {
      const before = read(path.join(target, name))
      const after = `${JSON.stringify(completed(read(path.join(english, name)), before, pluralForms(code)), null, 2)}\n`
      if (after !== `${JSON.stringify(before, null, 2)}\n`) writeFileSync(path.join(target, name), after)
    }
    left.set(folder, gapsOf(readCatalog(target), code, readCatalog(english)))
  }
  return left
}

function read(file: string): Texts {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw new Error(`${file} is not valid JSON: ${(error as Error).message}`)
  }
}

/** Returns the existing texts in the order of English, with empty ones for those that are missing. */
function completed(english: Texts, existing: Texts, forms: string[]): Texts {
  const texts: Texts = {}
  for (const [name, value] of Object.entries(english)) {
    const child = existing[name]
    if (typeof value !== 'string') texts[name] = completed(value, typeof child === 'object' ? child : {}, forms)
    else
      for (const key of PLURAL.test(name) ? forms.map((form) => name.replace(PLURAL, `_${form}`)) : [name])
        texts[key] = existing[key] ?? ''
  }
  // The check reports texts that English does not have.
  return { ...texts, ...Object.fromEntries(Object.entries(existing).filter(([name]) => !(name in texts))) }
}
