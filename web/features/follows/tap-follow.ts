import {
  assumePerson,
  endFollows,
  followers,
  follows,
  noteFollowed,
  readPerson,
  type ShownPerson,
  settlePerson,
  syncOwnCounts,
} from '../../entities/people.ts'
import type { Person } from '../../entities/people-in.ts'
import { api } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { translate } from '../../lib/i18n.ts'
import { requestLogin } from '../../lib/login-request.ts'
import { currentMember, currentSession } from '../../lib/session.ts'
import { toast } from '../../ui/toast.ts'

/** The data needed to follow a person. */
export type Followable = Pick<ShownPerson, 'username' | 'displayName'>

/** Detect concurrent requests. The server's count is only complete if no other request overlapped. */
let marks = 0
let running = 0

/** Returns the button's state. It flips after the one-second animation, or at once on failure. */
export function useFollowToggle(username: string, isFollowing: boolean): { shown: boolean; move: boolean | null } {
  const toggle = follows.use(username)
  if (!toggle) return { shown: isFollowing, move: null }
  const { shown, value } = toggle
  return { shown, move: value.wanted === shown ? null : value.wanted }
}

/** Toggles the follow. With quick taps, the last one wins. Visitors follow after they log in. */
export function tapFollow(person: Followable, held: Partial<Person> | undefined): void {
  const { user } = currentSession()
  const { username, displayName } = person
  if (!user) {
    requestLogin(() => tapFollow(person, undefined))
    return
  }
  if (username === user.username) {
    toast.error(translate('followToast.cannotFollowSelf'))
    return
  }
  assumePerson(username, { displayName, ...held })
  follows
    .press(
      username,
      readPerson(username).isFollowing,
      (current) => !current,
      (value, confirmed) => request(person, value, confirmed),
    )
    .catch(() => undefined)
    .finally(syncOwnCounts)
  if (readPerson(username).isFollowing) noteFollowed(username)
  syncOwnCounts()
}

async function request(person: Followable, value: boolean, confirmed: boolean): Promise<boolean> {
  const asker = currentMember()
  const { username } = person
  const isAlone = running === 0
  running += 1
  marks += 1
  const mark = marks
  try {
    const { data } = await send(username, value)
    const { isFollowing, isFollowedBy } = data.relationship
    // A block meanwhile has ended the follow.
    if (asker === currentMember() && follows.get(username)) {
      settlePerson(username, {
        isFollowing,
        isFollowedBy,
        followersCount: data.followersCount,
        following:
          isAlone && mark === marks ? { count: data.followingCount } : { by: Number(isFollowing) - Number(confirmed) },
      })
      announce(person, value)
    }
    return isFollowing
  } catch (error) {
    if (asker === currentMember() && asker !== null) refuse(person, value, error)
    throw error
  } finally {
    running -= 1
    marks += 1
  }
}

const send = (username: string, value: boolean) =>
  value
    ? api('POST /users/{id}/follow', { params: { id: username } })
    : api('DELETE /users/{id}/unfollow', { params: { id: username } })

/** Shows the success message once, after the last change is confirmed. */
function announce({ username, displayName }: Followable, value: boolean): void {
  if (follows.get(username)?.value.wanted !== value) return
  const key = value ? 'followToast.followSuccess' : 'followToast.unfollowSuccess'
  toast.success(translate(key, { name: displayName }), { id: `follow ${username}` })
}

function refuse({ username, displayName }: Followable, value: boolean, error: unknown): void {
  const isNewest = follows.get(username)?.value.wanted === value
  if (error instanceof ApiError && error.code === 'user.notFound') {
    endFollows(username)
    toast.error(error)
  } else if (isNewest && !(error instanceof ApiError && error.status === 500)) {
    const key = value ? 'followToast.followError' : 'followToast.unfollowError'
    toast.error(translate(key, { name: displayName }), { id: `follow ${username}` })
  }
}

/** Removes a follower optimistically, and restores them on failure. */
export function removeFollower(username: string): Promise<void> {
  const member = currentMember()
  const send = async (value: boolean) => {
    await api('DELETE /users/{id}/remove-follower', { params: { id: username } })
    if (member !== currentMember()) return value
    settlePerson(username, { isFollowedBy: false, followers: { by: -1 } })
    toast.success(translate('followToast.removeSuccess', { name: readPerson(username).displayName }))
    return value
  }
  const removal = followers
    .press(username, readPerson(username).isFollowedBy, () => false, send)
    .catch((error: unknown) => void (member === currentMember() && toast.error(error)))
    .finally(syncOwnCounts)
  syncOwnCounts()
  return removal
}
