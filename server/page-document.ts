import type { Meme } from '#contract/memes.ts'
import type { Language } from './viewer.ts'

/** A request for a page of the web client. */
export interface PageRequest {
  /** One of PAGES. */
  pattern: string
  params: Readonly<Record<string, string>>
  /** The first value of each name, trimmed. */
  query: Readonly<Record<string, string>>
  language: Language
}

/** What the HTML of a page holds besides the application. All texts are escaped markup. */
export interface PageDocument {
  /** Elements of the head: title, description, preview, structured data. */
  head: string
  /** The first view inside the application's root, replaced by its first render. */
  root?: string
  /** Shown where scripts are off. */
  noscript?: string
  /** The meme that the page shows, as a visitor sees it. */
  meme?: Meme
}
