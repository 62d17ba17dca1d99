import http from 'node:http'
import { expect, vi } from 'vitest'
import { WEBHOOK_EVENTS } from '#contract/notifications/webhooks.ts'
import { deliverDue } from '#server/domains/webhooks/deliver.ts'
import { createTestApp, type TestApp } from './app.ts'
import { type BuiltMember, buildMember } from './factories.ts'

export const WEBHOOK_WAIT = { timeout: 20_000, interval: 50 }

interface Received {
  path: string
  headers: Record<string, string>
  text: string
}

export interface WebhookReceiver {
  base: string
  received: Received[]
  /** Sends the response; without one, the request hangs. */
  answer: (response: http.ServerResponse) => void
  close(): void
}

/** A local webhook receiver, which accepts everything by default. */
export async function startReceiver(): Promise<WebhookReceiver> {
  const server = http.createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    receiver.received.push({ path: request.url ?? '', headers: request.headers as Record<string, string>, text })
    receiver.answer(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const receiver: WebhookReceiver = {
    base: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    received: [],
    answer: (response) => response.writeHead(204).end(),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  return receiver
}

export interface WebhookSite {
  app: TestApp
  admin: BuiltMember
  member: BuiltMember
  receiver: WebhookReceiver
  asAdmin(method: string, path: string, body?: object): ReturnType<TestApp['call']>
  add(events?: readonly string[], path?: string): Promise<{ _id: string; secret: string }>
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape, checked by their assertions.
  deliveriesOf(id: string): Promise<any[]>
  /** Runs the deliveries due at a time, as the job does. */
  deliverAt(time: number, timeLimitMs?: number): Promise<void>
  /** Waits until the deliveries have been attempted and are in these states. */
  settled(id: string, ...states: string[]): ReturnType<WebhookSite['deliveriesOf']>
  /** Removes all webhooks and received requests. */
  clear(): Promise<void>
  stop(): Promise<void>
}

/** A site that allows the receiver's address. */
export async function createWebhookSite(): Promise<WebhookSite> {
  const receiver = await startReceiver()
  const app = await createTestApp({ linkFetchAllowlist: [new URL(receiver.base).host] })
  const admin = await buildMember(app, { role: 'admin' })
  const asAdmin: WebhookSite['asAdmin'] = (method, path, body) =>
    app.call(method, `/admin/webhooks${path}`, { token: admin.token, ...(body ? { body } : {}) })
  const deliveriesOf: WebhookSite['deliveriesOf'] = async (id) => (await asAdmin('GET', `/${id}/deliveries`)).body.data
  return {
    app,
    admin,
    member: await buildMember(app),
    receiver,
    asAdmin,
    deliveriesOf,
    async add(events = WEBHOOK_EVENTS, path = '/hook') {
      const made = await asAdmin('POST', '', { url: receiver.base + path, events })
      expect([made.status, made.body.code]).toEqual([201, undefined])
      return made.body.data
    },
    deliverAt: (time, timeLimitMs) =>
      deliverDue(app.deps, {
        now: () => new Date(time),
        signal: new AbortController().signal,
        ...(timeLimitMs === undefined ? {} : { timeLimitMs }),
      }),
    async settled(id, ...states) {
      await vi.waitFor(async () => {
        const found = await deliveriesOf(id)
        expect(found.map(({ state }) => state).toSorted()).toEqual(states.toSorted())
        // All deliveries have been attempted, and none is in progress.
        const isOpen = ({ attempts, state, problem }: (typeof found)[number]) =>
          attempts === 0 || (state === 'waiting' && problem === null)
        expect(found.filter(isOpen)).toEqual([])
      }, WEBHOOK_WAIT)
      return deliveriesOf(id)
    },
    async clear() {
      for (const { _id } of (await asAdmin('GET', '')).body.data) await asAdmin('DELETE', `/${_id}`)
      receiver.received = []
      receiver.answer = (response) => response.writeHead(204).end()
    },
    async stop() {
      receiver.close()
      await app.stop()
    },
  }
}
