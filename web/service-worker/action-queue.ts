import { Queue } from 'workbox-background-sync'
import type { MessageToPage } from './protocol.ts'

declare const self: ServiceWorkerGlobalScope

export const WAITING_MAX = 500
const KEPT_MINUTES = 7 * 24 * 60
const RETRY_DELAYS_MS = [500, 1000, 3000, 8000]
const QUEUED = new Set(['like', 'dislike', 'add-to-album'])

/** The browser also sends what waits when it finds a connection, even without a page. */
const queue = new Queue('actions', { maxRetentionTime: KEPT_MINUTES, onSync: () => sendWaiting() })

/**
 * Sends an action. Without a connection, a like, dislike or change of the album waits for one; the answer then says `queued`
 * in place of new counts. They set a state, so sending one twice changes nothing.
 */
export async function sendOrQueue(request: Request): Promise<Response> {
  const copy = request.clone()
  try {
    return await fetch(request)
  } catch (error) {
    if (request.signal.aborted || !(await canWait(copy.clone()))) throw error
    await queue.pushRequest({ request: copy })
    while ((await queue.size()) > WAITING_MAX) await queue.shiftRequest()
    return Response.json({ success: true, data: { seen: 0 }, queued: true })
  }
}

async function canWait(request: Request): Promise<boolean> {
  if (!request.headers.has('authorization')) return false
  const body: unknown = await request.json().catch(() => null)
  if (typeof body !== 'object' || body === null) return false
  const { action, active } = body as { action?: unknown; active?: unknown }
  return typeof action === 'string' && QUEUED.has(action) && typeof active === 'boolean'
}

let sending: Promise<void> | null = null

/** In the order in which they were made. Rejects when the server cannot be reached or is busy; the rest goes on waiting. */
export function sendWaiting(): Promise<void> {
  sending ??= sendAll().finally(() => {
    sending = null
  })
  return sending
}

/** For a connection that has just come back, which often fails at first. */
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

async function sendAll(): Promise<void> {
  let count = 0
  try {
    for (let entry = await queue.shiftRequest(); entry; entry = await queue.shiftRequest()) {
      const response = await fetch(entry.request.clone()).catch(() => null)
      if (!response || response.status >= 500 || response.status === 429) {
        await queue.unshiftRequest(entry)
        throw new Error('waiting actions could not be sent')
      }
      if (response.ok) count += 1
    }
  } finally {
    if (count > 0) await tellPages({ type: 'actions-sent', count })
  }
}

async function tellPages(message: MessageToPage): Promise<void> {
  for (const client of await self.clients.matchAll({ type: 'window' })) client.postMessage(message)
}

export async function forgetWaiting(): Promise<void> {
  while (await queue.shiftRequest());
}
