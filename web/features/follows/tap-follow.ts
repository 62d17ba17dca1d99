import type { Relationship } from '#contract/people/follows.ts'
import { api } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { translate } from '../../lib/i18n.ts'
import { askToLogIn } from '../../lib/login-request.ts'
import { currentSession } from '../../lib/session.ts'
import { createToggles } from '../../lib/toggles.ts'
import { toast } from '../../ui/toast.ts'
import { currentMember, followState, noteChanged, update } from './follow-store.ts'
import { noteSettled } from './own-lists.ts'
import {
  confirmed,
  type FollowAction,
  failed,
  followingCounted,
  type ListedPerson,
  merged,
  removedFromFollowing,
  requested,
  STRANGERS,
} from './state.ts'

/** The data needed to follow a person: what the following list shows. */
export type Followable = Omit<ListedPerson, 'isFollowing'>

const toggles = createToggles<boolean>()
const actionOf = (value: boolean): FollowAction => (value ? 'follow' : 'unfollow')

/** Detect concurrent requests. The server's count is only complete if no other request overlapped. */
let marks = 0
let running = 0

/** Returns the button's state. It flips after the one-second animation, or at once on failure. */
export function useFollowToggle(username: string, isFollowing: boolean): { shown: boolean; move: boolean | null } {
  const toggle = toggles.use(username)
  if (!toggle) return { shown: isFollowing, move: null }
  const { shown, value } = toggle
  return { shown, move: value.wanted === shown ? null : value.wanted }
}

/** Toggles the follow. With quick taps, the last one wins. Visitors follow after they log in. */
export function tapFollow(person: Followable, held: Partial<Relationship> | undefined): void {
  const { user } = currentSession()
  const { username } = person
  if (!user) {
    askToLogIn(() => tapFollow(person, undefined))
    return
  }
  if (username === user.username) {
    toast.error(translate('followToast.cannotFollowSelf'))
    return
  }
  if (!followState().relationships.get(username))
    update((state) => merged(state, [{ username, relationship: { ...STRANGERS, ...held } }]))
  const isFollowing = followState().relationships.get(username)?.isFollowing ?? false
  const before = toggles.get(username)?.value.wanted ?? isFollowing
  update((state) => requested(state, { ...person, isFollowing }, actionOf(!before), Date.now()))
  toggles
    .press(
      username,
      before,
      () => !before,
      (value) => request(person, value),
    )
    .catch(() => undefined)
}

async function request(person: Followable, value: boolean): Promise<boolean> {
  const asker = currentMember()
  const { username } = person
  const isAlone = running === 0
  running += 1
  marks += 1
  const mark = marks
  try {
    const { data } = await send(username, value)
    if (asker === currentMember()) {
      noteChanged(username)
      update((state) => confirmed(state, username, actionOf(value), data.relationship))
      if (isAlone && mark === marks) update((state) => followingCounted(state, data.followingCount))
      noteSettled()
      announce(person, value)
    }
    return data.relationship.isFollowing
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
  if (toggles.get(username)?.value.wanted !== value) return
  const key = value ? 'followToast.followSuccess' : 'followToast.unfollowSuccess'
  toast.success(translate(key, { name: displayName }), { id: `follow ${username}` })
}

function refuse({ username, displayName }: Followable, value: boolean, error: unknown): void {
  const isNewest = toggles.get(username)?.value.wanted === value
  const isGone = error instanceof ApiError && error.code === 'user.notFound'
  update((state) => (isGone ? removedFromFollowing(state, username) : failed(state, username)))
  noteChanged(username)
  noteSettled()
  if (isGone) toast.error(error)
  if (isGone || !isNewest || (error instanceof ApiError && error.status === 500)) return
  const key = value ? 'followToast.followError' : 'followToast.unfollowError'
  toast.error(translate(key, { name: displayName }), { id: `follow ${username}` })
}
