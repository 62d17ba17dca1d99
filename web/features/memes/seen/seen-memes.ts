import { api } from '../../../lib/api.ts'
import { currentSession, onSessionChange } from '../../../lib/session.ts'
import { createSeenQueue } from './seen-queue.ts'
import { createViewWatcher } from './view-watcher.ts'

const SEND_EVERY_MS = 5000

const queue = createSeenQueue(async (memeIds, isLeaving) => {
  await api('POST /user-action', { body: { action: 'seen', memeIds }, keepalive: isLeaving })
})

let isDue = false

function sendSoon(): void {
  if (isDue) return
  isDue = true
  setTimeout(async () => {
    await queue.flush()
    isDue = false
    if (queue.hasWaiting()) sendSoon()
  }, SEND_EVERY_MS)
}

function noteSeen(memeId: string): void {
  // Nothing is stored for visitors.
  if (currentSession().token !== null && queue.note(memeId)) sendSoon()
}

/** Records a tile's meme as seen once it was in view. Returns a function that stops. */
export const watchSeen = createViewWatcher(noteSeen)

let member = currentSession().user?._id
onSessionChange(() => {
  const next = currentSession().user?._id
  if (next !== member) queue.forget()
  member = next
})

const leave = () => {
  if (currentSession().token !== null) void queue.flush(true)
}
globalThis.addEventListener?.('pagehide', leave)
globalThis.document?.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') leave()
})
