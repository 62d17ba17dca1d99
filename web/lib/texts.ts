import type { ResourceLanguage } from 'i18next'

/** What texts-en.ts and texts-vi.ts export. */
interface LanguageTexts {
  /** By path. */
  files: Record<string, ResourceLanguage>
  fields: ResourceLanguage
}

/**
 * The texts of files by their names, so that the key `feed.title` reads feed.json; those of fields stand beside them, as
 * their keys are the codes that schemas and the server answer: `requiredField`.
 */
export function byFile({ files, fields }: LanguageTexts): ResourceLanguage {
  const named = Object.entries(files).map(([path, content]) => [
    path.slice(path.lastIndexOf('/') + 1, -'.json'.length),
    content,
  ])
  return { ...fields, ...Object.fromEntries(named) }
}
