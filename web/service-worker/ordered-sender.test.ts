// @vitest-environment node
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createOrderedSender, type WaitingStore } from './ordered-sender.ts'

type Reaction = 'none' | 'like' | 'dislike'
interface Held {
  reaction: Reaction
  isInAlbum: boolean
}
const NOTHING: Held = { reaction: 'none', isInAlbum: false }
type Action = 'like' | 'dislike' | 'add-to-album'

/** The possible outcomes of one request. */
const connection = fc.constantFrom('ok' as const, 'ok' as const, 'lost before' as const, 'lost after' as const)
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('tap' as const),
      meme: fc.constantFrom('a', 'b'),
      action: fc.constantFrom<Action>('like', 'dislike', 'add-to-album'),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'send' as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'wait' as const }) },
)

function inMemory(): WaitingStore {
  let last = 0
  const entries: { id: number; topic: string; request: Request }[] = []
  return {
    all: async () => [...entries],
    push: async (request, topic) => {
      last += 1
      entries.push({ id: last, topic, request })
    },
    remove: async (id) => {
      const at = entries.findIndex((entry) => entry.id === id)
      if (at >= 0) entries.splice(at, 1)
    },
  }
}

/** Models the server: like and dislike exclude each other, and each action sets a state. */
function after(held: Held, action: Action, active: boolean): Held {
  if (action === 'add-to-album') return { ...held, isInAlbum: active }
  if (active) return { ...held, reaction: action }
  return held.reaction === action ? { ...held, reaction: 'none' } : held
}

/** Returns the action that a page sends for a tap, and the state it then shows. */
function tapped(shown: Held, action: Action): { active: boolean; next: Held } {
  const active = action === 'add-to-album' ? !shown.isInAlbum : shown.reaction !== action
  return { active, next: after(shown, action, active) }
}

const requestOf = (memeId: string, action: Action, active: boolean) =>
  new Request('http://a/api/user-action', { method: 'POST', body: JSON.stringify({ memeId, action, active }) })

test('the latest tap on each meme wins, across tabs and connections', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(step, { maxLength: 14 }),
      fc.infiniteStream(connection),
      async (scheduler, steps, connections) => {
        const server = new Map<string, Held>()
        let isStable = false
        const fetchIt = async (request: Request): Promise<Response> => {
          const outcome = isStable ? 'ok' : connections.next().value
          await scheduler.schedule(Promise.resolve(), 'a request on its way')
          if (outcome === 'lost before') throw new TypeError('No connection')
          const { memeId, action, active } = (await request.json()) as {
            memeId: string
            action: Action
            active: boolean
          }
          server.set(memeId, after(server.get(memeId) ?? NOTHING, action, active))
          if (outcome === 'lost after') throw new TypeError('No connection')
          return Response.json({ success: true })
        }
        const store = inMemory()
        const sender = createOrderedSender(store, fetchIt, async () => undefined)
        const shown = new Map<string, Held>()
        const underWay: Promise<unknown>[] = []
        for (const each of steps) {
          if (each.kind === 'tap') {
            const { active, next } = tapped(shown.get(each.meme) ?? NOTHING, each.action)
            shown.set(each.meme, next)
            underWay.push(sender.send(requestOf(each.meme, each.action, active), each.meme, () => true))
          } else if (each.kind === 'send') underWay.push(sender.sendWaiting().catch(() => undefined))
          else await scheduler.waitFor(Promise.resolve())
        }
        await scheduler.waitFor(Promise.all(underWay))
        isStable = true
        await scheduler.waitFor(sender.sendWaiting())
        expect(await store.all()).toEqual([])
        for (const [meme, wanted] of shown) expect([meme, server.get(meme)]).toEqual([meme, wanted])
      },
    ),
    { numRuns: 300 },
  )
})

test('an action queued behind a 503 waits too', async () => {
  const store = inMemory()
  await store.push(requestOf('a', 'like', true), 'a')
  const asked: string[] = []
  const fetchIt = async (request: Request) => {
    asked.push(await request.text())
    return new Response(null, { status: 503 })
  }
  const sender = createOrderedSender(store, fetchIt, async () => undefined)
  expect(await sender.send(requestOf('a', 'like', false), 'a', () => true)).toBeNull()
  expect(asked).toHaveLength(1)
  expect(await store.all()).toHaveLength(2)
})

test('actions queued by an earlier version without a topic are sent first', async () => {
  const store = inMemory()
  const [entry] = [{ id: 1, topic: undefined, request: requestOf('a', 'like', true) }]
  const old: WaitingStore = { ...store, all: async () => [entry, ...(await store.all())].filter(Boolean) }
  const asked: unknown[] = []
  const fetchIt = async (request: Request) => {
    asked.push(((await request.json()) as { active: boolean }).active)
    return Response.json({ success: true })
  }
  await createOrderedSender(old, fetchIt, async () => undefined).send(requestOf('a', 'like', false), 'a', () => true)
  expect(asked).toEqual([true, false])
})

test('nothing is queued for a member who left meanwhile', async () => {
  const store = inMemory()
  const fetchIt = async () => {
    throw new TypeError('no connection')
  }
  const sender = createOrderedSender(store, fetchIt, async () => undefined)
  await expect(sender.send(requestOf('a', 'like', true), 'a', () => false)).rejects.toThrow('no connection')
  expect(await store.all()).toEqual([])
})
