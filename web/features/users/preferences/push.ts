import { useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'

export const PUSH_KEY = ['push']

/** Queries whether the site sends push notifications, and whether this session receives them. */
export const usePush = () =>
  useQuery({ queryKey: PUSH_KEY, queryFn: ({ signal }) => api('GET /notifications/push', { signal }) })

export const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** The browser cannot receive push notifications: the user denied permission, or it has no push service. */
export class PushRefused extends Error {
  readonly isDenied: boolean
  constructor(isDenied: boolean) {
    super('push')
    this.isDenied = isDenied
  }
}

/** Asks for permission, subscribes this browser and registers it with the server. Throws PushRefused. */
export async function turnPushOn(publicKey: string): Promise<string> {
  if ((await Notification.requestPermission()) !== 'granted') throw new PushRefused(true)
  const { pushManager } = await navigator.serviceWorker.ready
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  // A subscription with another key, such as from an earlier installation of the site, must be removed first.
  const subscription = await pushManager.subscribe(options).catch(async () => {
    await (await pushManager.getSubscription())?.unsubscribe()
    return pushManager.subscribe(options).catch(() => {
      throw new PushRefused(false)
    })
  })
  const { endpoint = '', keys } = subscription.toJSON()
  const body = { endpoint, p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' }
  return (await api('PUT /notifications/push', { body })).message
}

export async function turnPushOff(): Promise<string> {
  const { message } = await api('DELETE /notifications/push')
  const registration = await navigator.serviceWorker.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
  return message
}
