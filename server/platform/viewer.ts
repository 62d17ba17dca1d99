import Negotiator from 'negotiator'
import { LANGUAGES, type Language } from '#contract/languages.ts'
import type { Role } from '#contract/roles.ts'
import type { Scope } from '#contract/tokens.ts'

interface RequestSource {
  language: Language
  /** IP address, for rate limits and for counting a visitor's views once; never stored unhashed. */
  address: string
  userAgent: string
}

export interface Visitor extends RequestSource {
  kind: 'visitor'
  /** What software that reads for visitors leaves out; absent where a person reads. */
  filters?: ViewerFilters
}

/** What a member filters, so that queries are only as dear as what there is to filter. */
export interface ViewerFilters {
  /** Whether they blocked or muted anybody, or were blocked. */
  hidesPeople: boolean
  /** Whether they want less of anything in their feed. */
  hasNotInterested: boolean
  sensitiveContent: 'hide' | 'blur' | 'show'
}

export const NO_FILTERS: ViewerFilters = {
  hidesPeople: false,
  hasNotInterested: false,
  sensitiveContent: 'blur',
}

export const filtersOf = (viewer: Viewer): ViewerFilters => viewer.filters ?? NO_FILTERS

/** A visitor of whom nothing is known: what anybody may see. */
export const visitorIn = (language: Language): Visitor => ({ kind: 'visitor', language, address: '', userAgent: '' })

/** The same for software that shows pictures without asking, such as feed readers and chats: nothing sensitive. */
export const harmlessVisitorIn = (language: Language): Visitor => ({
  ...visitorIn(language),
  filters: { ...NO_FILTERS, sensitiveContent: 'hide' },
})

export interface Member extends RequestSource {
  kind: 'member'
  userId: string
  username: string
  /** The session, or the access token that is used instead of one. */
  sessionId: string
  /** When this session's member last proved who they are. */
  confirmedAt: Date
  contentLanguage: Language
  suspended: boolean
  role: Role
  /** The site wants a second factor of moderators and admins, and this one has none: `role` is member. */
  lacksSecondFactor?: true
  /** What the request may do where it was made with a personal access token; absent for sessions, which may do all. */
  scopes?: readonly Scope[]
  filters: ViewerFilters
}

/** Who sends a request. Use cases for members take Member, so that visitors cannot reach them. */
export type Viewer = Visitor | Member

/** Resolves a bearer token to its member; null if it is forged, expired or revoked. */
export type TokenReader = (token: string) => Promise<Omit<Member, 'kind' | keyof RequestSource> | null>

/** The language that the weights of an Accept-Language header prefer; the first where none of ours is asked for. */
export function languageOf(header: string | undefined): Language {
  const accepted = new Negotiator({ headers: { 'accept-language': header } }).language([...LANGUAGES])
  return LANGUAGES.find((language) => language === accepted) ?? LANGUAGES[0]
}
