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
  contentLanguage: Language
  suspended: boolean
}

/** Who sends a request. Use cases for members take Member, so that visitors cannot reach them. */
export type Viewer = Visitor | Member

/** Resolves a bearer token to its member; null if it is forged, expired or revoked. */
export type TokenReader = (token: string) => Promise<Omit<Member, 'kind' | keyof RequestSource> | null>

/** en or vi by the weights of an Accept-Language header; English by default. */
export function languageOf(header: string | undefined): Language {
  const asked = (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const weight = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('q='))
      return { language: tag.split('-')[0], weight: weight ? Number(weight.slice(2)) : 1 }
    })
    .filter(({ language, weight }) => (language === 'en' || language === 'vi') && weight > 0)
    .sort((a, b) => b.weight - a.weight)
  return (asked[0]?.language as Language | undefined) ?? 'en'
}
