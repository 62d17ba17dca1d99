import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

export const LOCALE_FOLDERS = ['server/locales', 'web/locales']

/** The pseudo-translation of an English text. */
export const pseudo = (text: string): string => `⟦${text}⟧`

/** Fills all texts of a language that `translate` created with their pseudo-translations. */
export function fillLanguage(root: string, code: string): void {
  for (const file of languageFiles(root, code)) {
    const english = JSON.parse(readFileSync(path.join(path.dirname(file), '../en', path.basename(file)), 'utf8'))
    writeFileSync(file, JSON.stringify(filled(JSON.parse(readFileSync(file, 'utf8')), english)))
  }
}

export const languageFiles = (root: string, code: string): string[] =>
  LOCALE_FOLDERS.flatMap((folder) =>
    readdirSync(path.join(root, folder, code)).map((name) => path.join(root, folder, code, name)),
  )

const filled = (texts: object, english: Record<string, unknown>): object =>
  Object.fromEntries(
    Object.entries(texts).map(([name, value]) => {
      const text = english[name] ?? english[name.replace(/_\w+$/, '_other')]
      return [name, typeof value === 'string' ? pseudo(String(text)) : filled(value, text as Record<string, unknown>)]
    }),
  )
