import type * as z from 'zod'
import type { Calls } from '#contract/calls.ts'
import type { Language } from '#contract/languages.ts'

type Answer<K extends keyof Calls> = z.output<Calls[K]['response']>

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
  /** The call that the page would begin with, answered as a visitor is; null on most pages. */
  answer: { address: string; body: unknown } | null
  /** How the site presents itself. */
  site: Site
}

/** What was taken out of the document, with the URL of the request that it stands for. */
export let takenAnswer: { url: string; body: unknown } | null = null

/**
 * What the document holds of a call, once: asked for again, the server is asked. Undefined for another call.
 * @param address as `callAddress` writes it
 * @param url of the request
 */
export function takeEmbeddedAnswer(address: string, url: string): unknown {
  const answer = takenAnswer ? null : embeddedFirstView()?.answer
  if (answer?.address !== address) return undefined
  takenAnswer = { url, body: answer.body }
  return answer.body
}

/** Null if missing or truncated. */
export function embeddedFirstView(): FirstView | null {
  try {
    return JSON.parse(document.getElementById('first-view')?.textContent || 'null') as FirstView | null
  } catch {
    return null
  }
}
