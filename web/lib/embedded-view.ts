import type * as z from 'zod'
import type { Calls } from '#contract/calls.ts'
import type { Language } from '#contract/languages.ts'
import type { SiteSettings } from '#contract/site/settings.ts'

type Answer<K extends keyof Calls> = z.output<Calls[K]['response']>

/** Branding of the site, set by its admins. */
export interface Site {
  name: string
  /** Languages of the site; at least one. */
  languages: readonly Language[]
  /** Path of the logo; null for the default logo. */
  logo: string | null
  /** True if the site has community rules. */
  hasRules: boolean
  /** True if strangers see only the pages for signing in and the legal pages. */
  membersOnly: boolean
  registration: SiteSettings['registration']
  /** Names of the sign-in providers, in the order of their buttons. */
  providerNames: readonly string[]
  /** True if members can only sign in with the providers. */
  providersOnly: boolean
}

/** Data embedded in the page by the server. */
export interface FirstView {
  /** URL of each language's texts. */
  texts: Record<string, string>
  /** Texts of the first view by language and key; empty on pages that paint none. */
  firstTexts: Record<string, Record<string, string> | undefined>
  /** First page of a visitor's feed; only on the home page. */
  page: Answer<'GET /recommendation-feed'> | null
  /** The tags of the day; only on the home page. */
  tags: Answer<'GET /tags'>['data'] | null
  /** The meme in the URL, as a visitor sees it. */
  meme: Answer<'GET /meme/{id}'>['data'] | null
  /** Response to the first call that the page would make as a visitor; null on most pages. */
  answer: { address: string; body: unknown } | null
  site: Site
}

/** The embedded response that was consumed, with the URL of the request it replaces. */
export let takenResponse: { url: string; body: unknown } | null = null

/**
 * Returns the embedded response to a call, once; later calls go to the server. Undefined for any other call.
 * @param address as returned by `callAddress`
 * @param url URL of the request
 */
export function takeEmbeddedResponse(address: string, url: string): unknown {
  const answer = takenResponse ? null : embeddedFirstView()?.answer
  if (answer?.address !== address) return undefined
  takenResponse = { url, body: answer.body }
  return answer.body
}

/** Returns the embedded data; null if missing or truncated. */
export function embeddedFirstView(): FirstView | null {
  try {
    return JSON.parse(document.getElementById('first-view')?.textContent || 'null') as FirstView | null
  } catch {
    return null
  }
}
