import Negotiator from 'negotiator'
import type { Role } from '#contract/roles.ts'

export type Language = 'en' | 'vi'

interface RequestSource {
  language: Language
  /** IP address, for rate limits and for counting a visitor's views once; never stored unhashed. */
  address: string
  userAgent: string
}

export interface Visitor extends RequestSource {
  kind: 'visitor'
}

export interface Member extends RequestSource {
  kind: 'member'
  userId: string
  username: string
  sessionId: string
  /** When this session's member last proved who they are. */
  confirmedAt: Date
  contentLanguage: Language
  suspended: boolean
  role: Role
}

/** Who sends a request. Use cases for members take Member, so that visitors cannot reach them. */
export type Viewer = Visitor | Member

/** Resolves a bearer token to its member; null if it is forged, expired or revoked. */
export type TokenReader = (token: string) => Promise<Omit<Member, 'kind' | keyof RequestSource> | null>

const LANGUAGES: Language[] = ['en', 'vi']

/** en or vi by the weights of an Accept-Language header; English where neither is asked for. */
export function languageOf(header: string | undefined): Language {
  const accepted = new Negotiator({ headers: { 'accept-language': header } }).language(LANGUAGES)
  return LANGUAGES.find((language) => language === accepted) ?? 'en'
}
