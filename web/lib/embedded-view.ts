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
  /** Responses to the first calls that the page would make as a visitor. */
  answers: readonly { call: string; address: string; body: unknown }[]
  site: Site
}

/** The embedded responses that were consumed, with the URLs of the requests that they replace. */
export const takenResponses: { address: string; url: string; body: unknown }[] = []

/**
 * Returns the embedded response to a call, once; later calls go to the server. Undefined for any other call.
 * @param address as returned by `callAddress`
 * @param url URL of the request
 */
export function takeEmbeddedResponse(address: string, url: string): unknown {
  if (takenResponses.some((taken) => taken.address === address)) return undefined
  const answer = embeddedFirstView()?.answers.find((one) => one.address === address)
  if (answer) takenResponses.push({ address, url, body: answer.body })
  return answer?.body
}

let parsed: { text: string; view: FirstView | null } | undefined

/** Returns the embedded data; null if missing or truncated. Parses it once: a page of memes takes milliseconds on a phone. */
export function embeddedFirstView(): FirstView | null {
  const text = document.getElementById('first-view')?.textContent || 'null'
  if (parsed?.text !== text) parsed = { text, view: parse(text) }
  return parsed.view
}

function parse(text: string): FirstView | null {
  try {
    return JSON.parse(text) as FirstView | null
  } catch {
    return null
  }
}
