import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { signInAs } from '#test/web/session.ts'
import { followedIn, followersIn, follows, readPerson } from '../../entities/people.ts'
import { api } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { loadTexts, startTexts } from '../../lib/i18n.ts'
import { loginPrompt } from '../../lib/login-request.ts'
import { currentSession, signOut } from '../../lib/session.ts'
import { toast } from '../../ui/toast.ts'
import { removeFollower, tapFollow } from './tap-follow.ts'

/** Called with the method and path of each request. Resolves with the body or rejects with the error. */
const asked = vi.fn<(call: string) => Promise<unknown>>()
let names = 0
/** A unique name per test, since toggles outlive it while animating. */
const somebody = () => {
  names += 1
  const username = `person${names}`
  return { username, displayName: username, bio: '', avatar: null, followersCount: 0 }
}

const answer = (isFollowing: boolean, followingCount: number) => ({
  data: {
    relationship: { isFollowing, isFollowedBy: false, followedAt: isFollowing ? '2026-02-02T00:00:00.000Z' : null },
    followersCount: 1,
    followingCount,
  },
})
const page = (users: string[], nextCursor: string | null = null, totalCount = users.length) => ({
  data: users.map((username) => ({
    ...somebody(),
    username,
    _id: username,
    isFollowing: false,
    isFollowedBy: true,
    followedAt: '2026-01-01T00:00:00.000Z',
  })),
  hasNextPage: nextCursor !== null,
  nextCursor,
  totalCount,
})

function deferred<T>() {
  let resolve: (value: T) => void = () => undefined
  let reject: (error: unknown) => void = () => undefined
  const promise = new Promise<T>((yes, no) => {
    resolve = yes
    reject = no
  })
  return { promise, resolve, reject }
}
/** Waits until available responses have been processed. */
const soon = async () => {
  for (let round = 0; round < 5; round += 1) await new Promise((resolve) => setTimeout(resolve))
}

beforeAll(async () => {
  await startTexts('en')
  await loadTexts('followToast')
})

beforeEach(() => {
  asked.mockReset()
  signOut()
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
    try {
      return Response.json(await asked(`${method} ${url}`))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return Response.json(error.body, { status: error.status })
    }
  })
  vi.spyOn(toast, 'success').mockImplementation(() => {})
  vi.spyOn(toast, 'error').mockImplementation(() => {})
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('a tap on follow', () => {
  it('requires visitors to log in before any request', () => {
    tapFollow(somebody(), undefined)
    expect(loginPrompt.get()).toBe(true)
    expect(toast.error).not.toHaveBeenCalled()
    expect(asked).not.toHaveBeenCalled()
  })

  it('on oneself is refused without a request', () => {
    signInAs('me')
    tapFollow({ ...somebody(), username: 'me' }, undefined)
    expect(toast.error).toHaveBeenCalledWith('You cannot follow yourself')
    expect(asked).not.toHaveBeenCalled()
  })

  it('updates the stored profile at once, then takes the server’s count', async () => {
    signInAs('me', 4)
    const reply = deferred<unknown>()
    asked.mockReturnValueOnce(reply.promise)
    tapFollow(somebody(), undefined)
    expect(currentSession().user?.stats.followingCount).toBe(5)
    reply.resolve(answer(true, 9))
    await soon()
    expect(currentSession().user?.stats.followingCount).toBe(9)
    expect(toast.success).toHaveBeenCalledOnce()
  })

  it('ignores the count of out-of-order answers', async () => {
    signInAs('me', 0)
    const [first, second] = [deferred<unknown>(), deferred<unknown>()]
    asked.mockReturnValueOnce(first.promise).mockReturnValueOnce(second.promise)
    tapFollow(somebody(), undefined)
    tapFollow(somebody(), undefined)
    second.resolve(answer(true, 2))
    await soon()
    first.resolve(answer(true, 1))
    await soon()
    expect(currentSession().user?.stats.followingCount).toBe(2)
  })

  it('that fails is reverted with a different toast for each direction', async () => {
    signInAs('me', 1)
    asked.mockRejectedValueOnce(new ApiError(503, {})).mockRejectedValueOnce(new ApiError(503, {}))
    const [first, second] = [somebody(), somebody()]
    tapFollow(first, undefined)
    await soon()
    tapFollow(second, { isFollowing: true })
    await soon()
    expect(currentSession().user?.stats.followingCount).toBe(1)
    expect(vi.mocked(toast.error).mock.calls.map(([text]) => text)).toEqual([
      `Couldn't follow ${first.displayName}. Please try again.`,
      `Couldn't unfollow ${second.displayName}. Please try again.`,
    ])
  })

  it('on a deleted person removes them from the list with a message', async () => {
    signInAs('me', 1)
    const gone = new ApiError(404, { code: 'user.notFound', message: 'User does not exist' })
    asked.mockRejectedValueOnce(gone)
    const person = somebody()
    tapFollow(person, { isFollowing: true })
    await soon()
    expect(readPerson(person.username).isFollowing).toBe(false)
    expect(followedIn([person.username])).toEqual([])
    expect(follows.get(person.username)).toBeUndefined()
    expect(currentSession().user?.stats.followingCount).toBe(0)
    expect(toast.error).toHaveBeenCalledWith(expect.objectContaining({ status: 404, code: 'user.notFound' }))
  })

  it('answered after a change of member changes nothing', async () => {
    signInAs('me')
    const reply = deferred<unknown>()
    asked.mockReturnValueOnce(reply.promise)
    const person = somebody()
    tapFollow(person, undefined)
    signOut()
    signInAs('other', 7)
    reply.resolve(answer(true, 1))
    await soon()
    expect(readPerson(person.username)).toMatchObject({ isFollowing: false, displayName: '' })
    expect(followedIn([])).toEqual([])
    expect(currentSession().user?.stats.followingCount).toBe(7)
    expect(toast.success).not.toHaveBeenCalled()
  })
})

