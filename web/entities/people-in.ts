/** A person as any response may show them, and the member's relation to them. Usernames identify people. */
export interface Person {
  displayName: string
  bio: string
  avatarUrl: string | null
  followersCount: number
  followingCount: number
  isFollowing: boolean
  isFollowedBy: boolean
}

const TYPES = {
  displayName: ['string'],
  bio: ['string'],
  avatarUrl: ['string', 'object'],
  followersCount: ['number'],
  followingCount: ['number'],
  isFollowing: ['boolean'],
  isFollowedBy: ['boolean'],
} as const satisfies Record<keyof Person, readonly string[]>

type Part = Readonly<Record<string, unknown>>
const record = (value: unknown): Part => (typeof value === 'object' && value !== null ? (value as Part) : {})
const first = (...values: unknown[]) => values.find((value) => value !== undefined)

/** Extracts the people from one object of a response: a card, a row of a list, the creator of a meme or the member's account. */
export function peopleIn(part: Part): (readonly [username: string, fields: Partial<Person>])[] {
  const { username } = part
  const [viewer, stats, profile] = [record(part.viewer), record(part.stats), record(part.profile)]
  if (typeof username !== 'string') {
    const creator = record(part.creator)
    if (typeof creator.username !== 'string') return []
    return [[creator.username, stated({ isFollowing: viewer.isFollowingCreator })]]
  }
  const fields = { ...profile, ...part, ...stats, ...viewer }
  const avatarUrl = first(part.avatarUrl, part.avatar, profile.avatar)
  const followersCount = first(fields.followersCount, part.followCount, record(part.analytics).totalFollowers)
  return [[username, stated({ ...fields, avatarUrl, followersCount })]]
}

const stated = (fields: Part): Partial<Person> =>
  Object.fromEntries(
    Object.entries(TYPES).flatMap(([key, types]) =>
      (types as readonly string[]).includes(typeof fields[key]) ? [[key, fields[key]]] : [],
    ),
  )
