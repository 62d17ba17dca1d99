import { cleanupOutdatedCaches, matchPrecache, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { SHARED_PARAM } from '#contract/pages.ts'
import { forgetWaiting, postWaiting, sendOrQueue, sendWaitingWithRetries } from './action-queue.ts'
import { cachePictures, forgetPictures, pictureOrCached } from './cached-pictures.ts'
import { deleteCachedResponses, fetchOrCached, isAlbum, isCacheableResponse } from './cached-responses.ts'
import { type MessageToWorker, SHARE_TARGET_URL, SHELL_URL } from './protocol.ts'
import { endPush, openPush, showPush } from './push.ts'
import { receiveShared } from './share-target.ts'
import { noteSignOut } from './sign-outs.ts'
import { forgetShared } from './store-shared.ts'

declare const self: ServiceWorkerGlobalScope
/** The files of this build, injected by the build. File names are content hashes. */
declare const PRECACHED: PrecacheEntry[]

const isOwn = (url: URL) => url.origin === self.location.origin
/**
 * Navigation paths that do not belong to the application. A dot in the path is no criterion, since usernames and tags may contain
 * dots.
 */
const NOT_A_SCREEN = /^\/(api|media|assets|embed|feeds|metrics|oembed|\.well-known)(\/|$)/

precacheAndRoute(PRECACHED)
cleanupOutdatedCaches()

/**
 * Pages always come from the server, however slow: an old page with a new API would break. Only while offline, the application
 * starts from the cache.
 */
registerRoute(
  ({ request, url }) => request.mode === 'navigate' && request.method === 'GET' && !NOT_A_SCREEN.test(url.pathname),
  async ({ event, request, url }) => {
    const preloaded: Response | undefined = await Promise.resolve(
      (event as FetchEvent).preloadResponse as Promise<Response | undefined>,
    ).catch(() => undefined)
    try {
      const response = preloaded ?? (await fetch(request))
      // The server redirects if another site caused the request.
      if (url.searchParams.has(SHARED_PARAM) && response.type === 'opaqueredirect') await forgetShared()
      return response
    } catch (error) {
      const shell = await matchPrecache(SHELL_URL)
      if (!shell) throw error
      return shell
    }
  },
)

registerRoute(
  ({ url }) => isOwn(url) && isCacheableResponse(url),
  ({ request, url, event }) =>
    fetchOrCached(request, {
      waitUntil: (work) => event.waitUntil(work),
      onFresh: async (response) => {
        if (isAlbum(url)) await cachePictures(await picturesIn(response))
      },
    }),
)

registerRoute(
  ({ url, request }) => isOwn(url) && url.pathname.startsWith('/media/') && !request.headers.has('range'),
  ({ request, event }) => pictureOrCached(request, (work) => event.waitUntil(work)),
)

registerRoute(
  ({ url }) => isOwn(url) && url.pathname === '/api/user-action',
  ({ request }) => sendOrQueue(request),
  'POST',
)

registerRoute(
  ({ url }) => isOwn(url) && url.pathname === SHARE_TARGET_URL,
  ({ request }) => receiveShared(request),
  'POST',
)

async function forget(isLate: boolean): Promise<void> {
  noteSignOut()
  await Promise.all([
    deleteCachedResponses(),
    forgetPictures(),
    ...(isLate ? [] : [forgetShared(), forgetWaiting(), endPush(self)]),
  ])
}

/** Returns the pictures of an album, in the size that lists use. */
async function picturesIn(response: Response): Promise<string[]> {
  const body = (await response.json()) as { data?: { image?: { imageMedium?: string } }[] }
  return (body.data ?? []).flatMap(({ image }) => image?.imageMedium ?? [])
}

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([self.registration.navigationPreload?.enable(), self.clients.claim()]))
})

self.addEventListener('message', (event) => {
  const message = event.data as MessageToWorker
  if (message.type === 'take-over') return void self.skipWaiting()
  const work = {
    forget: () => forget(message.type === 'forget' && message.isLate),
    'send-waiting': () => postWaiting(event.source).then(sendWaitingWithRetries),
    'keep-pictures': () => cachePictures(message.type === 'keep-pictures' ? message.urls : []),
  }[message.type]()
  event.waitUntil(work)
})

self.addEventListener('push', (event) => event.waitUntil(showPush(self, event.data)))
self.addEventListener('notificationclick', (event) => event.waitUntil(openPush(self, event.notification)))
