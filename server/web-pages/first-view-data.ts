import type { Language } from '#contract/languages.ts'
import type { TagCount } from '#contract/memes/tags.ts'
import { scriptJson } from '../platform/markup.ts'
import type { PageDocument, SiteBranding } from './page-document.ts'

/** Additional data in the home page; null on other pages. */
export interface HomeView {
  /** A feed page as text. */
  page: string | null
  tags: TagCount[] | null
}

type EmbeddedFace =
  | 'name'
  | 'languages'
  | 'logo'
  | 'hasRules'
  | 'membersOnly'
  | 'registration'
  | 'providerNames'
  | 'providersOnly'

/**
 * Returns markup with the data that the page's scripts read; see web/lib/embedded-view.ts.
 * @param texts the URL of each language's text file, and the texts of the first view
 */
export function firstViewMarkup(
  { page, tags }: HomeView,
  { texts, firstTexts }: { texts: Record<Language, string>; firstTexts: Record<Language, object> },
  { meme, answers }: Pick<PageDocument, 'meme' | 'answers'>,
  {
    name,
    languages,
    logo,
    hasRules,
    membersOnly,
    registration,
    providerNames,
    providersOnly,
  }: Pick<SiteBranding, EmbeddedFace>,
): string {
  const site = { name, languages, logo, hasRules, membersOnly, registration, providerNames, providersOnly }
  const data = `{"texts":${scriptJson(texts)},"firstTexts":${scriptJson(firstTexts)},"page":${page?.replaceAll('<', '\\u003c') ?? null},"tags":${scriptJson(tags)},"meme":${scriptJson(meme ?? null)},"answers":${scriptJson(answers ?? [])},"site":${scriptJson(site)}}`
  return `<script type="application/json" id="first-view">${data}</script>`
}
