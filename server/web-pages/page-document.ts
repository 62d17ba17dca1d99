import type { Language } from '#contract/languages.ts'
import type { Meme } from '#contract/memes.ts'

/** How the site presents itself, as its admins set it. */
export interface SiteFace {
  name: string
  /** Empty for the product's own. */
  description: string
  /** `#rrggbb`; empty for the product's own. */
  accentColor: string
  /** From the site's root; null for the product's own. */
  logo: string | null
  /** Languages that pages are offered in; at least one. */
  languages: readonly Language[]
  contact: string
  /** Whether there are community rules in any language. */
  hasRules: boolean
}

/** A request for a page of the web client. */
export interface PageRequest {
  /** One of PAGES. */
  pattern: string
  params: Readonly<Record<string, string>>
  /** The first value of each name, trimmed. */
  query: Readonly<Record<string, string>>
  language: Language
  /** In place of the product's own description of the site; empty: that one. */
  about: string
}

/** What the HTML of a page holds besides the application. All texts are escaped markup. */
export interface PageDocument {
  /** Elements of the head: title, description, preview, structured data. */
  head: string
  /** The first view inside the application's root, replaced by its first render. */
  root?: string
  /** A meme over the page's first view, until the application shows it there. */
  over?: string
  /** Shown where scripts are off. */
  noscript?: string
  /** The meme that the page shows, as a visitor sees it. */
  meme?: Meme
  /** The call that the page would begin with, answered as a visitor is. */
  answer?: EmbeddedAnswer
}

/** An answered call. */
export interface EmbeddedAnswer {
  /** As `callAddress` writes it. */
  address: string
  /** The response as JSON. */
  body: unknown
}
