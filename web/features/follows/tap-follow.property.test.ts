import fc from 'fast-check'
import { afterAll, expect, it, vi } from 'vitest'
import type { FollowUser } from '#contract/people/follows.ts'
import { signInAs } from '#test/web/session.ts'
import { signOut } from '../../lib/session.ts'
import { followState } from './follow-store.ts'
import { loadMoreOfOwnList, loadOwnList } from './own-lists.ts'
import { tapFollow } from './tap-follow.ts'

const PEOPLE = 5
const PAGE_SIZE = 2
const SETTLING_STEPS = 200

interface Held {
  /** Applies the request on the server. Applying it again has no effect. */
  apply: () => void
  respond: (refuses: boolean) => void
}

/** A fake server that holds requests until the test applies and answers them, in any order. */
class HeldServer {
  following: string[]
  requests: Held[] = []

  constructor(following: readonly string[]) {
    this.following = [...following]
  }

  fetch = (url: string, { method = 'GET' }: RequestInit = {}) =>
    new Promise<object>((resolve) => {
      const [, username] = /^\/api\/users\/([^/]+)\/(?:un)?follow$/.exec(url) ?? []
      const cursor = Number(/cursor=(\d+)/.exec(url)?.[1] ?? 0)
      let answer: object | undefined
      const apply = () => {
        answer ??= username ? this.#follow(username, method === 'POST') : this.#page(cursor)
      }
      const respond = (refuses: boolean) => {
        const fails = refuses && answer === undefined
        if (!fails) apply()
        const text = async () => JSON.stringify(fails ? { success: false, code: 'server.unavailable' } : answer)
        resolve({ status: fails ? 503 : 200, headers: new Headers(), text })
      }
      this.requests.push({ apply, respond })
    })

  #follow(username: string, isFollowing: boolean): object {
    this.following = this.following.filter((name) => name !== username)
    if (isFollowing) this.following.unshift(username)
    const followedAt = isFollowing ? '2026-02-02T00:00:00.000Z' : null
    const relationship = { isFollowing, isFollowedBy: false, followedAt }
    return { success: true, data: { relationship, followersCount: 1, followingCount: this.following.length } }
  }

  #page(from: number): object {
    const end = from + PAGE_SIZE
    const hasNextPage = end < this.following.length
    return {
      success: true,
      data: this.following.slice(from, end).map(listed),
      hasNextPage,
      nextCursor: hasNextPage ? String(end) : null,
      totalCount: this.following.length,
    }
  }
}

const person = (username: string) => ({ username, displayName: username, bio: '', avatar: null, followersCount: 0 })
const listed = (username: string): FollowUser => ({
  ...person(username),
  _id: username,
  isFollowing: true,
  isFollowedBy: false,
  followedAt: '2026-01-01T00:00:00.000Z',
})

type Step =
  | { kind: 'tap'; who: number }
  | { kind: 'apply' | 'answer' | 'refuse'; which: number }
  | { kind: 'reload' | 'more' }
const index = fc.nat({ max: 7 })
const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('tap' as const), who: fc.nat({ max: PEOPLE - 1 }) }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('answer' as const), which: index }) },
    fc.record({ kind: fc.constantFrom('apply' as const, 'refuse' as const), which: index }),
    fc.record({ kind: fc.constantFrom('reload' as const, 'more' as const) }),
  ),
  { maxLength: 40 },
)

const macrotask = () => new Promise((resolve) => setTimeout(resolve))
let runs = 0

afterAll(() => {
  signOut()
  vi.unstubAllGlobals()
})

/** Expects no duplicates, no entries that are not followed, and consistent counts. */
function expectConsistency(): void {
  const { following, profile, relationships } = followState()
  const names = following.users.map(({ username }) => username)
  expect(new Set(names).size).toBe(names.length)
  for (const name of names) expect([name, relationships.get(name)?.isFollowing]).toEqual([name, true])
  expect(profile.followingCount).toBe(following.totalCount)
  expect(profile.followingCount).toBeGreaterThanOrEqual(0)
}

async function take(server: HeldServer, step: Step, people: string[]): Promise<void> {
  if (step.kind === 'tap') {
    const username = people[step.who] ?? ''
    tapFollow(person(username), { isFollowing: followState().relationships.get(username)?.isFollowing ?? false })
  } else if (step.kind === 'reload') void loadOwnList('following')
  else if (step.kind === 'more') void loadMoreOfOwnList('following')
  else if ('which' in step) {
    const at = step.which % Math.max(1, server.requests.length)
    if (step.kind === 'apply') server.requests[at]?.apply()
    else server.requests.splice(at, 1)[0]?.respond(step.kind === 'refuse')
  }
  await macrotask()
}

it('whatever is tapped, answered, refused and reloaded in whatever order, list and counts agree, and at rest the screen shows what the server holds', async () => {
  await fc.assert(
    fc.asyncProperty(fc.subarray([...Array(PEOPLE).keys()]), steps, async (followed, sequence) => {
      runs += 1
      // Each run uses new names: a toggle outlives its last response by its animation.
      const people = Array.from({ length: PEOPLE }, (_, each) => `person${each}of${runs}`)
      const server = new HeldServer(followed.map((each) => people[each] ?? ''))
      vi.stubGlobal('fetch', server.fetch)
      signInAs(`member${runs}`, server.following.length)
      await take(server, { kind: 'reload' }, people)
      await take(server, { kind: 'answer', which: 0 }, people)
      while (followState().following.hasNextPage) {
        await take(server, { kind: 'more' }, people)
        await take(server, { kind: 'answer', which: 0 }, people)
      }
      for (const step of sequence) {
        await take(server, step, people)
        expectConsistency()
      }
      for (let guard = 0; server.requests.length > 0; guard += 1) {
        expect(guard).toBeLessThan(SETTLING_STEPS)
        await take(server, { kind: 'answer', which: 0 }, people)
        expectConsistency()
      }
      const { relationships, pending, loading, profile } = followState()
      expect([pending.size, loading.size]).toEqual([0, 0])
      expect(people.filter((name) => relationships.get(name)?.isFollowing).toSorted()).toEqual(
        server.following.toSorted(),
      )
      expect(profile.followingCount).toBe(server.following.length)
    }),
    { numRuns: 150 },
  )
})
