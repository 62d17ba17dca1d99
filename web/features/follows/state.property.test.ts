import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { FollowUser } from '#contract/follows.ts'
import * as optimistic from '../../lib/optimistic-value.ts'
import { listAppended, listReplaced } from './list-state.ts'
import { cleared, confirmed, type FollowState, failed, isFollowing, type ListPage, requested } from './state.ts'

const PEOPLE = ['anna', 'bob', 'cleo', 'dung', 'eve'] as const

/** A server that holds a list, newest first, and a member who taps; requests and pages are on their way for a while. */
class Model {
  server: string[]
  state: FollowState
  values = new Map<string, optimistic.OptimisticValue<boolean>>()
  requests: { username: string; value: boolean; applied: boolean }[] = []
  load: { page: ListPage; settled: number } | null = null
  settled = 0
  clock = 0

  constructor(following: readonly string[]) {
    this.server = [...following]
    this.state = listReplaced(cleared({ followersCount: 0, followingCount: 0 }), 'following', this.page(0, 99), 0)
    for (const name of PEOPLE) this.values.set(name, optimistic.settled(following.includes(name)))
  }

  page(from: number, size: number): ListPage {
    const names = this.server.slice(from, from + size)
    const hasNextPage = from + size < this.server.length
    return {
      users: names.map(toUser),
      hasNextPage,
      nextCursor: hasNextPage ? 'next' : null,
      totalCount: this.server.length,
    }
  }

  valueOf(username: string): optimistic.OptimisticValue<boolean> {
    return this.values.get(username) as optimistic.OptimisticValue<boolean>
  }

  tap(username: string): void {
    this.clock += 1
    const wanted = !this.valueOf(username).wanted
    const person = { ...toUser(username), isFollowing: isFollowing(this.state, username) }
    this.state = requested(this.state, person, wanted ? 'follow' : 'unfollow', this.clock)
    this.values.set(username, optimistic.requested(this.valueOf(username), wanted))
    this.pursue(username)
  }

  pursue(username: string): void {
    const value = this.valueOf(username)
    if (!optimistic.needsRequest(value)) return
    this.values.set(username, optimistic.started(value))
    this.requests.push({ username, value: value.wanted, applied: false })
  }

  /** The server does what a request asks; the answer is still on its way. */
  apply(index: number): void {
    const request = this.requests[index % Math.max(1, this.requests.length)]
    if (!request || request.applied) return
    request.applied = true
    this.server = this.server.filter((name) => name !== request.username)
    if (request.value) this.server.unshift(request.username)
  }

  answer(index: number, refuses: boolean): void {
    const at = index % Math.max(1, this.requests.length)
    const request = this.requests[at]
    if (!request) return
    const { username, value } = request
    const fails = refuses && !request.applied
    if (!fails) this.apply(at)
    this.requests.splice(at, 1)
    this.settled += 1
    if (fails) {
      this.values.set(username, optimistic.reverted(this.valueOf(username)))
      this.state = failed(this.state, username)
    } else {
      this.values.set(username, optimistic.confirmed(this.valueOf(username), value))
      const relationship = { isFollowing: value, isFollowedBy: false, followedAt: null }
      this.state = confirmed(this.state, username, value ? 'follow' : 'unfollow', relationship)
    }
    this.pursue(username)
  }

  read(size: number): void {
    this.load ??= { page: this.page(0, size), settled: this.settled }
  }

  /** As the store does it: a page that was read before something was settled is asked for again. */
  arrive(): void {
    const { load } = this
    this.load = null
    if (!load || load.settled !== this.settled) return
    this.clock += 1
    this.state = listReplaced(this.state, 'following', load.page, this.clock)
  }
}

const toUser = (username: string): FollowUser => ({
  _id: username,
  username,
  displayName: username,
  bio: '',
  avatar: null,
  followersCount: 0,
  isFollowing: true,
  isFollowedBy: false,
  followedAt: '2026-01-01T00:00:00.000Z',
})

type Step = (model: Model) => void
const index = fc.nat({ max: 7 })
const taps: fc.Arbitrary<Step> = fc.constantFrom(...PEOPLE).map((name) => (model) => model.tap(name))
const answers: fc.Arbitrary<Step> = fc.tuple(index, fc.boolean()).map(
  ([at, refuses]) =>
    (model) =>
      model.answer(at, refuses),
)
const applies: fc.Arbitrary<Step> = index.map((at) => (model) => model.apply(at))
const reads = (sizes: fc.Arbitrary<number>): fc.Arbitrary<Step> => sizes.map((size) => (model) => model.read(size))
const arrivals: fc.Arbitrary<Step> = fc.constant((model: Model) => model.arrive())
const steps = (sizes: fc.Arbitrary<number>) =>
  fc.array(
    fc.oneof({ weight: 3, arbitrary: taps }, { weight: 3, arbitrary: answers }, applies, reads(sizes), arrivals),
    {
      maxLength: 60,
    },
  )
const beginnings = fc.uniqueArray(fc.constantFrom(...PEOPLE))

function expectRequestedShown(model: Model): void {
  for (const name of PEOPLE) {
    expect([name, isFollowing(model.state, name)]).toEqual([name, model.valueOf(name).wanted])
    const isPending = !optimistic.isSettled(model.valueOf(name))
    expect([name, name in model.state.pending, name in model.state.loading]).toEqual([name, isPending, isPending])
  }
}

function expectCountsToMatch(model: Model): void {
  const wanted = PEOPLE.filter((name) => model.valueOf(name).wanted)
  const listed = model.state.following.users.map(({ username }) => username)
  expect(listed.toSorted()).toEqual(wanted.toSorted())
  expect(model.state.profile.followingCount).toBe(wanted.length)
  expect(model.state.following.totalCount).toBe(wanted.length)
}

function settle(model: Model): void {
  for (let guard = 0; model.requests.length > 0 && guard < 50; guard += 1) model.answer(0, false)
}

it('whatever is tapped, answered, refused and reloaded, the screen shows what was wanted, and list and counts agree with them', () => {
  fc.assert(
    fc.property(beginnings, steps(fc.constant(99)), (following, sequence) => {
      const model = new Model(following)
      for (const step of sequence) {
        step(model)
        expectRequestedShown(model)
        expectCountsToMatch(model)
      }
      settle(model)
      expectRequestedShown(model)
      expect(PEOPLE.filter((name) => isFollowing(model.state, name)).toSorted()).toEqual(model.server.toSorted())
    }),
    { numRuns: 600 },
  )
})

it('with lists that come in pages nobody stands twice, no count falls below 0, and a reload at rest shows the server’s list', () => {
  fc.assert(
    fc.property(beginnings, steps(fc.integer({ min: 1, max: 3 })), (following, sequence) => {
      const model = new Model(following)
      for (const step of sequence) {
        step(model)
        expectRequestedShown(model)
        const listed = model.state.following.users.map(({ username }) => username)
        expect(new Set(listed).size).toBe(listed.length)
        for (const name of listed) expect([name, model.valueOf(name).wanted]).toEqual([name, true])
        expect(model.state.profile.followingCount).toBeGreaterThanOrEqual(0)
        expect(model.state.profile.followingCount).toBe(model.state.following.totalCount)
      }
      settle(model)
      let state = listReplaced(model.state, 'following', model.page(0, 2), 1)
      for (let from = 2; state.following.hasNextPage; from += 2)
        state = listAppended(state, 'following', model.page(from, 2), 2)
      expect(state.following.users.map(({ username }) => username)).toEqual(model.server)
      expect(state.following.totalCount).toBe(model.server.length)
    }),
    { numRuns: 600 },
  )
})
