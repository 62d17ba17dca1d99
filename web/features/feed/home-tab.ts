/** The home page's lists other than the recommendations, as named in the URL. */
const LISTS = ['following', 'new'] as const

export type ListByTime = (typeof LISTS)[number]
/** Empty for the recommendations. */
export type HomeTab = ListByTime | ''

export const readHomeTab = (query: URLSearchParams): HomeTab =>
  LISTS.find((list) => list === query.get('tab')?.trim()) ?? ''
