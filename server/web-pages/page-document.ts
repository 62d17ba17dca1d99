import type { CallShape } from '#contract/call.ts'
import { callAddress, fillPath } from '#contract/call-address.ts'
import type { Language } from '#contract/languages.ts'
import type { Meme } from '#contract/memes/memes.ts'
import type { SiteSettings } from '#contract/site/settings.ts'

/** The site's branding, as set by its admins. */
export interface SiteBranding {
  name: string
  /** Empty for the product's default. */
  description: string
  /** `#rrggbb`; empty for the product's default. */
  accentColor: string
  /** Path from the site's root; null for the product's default. */
  logo: string | null
  /** Languages that the site offers; at least one. */
  languages: readonly Language[]
  contact: string
  /** True if there are community rules in any language. */
  hasRules: boolean
  /** True if strangers see only the pages for signing in and the legal pages. */
  membersOnly: boolean
  registration: SiteSettings['registration']
  /** True if the site offers its memes in the formats of GIF providers. */
  gifProvider: boolean
  gifKeysRequired: boolean
  /** Names of the sign-in providers, in the order of their buttons. */
  providerNames: readonly string[]
  /** True if members can only sign in with the providers. */
  providersOnly: boolean
}

export interface PageRequest {
  /** One of PAGES. */
  pattern: string
  params: Readonly<Record<string, string>>
  /** First value of each parameter, trimmed. */
  query: Readonly<Record<string, string>>
  language: Language
  /** Replaces the product's description of the site; empty for the default. */
  about: string
}

/** A page's HTML besides the application. All texts are escaped markup. */
export interface PageDocument {
  /** Path of the page that replaced this one for good. */
  movedTo?: string
  /** Elements of the head: title, description, preview, structured data. */
  head: string
  /** The first view inside the application's root, replaced by its first render. */
  root?: string
  /** A meme shown over the page's first view, until the application renders it there. */
  over?: string
  /** Shown if scripts are disabled. */
  noscript?: string
  /** The meme that the page shows, as a visitor sees it. */
  meme?: Meme
  /** Responses to the page's first API calls, as for a visitor. */
  answers?: readonly EmbeddedResponse[]
}

/** An API call with its response. */
export interface EmbeddedResponse {
  /** Name of the call, such as `GET /users/{id}`. */
  call: string
  /** Address in `callAddress` format. */
  address: string
  /** The response as JSON. */
  body: unknown
}

interface CallInput {
  params?: Readonly<Record<string, string>>
  query?: Record<string, unknown>
}

/** Builds a call's response as the API would send it, without fields that the contract does not declare. */
export const answerOf = <C extends CallShape>(
  { method, path, response }: C,
  { params, query = {} }: CallInput,
  answer: object,
): EmbeddedResponse => ({
  call: `${method} ${path}`,
  address: callAddress(fillPath(path, params), query),
  body: response.parse({ success: true, ...answer }),
})
