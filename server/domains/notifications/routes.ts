import type { FastifyInstance } from 'fastify'
import { STREAM_HEARTBEAT_SECONDS } from '#contract/limits.ts'
import * as contract from '#contract/notifications/notifications.ts'
import * as pushContract from '#contract/notifications/push.ts'
import type { Deps } from '#server/platform/deps.ts'
import { HijackedReply, registerCall } from '#server/platform/http/register-call.ts'
import { createEventStreams } from '#server/platform/http/sse.ts'
import { messageText } from '#server/platform/texts/messages.ts'
import { countUnread, listNotifications, readNotifications } from './list-notifications.ts'
import { wakePushes } from './push/jobs.ts'
import { getPushState, subscribePush, unsubscribePush } from './push/subscribe.ts'
import { watchNotifications } from './watch-notifications.ts'

const STREAMS_PER_MINUTE = 60

export function notificationRoutes(app: FastifyInstance, deps: Deps): void {
  const streams = createEventStreams(app, deps, STREAM_HEARTBEAT_SECONDS)

  registerCall(app, contract.listNotifications, ({ viewer, query }) => listNotifications(deps, viewer, query))
  registerCall(app, contract.countUnread, async ({ viewer }) => ({ count: await countUnread(deps, viewer) }))
  registerCall(app, contract.readNotifications, async ({ viewer, body }) => ({
    count: await readNotifications(deps, viewer, body.until),
  }))

  registerCall(
    app,
    contract.streamNotifications,
    async ({ viewer, request, reply }) => {
      const stream = await streams.open(request, reply, viewer)
      let id = 0
      try {
        for await (const count of watchNotifications(deps, viewer, stream.signal)) {
          id += 1
          stream.send(String(id), { count })
        }
      } catch (error) {
        request.log.warn({ err: error }, 'a stream of notifications failed')
      } finally {
        stream.end()
      }
      return new HijackedReply(reply)
    },
    { perMinute: STREAMS_PER_MINUTE },
  )
  pushRoutes(app, deps)
}

const SUBSCRIPTIONS_PER_MINUTE = 20

function pushRoutes(app: FastifyInstance, deps: Deps): void {
  const stop = wakePushes(deps)
  app.addHook('onClose', async () => stop())
  registerCall(app, pushContract.getPush, async ({ viewer }) => ({ data: await getPushState(deps, viewer) }))
  registerCall(
    app,
    pushContract.subscribePush,
    async ({ viewer, body }) => {
      await subscribePush(deps, viewer, body)
      return { message: messageText('pushOn', viewer.language) }
    },
    { perMinute: SUBSCRIPTIONS_PER_MINUTE },
  )
  registerCall(app, pushContract.unsubscribePush, async ({ viewer }) => {
    await unsubscribePush(deps, viewer)
    return { message: messageText('pushOff', viewer.language) }
  })
}
