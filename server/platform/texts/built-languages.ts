import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Language } from '#contract/languages.ts'

/** A language of the built web client; written by tools/scripts/languages.ts. */
export interface BuiltLanguage {
  /** The file with the texts that every screen needs, relative to the build's folder. */
  file: string
  /** Number of texts that are in English, because the language lacks them. */
  gaps: number
  /** Texts of the first view, by page and key. */
  firstTexts: Record<string, Record<string, string>>
}

/** Returns the languages of a build; null if there is no build. */
export function readBuiltLanguages(root: string): Record<Language, BuiltLanguage> | null {
  try {
    return JSON.parse(readFileSync(path.join(root, '.vite', 'languages.json'), 'utf8'))
  } catch {
    return null
  }
}
