import Negotiator from 'negotiator'
import type { Scope } from '#contract/auth/tokens.ts'
import { type Language, REFERENCE_LANGUAGE, toLanguage } from '#contract/languages.ts'
import type { Role } from '#contract/people/roles.ts'
import { LANGUAGES } from './texts/texts.ts'

interface RequestSource {
  language: Language
  /** IP address, for rate limits and for counting a visitor's views once; never stored unhashed. */
  address: string
  userAgent: string
}

export interface Visitor extends RequestSource {
  kind: 'visitor'
  /** Filters for software that reads on behalf of visitors; absent for human visitors. */
  filters?: ViewerFilters
}

/** Flags for a member's filters, so that queries pay only for filters in use. */
export interface ViewerFilters {
  /** True if they blocked or muted someone, or were blocked. */
  hidesPeople: boolean
  /** True if they marked anything as not interesting for their feed. */
  hasNotInterested: boolean
  sensitiveContent: 'hide' | 'blur' | 'show'
}

export const NO_FILTERS: ViewerFilters = {
  hidesPeople: false,
  hasNotInterested: false,
  sensitiveContent: 'blur',
}

export const filtersOf = (viewer: Viewer): ViewerFilters => viewer.filters ?? NO_FILTERS

/** Returns an anonymous visitor, who sees only public content. */
export const visitorIn = (language: Language): Visitor => ({ kind: 'visitor', language, address: '', userAgent: '' })

/** A visitor for work where the language does not matter. */
export const ANY_VISITOR = visitorIn('en')

/** The same without sensitive content, for software that shows pictures unprompted, such as feed readers and chats. */
export const harmlessVisitorIn = (language: Language): Visitor => ({
  ...visitorIn(language),
  filters: { ...NO_FILTERS, sensitiveContent: 'hide' },
})

export interface Member extends RequestSource {
  kind: 'member'
  userId: string
  username: string
  /** Id of the session, or of the access token used instead. */
  sessionId: string
  /** When the member last proved their identity in this session. */
  confirmedAt: Date
  contentLanguage: Language
  suspended: boolean
  role: Role
  /** Set when the site requires a second factor for moderators and admins, and this one has none: `role` is then member. */
  lacksSecondFactor?: true
  /** Scopes of a request with a personal access token; absent for sessions, which have full access. */
  scopes?: readonly Scope[]
  filters: ViewerFilters
}

/** The sender of a request. Use cases for members accept only Member, so that visitors cannot call them. */
export type Viewer = Visitor | Member

/** Resolves a bearer token to its member; null if the token is forged, expired or revoked. */
export type TokenReader = (token: string) => Promise<Omit<Member, 'kind' | keyof RequestSource> | null>

/** Returns the language that an Accept-Language header prefers; the reference language if none matches. */
export function languageOf(header: string | undefined, offered: readonly Language[] = LANGUAGES): Language {
  if (!header) return offered[0] ?? REFERENCE_LANGUAGE
  for (const tag of new Negotiator({ headers: { 'accept-language': header } }).languages()) {
    const language = toLanguage(tag, offered)
    if (language) return language
  }
  return offered[0] ?? REFERENCE_LANGUAGE
}
