import type { Language } from '#contract/languages.ts'
import type { Answer } from './api.ts'

/** How the site presents itself, as its admins set it. */
export interface Site {
  name: string
  /** Languages that it is offered in; at least one. */
  languages: readonly Language[]
  /** The path of its logo; null for the product's own. */
  logo: string | null
  /** Whether it has community rules. */
  hasRules: boolean
}

/** Data embedded in the page by the server. */
export interface FirstView {
  /** The address of each language's texts. */
  texts: Record<string, string>
  /** A visitor's first page of the feed, on the home page alone. */
  page: Answer<'GET /recommendation-feed'> | null
  /** The tags of the day, on the home page alone. */
  tags: Answer<'GET /tags'>['data'] | null
  /** The meme that the address names, as a visitor sees it. */
  meme: Answer<'GET /meme/{id}'>['data'] | null
  /** How the site presents itself. */
  site: Site
}

/** Null if missing or truncated. */
export function embeddedFirstView(): FirstView | null {
  try {
    return JSON.parse(document.getElementById('first-view')?.textContent || 'null') as FirstView | null
  } catch {
    return null
  }
}