/** Reads a list as its screens do. */
const read = async (kind: 'followers' | 'following') => {
  const { data } = await api(kind === 'followers' ? 'GET /users/{id}/followers' : 'GET /users/{id}/following', {
    params: { id: 'me' },
  })
  return data.map(({ username }) => username)
}

describe('own lists', () => {
  it('show the latest follow, even if an earlier page request arrives later', async () => {
    signInAs('me')
    const [stale, person, left] = [deferred<unknown>(), somebody(), somebody()]
    asked
      .mockReturnValueOnce(stale.promise)
      .mockResolvedValueOnce(answer(true, 1))
      .mockResolvedValueOnce(answer(false, 0))
    const loading = read('following')
    tapFollow(person, undefined)
    tapFollow(left, { isFollowing: true })
    await soon()
    const { data } = page([left.username])
    stale.resolve({ ...page([]), data: data.map((user) => ({ ...user, isFollowing: true })) })
    expect(followedIn(await loading)).toEqual([person.username])
  })

  it('put a new follow on top, and restore a failed unfollow at its position', async () => {
    signInAs('me', 3)
    const { data } = page(['ada', 'ben', 'cam'])
    asked.mockResolvedValueOnce({ ...page([]), data: data.map((user) => ({ ...user, isFollowing: true })) })
    const listed = await read('following')
    const reply = deferred<unknown>()
    asked.mockReturnValueOnce(reply.promise).mockReturnValueOnce(new Promise(() => undefined))
    tapFollow({ username: 'ben', displayName: 'Ben' }, undefined)
    const person = somebody()
    tapFollow(person, undefined)
    expect([followedIn(listed), currentSession().user?.stats.followingCount]).toEqual([
      [person.username, 'ada', 'cam'],
      3,
    ])
    reply.reject(new ApiError(503, {}))
    await soon()
    expect(followedIn(listed)).toEqual([person.username, 'ada', 'ben', 'cam'])
  })

  it('remove a follower, and restore them if the server refuses', async () => {
    signInAs('me', 0, 2)
    asked.mockResolvedValueOnce(page(['ada', 'ben']))
    const listed = await read('followers')
    const reply = deferred<unknown>()
    asked.mockReturnValueOnce(reply.promise)
    const removing = removeFollower('ada')
    expect([followersIn(listed), currentSession().user?.stats.followersCount]).toEqual([['ben'], 1])
    reply.reject(new ApiError(503, {}))
    await removing
    expect([followersIn(listed), currentSession().user?.stats.followersCount]).toEqual([['ada', 'ben'], 2])
    asked.mockResolvedValueOnce({ success: true })
    await removeFollower('ada')
    expect([followersIn(listed), currentSession().user?.stats.followersCount]).toEqual([['ben'], 1])
  })
})
