import type { ResourceLanguage } from 'i18next'

/** Exports of texts-en.ts and texts-vi.ts. */
interface LanguageTexts {
  /** By file path. */
  files: Record<string, ResourceLanguage>
  fields: ResourceLanguage
}

/**
 * Groups texts by file name, so that the key `feed.title` is in feed.json. Field texts are at the top level, since their keys are
 * the codes of schemas and the server: `requiredField`.
 */
export function byFile({ files, fields }: LanguageTexts): ResourceLanguage {
  const named = Object.entries(files).map(([path, content]) => [
    path.slice(path.lastIndexOf('/') + 1, -'.json'.length),
    content,
  ])
  return { ...fields, ...Object.fromEntries(named) }
}
