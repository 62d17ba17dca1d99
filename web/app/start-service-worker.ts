import { FEED_PAGE_SIZE } from '#contract/limits.ts'
import { applySentActions } from '../features/actions/record-action.ts'
import { showWaitingActions } from '../features/actions/show-waiting-actions.ts'
import { openCache } from '../lib/cache-storage.ts'
import { embeddedFirstView, takenResponses } from '../lib/embedded-view.ts'
import { translate } from '../lib/i18n.ts'
import { currentSession } from '../lib/session.ts'
import { ownScript } from '../lib/trusted-types.ts'
import { type MessageToPage, type MessageToWorker, RESPONSES_CACHE } from '../service-worker/protocol.ts'
import { toast } from '../ui/toast.ts'

const CHECK_EVERY_MS = 3_600_000
const STAYS_OPEN_MS = 86_400_000
const FIRST_PICTURES_MAX = 100
/** Chromium sometimes replaces a worker only when its page is left. */
const TAKE_OVER_MS = 3000

/** Registers the service worker, which makes the site work offline. Does nothing if the browser has no service workers. */
export async function startServiceWorker(): Promise<void> {
  const { serviceWorker } = navigator
  // Registration may fail, as in private windows.
  const registration = await serviceWorker
    .register(ownScript('/sw.js'), { updateViaCache: 'none' })
    .catch(() => undefined)
  if (!registration) return
  serviceWorker.addEventListener('message', ({ data }: MessageEvent<MessageToPage>) => {
    if (data.type === 'actions-sent') applySentActions(data.actions)
    else showWaitingActions(data.actions)
  })
  offerUpdates(registration)
  const { active } = await serviceWorker.ready
  cacheFirstView(active)
  const sendWaiting = () => postToController({ type: 'send-waiting' })
  window.addEventListener('online', sendWaiting)
  sendWaiting()
}

function postToController(message: MessageToWorker, to = navigator.serviceWorker.controller): void {
  to?.postMessage(message)
}

/** Offers an update. The page reloads only on request, since a reload would discard unsaved input. */
function offerUpdates(registration: ServiceWorkerRegistration): void {
  let isWanted = false
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (isWanted) location.reload()
  })
  const offer = (waiting: ServiceWorker) =>
    toast.info(translate('common.newVersion'), {
      id: 'new version',
      closeAfterMs: STAYS_OPEN_MS,
      action: {
        label: translate('common.reload'),
        onAction: () => {
          isWanted = true
          postToController({ type: 'take-over' }, waiting)
          setTimeout(() => location.reload(), TAKE_OVER_MS)
        },
      },
    })
  if (registration.waiting && navigator.serviceWorker.controller) offer(registration.waiting)
  registration.addEventListener('updatefound', () => {
    const next = registration.installing
    next?.addEventListener('statechange', () => {
      // Without a controller, this is the first version, which replaces nothing.
      if (next.state === 'installed' && navigator.serviceWorker.controller) offer(next)
    })
  })
  let checkedAt = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - checkedAt < CHECK_EVERY_MS) return
    checkedAt = Date.now()
    registration.update().catch(() => undefined)
  })
}

/** Caches the requests that this page made before the worker handled them. */
function cacheFirstView(worker: ServiceWorker | null): void {
  const pictures = [...document.images].map(({ currentSrc }) => currentSrc).filter((url) => /\/media\//.test(url))
  postToController({ type: 'keep-pictures', urls: pictures.slice(0, FIRST_PICTURES_MAX) }, worker)
  if (currentSession().user) return
  const page = embeddedFirstView()?.page
  if (page?.success) cacheResponse(`/api/recommendation-feed?limit=${FEED_PAGE_SIZE}`, page)
  for (const { url, body } of takenResponses) cacheResponse(url, body)
}

function cacheResponse(url: string, body: unknown): void {
  openCache(RESPONSES_CACHE)
    .then((cache) => cache.put(url, Response.json(body)))
    .catch(() => undefined)
}
