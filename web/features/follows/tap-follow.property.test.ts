import fc from 'fast-check'
import { afterAll, expect, it, vi } from 'vitest'
import type { FollowUser } from '#contract/people/follows.ts'
import { signInAs } from '#test/web/session.ts'
import { isSettled } from '../../entities/optimistic-value.ts'
import { followedIn, follows, readPerson } from '../../entities/people.ts'
import { api } from '../../lib/api.ts'
import { currentSession, signOut } from '../../lib/session.ts'
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
      data: this.following.slice(from, end).map(row),
      hasNextPage,
      nextCursor: hasNextPage ? String(end) : null,
      totalCount: this.following.length,
    }
  }
}

const person = (username: string) => ({ username, displayName: username, bio: '', avatar: null, followersCount: 0 })
const row = (username: string): FollowUser => ({
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

/** The usernames of all pages read so far, and the cursor of the next. */
let listed: string[] = []
let next: string | null = null
async function read(cursor: string | null): Promise<void> {
  const query = cursor ? { cursor } : {}
  const { data, nextCursor } = await api('GET /users/{id}/following', { params: { id: 'me' }, query })
  listed = [...new Set([...(cursor ? listed : []), ...data.map(({ username }) => username)])]
  next = nextCursor
}
const shown = () => followedIn(listed)
const ownCount = () => currentSession().user?.stats.followingCount

/** Expects no duplicates, no entries that are not followed, and a plausible count. */
function expectConsistency(): void {
  const names = shown()
  expect(new Set(names).size).toBe(names.length)
  for (const name of names) expect([name, readPerson(name).isFollowing]).toEqual([name, true])
  expect(ownCount()).toBeGreaterThanOrEqual(0)
}

async function take(server: HeldServer, step: Step, people: string[]): Promise<void> {
  if (step.kind === 'tap') {
    const username = people[step.who] ?? ''
    tapFollow(person(username), undefined)
  } else if (step.kind === 'reload') void read(null).catch(() => undefined)
  else if (step.kind === 'more' && next) void read(next).catch(() => undefined)
  else if ('which' in step) {
    const at = step.which % Math.max(1, server.requests.length)
    if (step.kind === 'apply') server.requests[at]?.apply()
    else server.requests.splice(at, 1)[0]?.respond(step.kind === 'refuse')
  }
  await macrotask()
}

it('in any order of taps, answers, refusals and reloads list and counts agree, and end as on the server', async () => {
  await fc.assert(
    fc.asyncProperty(fc.subarray([...Array(PEOPLE).keys()]), steps, async (followed, sequence) => {
      runs += 1
      // Each run uses new names: a toggle outlives its last response by its animation.
      const people = Array.from({ length: PEOPLE }, (_, each) => `person${each}of${runs}`)
      const server = new HeldServer(followed.map((each) => people[each] ?? ''))
      vi.stubGlobal('fetch', server.fetch)
      signInAs(`member${runs}`, server.following.length)
      listed = []
      next = null
      await take(server, { kind: 'reload' }, people)
      await take(server, { kind: 'answer', which: 0 }, people)
      while (next) {
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
      expect([...follows.entries()].filter(([, { value }]) => !isSettled(value))).toEqual([])
      const held = server.following.toSorted()
      expect(people.filter((name) => readPerson(name).isFollowing).toSorted()).toEqual(held)
      expect(ownCount()).toBe(server.following.length)
      await take(server, { kind: 'reload' }, people)
      while (server.requests.length > 0 || next) {
        if (server.requests.length === 0) await take(server, { kind: 'more' }, people)
        await take(server, { kind: 'answer', which: 0 }, people)
      }
      expect(shown().toSorted()).toEqual(held)
    }),
    { numRuns: 150 },
  )
})
