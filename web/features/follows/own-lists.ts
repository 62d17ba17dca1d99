import { FOLLOW_ACCOUNT_PAGE_SIZE } from '#contract/limits.ts'
import type { FollowUser } from '#contract/people/follows.ts'
import { nextMoment } from '../../lib/answers.ts'
import { api } from '../../lib/api.ts'
import { NetworkError } from '../../lib/api-error.ts'
import { translate } from '../../lib/i18n.ts'
import { toast } from '../../ui/toast.ts'
import { currentMember, followState, isOutdated, noteChanged, update } from './follow-store.ts'
import { listAppended, listFailed, listLoading, listLoadingMore, listReplaced } from './list-state.ts'
import { followerRemoved, followerRestored, type ListedPerson, type ListKind, withRelation } from './state.ts'

const TRIES = 3
let settled = 0

/** Notes that a change settled. A first page requested before that may show either state, so it is read again. */
export function noteSettled(): void {
  settled += 1
}

/** Reloads the first page of an own list. The current entries stay until it arrives. */
export async function loadOwnList(kind: ListKind): Promise<void> {
  const reader = currentMember()
  if (!reader || followState()[kind].isLoading) return
  update((state) => listLoading(state, kind))
  try {
    for (let attempt = 1; ; attempt += 1) {
      const before = settled
      const page = await readPage(kind, reader, null)
      if (reader !== currentMember()) return
      if (before !== settled && attempt < TRIES) continue
      update((state) => listReplaced(state, kind, page, Date.now()))
      return
    }
  } catch (error) {
    if (reader === currentMember()) update((state) => listFailed(state, kind, error))
  }
}

export async function loadMoreOfOwnList(kind: ListKind): Promise<void> {
  const reader = currentMember()
  const { isLoading, isLoadingMore, nextCursor } = followState()[kind]
  if (!reader || isLoading || isLoadingMore || !nextCursor) return
  update((state) => listLoadingMore(state, kind))
  try {
    const page = await readPage(kind, reader, nextCursor)
    if (reader !== currentMember()) return
    // If the list was reloaded meanwhile, this page no longer belongs to it.
    const isCurrent = followState()[kind].nextCursor === nextCursor
    update((state) =>
      isCurrent
        ? listAppended(state, kind, page, Date.now())
        : { ...state, [kind]: { ...state[kind], isLoadingMore: false } },
    )
  } catch (error) {
    if (reader === currentMember()) update((state) => listFailed(state, kind, error))
  }
}

export function retryOwnList(kind: ListKind): void {
  const { isMoreError } = followState()[kind]
  void (isMoreError ? loadMoreOfOwnList(kind) : loadOwnList(kind))
}

/**
 * Retries a failed request when the device is online again, and after a network error also on window focus. Returns a function
 * that stops.
 */
export function retryWhenBack(kind: ListKind): () => void {
  const online = () => followState()[kind].error !== null && retryOwnList(kind)
  const focus = () => followState()[kind].error instanceof NetworkError && retryOwnList(kind)
  window.addEventListener('online', online)
  window.addEventListener('focus', focus)
  return () => {
    window.removeEventListener('online', online)
    window.removeEventListener('focus', focus)
  }
}

async function readPage(kind: ListKind, id: string, cursor: string | null) {
  const askedAt = nextMoment()
  const options = { params: { id }, query: { limit: FOLLOW_ACCOUNT_PAGE_SIZE, ...(cursor ? { cursor } : {}) } }
  const { data, ...paging } =
    kind === 'followers'
      ? await api('GET /users/{id}/followers', options)
      : await api('GET /users/{id}/following', options)
  return { ...paging, users: data.map((person) => latest(person, askedAt)) }
}

/** A row read before a change settled may hold an outdated relation, so use the store's. */
function latest(person: FollowUser, askedAt: number): FollowUser {
  const known = followState().relationships.get(person.username)
  if (!known || !isOutdated(person.username, askedAt)) return person
  const { isFollowing, isFollowedBy } = known
  return { ...person, isFollowing, isFollowedBy }
}

/** Removes a follower optimistically, and restores them on failure. */
export async function removeFollower({ username, displayName }: ListedPerson): Promise<void> {
  const reader = currentMember()
  const [next, removed] = followerRemoved(followState(), username)
  update(() => next)
  try {
    await api('DELETE /users/{id}/remove-follower', { params: { id: username } })
    if (reader !== currentMember()) return
    // A page or response that arrived meanwhile may include them again.
    update((state) => withRelation(followerRemoved(state, username)[0], username, { isFollowedBy: false }))
    toast.success(translate('followToast.removeSuccess', { name: displayName }))
  } catch (error) {
    if (reader !== currentMember()) return
    if (removed) update((state) => followerRestored(state, removed))
    toast.error(error)
  } finally {
    noteChanged(username)
    noteSettled()
  }
}
