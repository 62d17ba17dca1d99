import { nextMoment, objectsIn, onResponse } from '../lib/responses.ts'
import { currentSession, onMemberChange, onSessionChange, updateUser } from '../lib/session.ts'
import { isSettled } from './optimistic-value.ts'
import { type Person, peopleIn } from './people-in.ts'
import { createTable } from './table.ts'
import { createToggles, type Toggles } from './toggles.ts'

const STRANGER: Person = {
  displayName: '',
  bio: '',
  avatarUrl: null,
  followersCount: 0,
  followingCount: 0,
  isFollowing: false,
  isFollowedBy: false,
}

export type ShownPerson = Person & { username: string }

const table = createTable<Person & { isRemoved: boolean }>(() => [currentSession().user?.username ?? '', ...recent])
/** The member's own follows that are changing: whether they follow a person. */
export const follows = createToggles<boolean>()
/** The member's followers that are being removed: whether a person follows them. */
export const followers = createToggles<boolean>()

const wanted = (toggle: ReturnType<Toggles<boolean>['get']>, held: boolean) =>
  toggle && !isSettled(toggle.value) ? toggle.value.wanted : held

function shown(username: string, held: Partial<Person> | undefined, known: Partial<Person> | undefined): ShownPerson {
  const server = { ...STRANGER, ...held, ...known }
  const isFollowing = wanted(follows.get(username), server.isFollowing)
  return {
    ...server,
    username,
    isFollowing,
    isFollowedBy: wanted(followers.get(username), server.isFollowedBy),
    followersCount: Math.max(0, server.followersCount + Number(isFollowing) - Number(server.isFollowing)),
  }
}

/**
 * Returns the latest data on a person, with the member's pending changes on top.
 * @param held data for fields that no response has set, such as a screen's own copy
 */
export function usePerson(username: string, held?: Partial<Person>): ShownPerson {
  const known = table.use(username)
  follows.use(username)
  followers.use(username)
  return shown(username, held, known)
}

/** Like `usePerson`, outside rendering. */
export const readPerson = (username: string, held?: Partial<Person>): ShownPerson =>
  shown(username, held, table.get(username))

/** Stores a card's own copy of fields that no response has set. */
export function assumePerson(username: string, held: Partial<Person>): void {
  table.write([[username, { ...held, ...table.get(username) }]], 0)
}

/** Usernames that the member has followed since the page loaded, last first. Lists loaded before lack them. */
const recent: string[] = []
const RECENT_MAX = 200

export function noteFollowed(username: string): void {
  recent.splice(0, recent.length, ...[username, ...recent.filter((name) => name !== username)].slice(0, RECENT_MAX))
}

/** Returns the people that the member follows: those of a list, and on top those followed since. */
export function followedIn(listed: readonly string[]): readonly string[] {
  const added = recent.filter((username) => !listed.includes(username))
  return [...added, ...listed].filter((username) => readPerson(username).isFollowing)
}

/** Returns a list of followers without the removed ones. */
export const followersIn = (listed: readonly string[]): readonly string[] =>
  listed.filter((username) => {
    const isRemoved = table.get(username)?.isRemoved || followers.get(username) !== undefined
    return !isRemoved || readPerson(username).isFollowedBy
  })

/** Renders a list again when any person or pending change of the member's changes. */
export function usePeopleList(listed: readonly string[], kind: 'followers' | 'following'): readonly string[] {
  table.useAll()
  follows.useAll()
  followers.useAll()
  return kind === 'following' ? followedIn(listed) : followersIn(listed)
}

/** Returns the requests under way that the server's own counts may or may not include. */
const ahead = (toggles: Toggles<boolean>) =>
  [...toggles.entries()].reduce(
    (sum, [, { value }]) => sum + (isSettled(value) ? 0 : Number(value.wanted) - Number(value.confirmed)),
    0,
  )
/** Returns true while requests that change the member's follows or followers are pending. */
export const isChanging = (): boolean =>
  [follows, followers].some((each) => [...each.entries()].some(([, one]) => !isSettled(one.value)))

let isSyncing = false

/** Writes the member's own counts, with pending changes, into the stored session. */
export function syncOwnCounts(): void {
  const { user } = currentSession()
  if (!user) return
  const own = { ...user.stats, ...table.get(user.username) }
  const followingCount = Math.max(0, own.followingCount + ahead(follows))
  const followersCount = Math.max(0, own.followersCount + ahead(followers))
  if (user.stats.followingCount === followingCount && user.stats.followersCount === followersCount) return
  isSyncing = true
  updateUser({ stats: { ...user.stats, followingCount, followersCount } })
  isSyncing = false
}

interface Settled extends Partial<Pick<Person, 'isFollowing' | 'isFollowedBy' | 'followersCount'>> {
  /** The change of the member's own counts, or the count itself. */
  following?: { by: number } | { count: number } | undefined
  followers?: { by: number }
}

/** Stores the outcome of a change that the member made. Responses to earlier requests no longer change it. */
export function settlePerson(username: string, { following, followers: lost, ...fields }: Settled): void {
  const { user } = currentSession()
  if (!user) return
  const own = { ...user.stats, ...table.get(user.username) }
  const counts = {
    ...(following && {
      followingCount: 'count' in following ? following.count : Math.max(0, own.followingCount + following.by),
    }),
    ...(lost && { followersCount: Math.max(0, own.followersCount + lost.by) }),
  }
  table.write(
    [
      [username, { ...fields, ...(lost && { isRemoved: true }) }],
      [user.username, counts],
    ],
    nextMoment(),
  )
}

/** Applies a block, or the end of an account: no follow is left in either direction. */
export function endFollows(username: string): void {
  follows.drop(username)
  followers.drop(username)
  const { isFollowing, isFollowedBy, followersCount } = readPerson(username)
  settlePerson(username, {
    isFollowing: false,
    isFollowedBy: false,
    followersCount: Math.max(0, followersCount - Number(isFollowing)),
    following: { by: -Number(isFollowing) },
    followers: { by: -Number(isFollowedBy) },
  })
  syncOwnCounts()
}

onResponse((answer, moment) => {
  table.write([...objectsIn(answer)].flatMap(peopleIn).map(withoutOwnCounts), moment)
  if (!isChanging()) syncOwnCounts()
})

/** While the member's changes are under way, their own counts are ahead of any response. */
function withoutOwnCounts([username, fields]: readonly [string, Partial<Person>]): readonly [string, Partial<Person>] {
  if (username !== currentSession().user?.username || !isChanging()) return [username, fields]
  const { followersCount: _, followingCount: __, ...rest } = fields
  return [username, rest]
}

/** The session states the member's own profile, which the account's form or another tab may have changed. */
let stated = { profile: '', stats: '' }
function noteSession(): void {
  const { user } = currentSession()
  if (!user) return
  const before = stated
  stated = { profile: JSON.stringify(user.profile), stats: JSON.stringify(user.stats) }
  if (isSyncing) return
  const { displayName, bio, avatar } = user.profile
  const { followersCount, followingCount } = user.stats
  const fields = {
    ...(stated.profile !== before.profile && { displayName, bio, avatarUrl: avatar }),
    ...(stated.stats !== before.stats && { followersCount, followingCount }),
  }
  table.write([withoutOwnCounts([user.username, fields])], nextMoment())
}

onMemberChange(() => {
  table.clear()
  recent.length = 0
  stated = { profile: '', stats: '' }
})
onSessionChange(noteSession)
noteSession()
