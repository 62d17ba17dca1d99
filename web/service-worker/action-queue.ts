import { Queue, QueueStore, StorableRequest } from 'workbox-background-sync'
import type { ActionResult } from '#contract/memes/actions.ts'
import { createOrderedSender, topicOf, type WaitingStore } from './ordered-sender.ts'
import type { MessageToPage, SentAction, WaitingAction } from './protocol.ts'
import { sameUserCheck } from './sign-outs.ts'

declare const self: ServiceWorkerGlobalScope

export const WAITING_MAX = 500
const NAME = 'actions'
const RETENTION_MINUTES = 7 * 24 * 60
const RETRY_DELAYS_MS = [500, 1000, 3000, 8000]
const QUEUED = new Set(['like', 'dislike', 'add-to-album'])

/** The browser also triggers sending when it is online again, even if no page is open. */
const queue = new Queue(NAME, { maxRetentionTime: RETENTION_MINUTES, onSync: () => sendWaiting() })
/** The queue's storage, for removing single entries. */
const entries = new QueueStore(NAME)

const store: WaitingStore = {
  async all() {
    const waiting = await entries.getAll()
    return waiting.map(({ id, metadata, requestData }) => ({
      id,
      topic: (metadata as { topic?: string } | undefined)?.topic,
      request: new StorableRequest(requestData).toRequest(),
    }))
  },
  async push(request, topic) {
    await queue.pushRequest({ request, metadata: { topic } })
    while ((await queue.size()) > WAITING_MAX) await queue.shiftRequest()
  },
  remove: (id) => entries.deleteEntry(id),
}

let sent: SentAction[] = []
const sender = createOrderedSender(
  store,
  (request) => fetch(request),
  async (memeId, response, request) => {
    const { action } = (await request.json()) as { action: SentAction['action'] }
    const body = response.ok ? ((await response.json()) as { data: ActionResult }) : null
    sent.push({ memeId, action, result: body?.data ?? null })
  },
)

/**
 * Sends an action. While offline, queues likes, dislikes and album changes; the response then contains `queued` instead of new
 * counts. These actions set a state, so sending one twice is harmless.
 */
export async function sendOrQueue(request: Request): Promise<Response> {
  const isStillHere = sameUserCheck()
  const topic = (await canWait(request.clone())) ? await topicOf({ topic: undefined, request }) : undefined
  if (topic === undefined) return fetch(request)
  const response = await sender.send(request, topic, isStillHere)
  await notifyPages()
  return response ?? Response.json({ success: true, data: { seen: 0 }, queued: true })
}

async function canWait(request: Request): Promise<boolean> {
  if (!request.headers.has('authorization')) return false
  const body: unknown = await request.json().catch(() => null)
  if (typeof body !== 'object' || body === null) return false
  const { action, active } = body as { action?: unknown; active?: unknown }
  return typeof action === 'string' && QUEUED.has(action) && typeof active === 'boolean'
}

let sending: Promise<void> | null = null

/** Sends queued actions in order. Rejects if the server is unreachable or busy; the rest stays queued. */
export function sendWaiting(): Promise<void> {
  sending ??= dropExpired()
    .then(() => sender.sendWaiting())
    .finally(async () => {
      sending = null
      await notifyPages()
    })
  return sending
}

/** `getAll` also deletes expired entries. */
const dropExpired = (): Promise<unknown> => queue.getAll()

/** Retries, since a connection that was just restored often fails at first. */
export async function sendWaitingWithRetries(): Promise<void> {
  for (const delayMs of RETRY_DELAYS_MS) {
    const isSent = await sendWaiting().then(
      () => true,
      () => false,
    )
    if (isSent) return
    await new Promise((resolve) => setTimeout(resolve, delayMs))
  }
}

/** Reports the results of queued actions to the pages. */
async function notifyPages(): Promise<void> {
  if (sent.length === 0) return
  const message: MessageToPage = { type: 'actions-sent', actions: sent }
  sent = []
  for (const client of await self.clients.matchAll({ type: 'window' })) client.postMessage(message)
}

/** Reports queued actions to a page, unless they are being sent: it receives the results then. */
export async function postWaiting(page: Client | MessagePort | ServiceWorker | null): Promise<void> {
  await sending?.catch(() => undefined)
  const waiting = await store.all()
  const actions = await Promise.all(waiting.map(({ request }) => request.json() as Promise<WaitingAction>))
  const message: MessageToPage = { type: 'actions-waiting', actions }
  if (actions.length > 0) page?.postMessage(message)
}

export async function forgetWaiting(): Promise<void> {
  while (await queue.shiftRequest());
}
