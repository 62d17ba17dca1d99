interface OpenWindow {
  navigate?(url: string): Promise<OpenWindow | null>
  focus?(): Promise<unknown>
}

/** The parts of the service worker's scope used here. */
interface PushScope {
  location: { origin: string; hostname: string }
  registration: {
    showNotification(title: string, options: NotificationOptions): Promise<void>
    getNotifications(): Promise<readonly { close(): void }[]>
    pushManager: { getSubscription(): Promise<{ unsubscribe(): Promise<boolean> } | null> } | undefined
  }
  clients: {
    matchAll(options: { type: 'window' }): Promise<readonly OpenWindow[]>
    openWindow(url: string): Promise<unknown>
  }
}

interface PushData {
  json(): unknown
}

/** A notification that the user clicked. */
interface Pressed {
  data: unknown
  close(): void
}

const ICON = '/icons/icon-192.png'
const BADGE = '/icons/maskable-192.png'

interface PushMessage {
  title: string
  body: string
  tag: string
  path: string
}

/** Parses the push message. Undefined for anything else, such as a test without content. */
function readMessage(data: PushData | null): PushMessage | undefined {
  try {
    const { title, body, tag, path } = (data?.json() ?? {}) as Record<string, unknown>
    return typeof title === 'string' && typeof body === 'string' && typeof tag === 'string' && typeof path === 'string'
      ? { title, body, tag, path }
      : undefined
  } catch {
    return undefined
  }
}

/** Shows a notification. Browsers revoke the permission if a push shows none, so a push without content shows one too. */
export async function showPush(self: PushScope, data: PushData | null): Promise<void> {
  const { title, body, tag, path } = readMessage(data) ?? {
    title: self.location.hostname,
    body: '',
    tag: 'news',
    path: '/notifications',
  }
  await self.registration.showNotification(title, { body, tag, icon: ICON, badge: BADGE, data: { path } })
}

/** Opens the page that a notification links to, in an open window of the site if there is one. */
export async function openPush(self: PushScope, notification: Pressed): Promise<void> {
  notification.close()
  const { path } = (notification.data ?? {}) as { path?: unknown }
  const url = new URL(typeof path === 'string' ? path : '/', self.location.origin)
  // Never open another site, whatever the message contains.
  const target = url.origin === self.location.origin ? url.href : self.location.origin
  const [open] = await self.clients.matchAll({ type: 'window' })
  if (!open) return void (await self.clients.openWindow(target))
  const page = await open.navigate?.(target)
  await (page ?? open).focus?.()
}

/** Another user is signed in now: unsubscribes from the former member's pushes and closes their notifications. */
export const endPush = async (self: PushScope): Promise<void> => {
  for (const notification of await self.registration.getNotifications()) notification.close()
  await (await self.registration.pushManager?.getSubscription())?.unsubscribe()
}
