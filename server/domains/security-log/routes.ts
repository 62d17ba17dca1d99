import type { FastifyInstance } from 'fastify'
import { listSecurityEvents } from '#contract/auth/security-log.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Deps } from '#server/platform/deps.ts'
import { registerCall } from '#server/platform/http/register-call.ts'
import { listOwnEvents } from './list-events.ts'
import { recordRefusal } from './record-event.ts'

/** Not recorded here: these have separate events, or are form steps rather than refusals. */
const NOT_RECORDED = new Set<ErrorCode | undefined>([
  'auth.confirmFirst',
  'auth.passwordNotSet',
  'auth.verificationRequired',
  'auth.wrongPassword',
])

export function securityLogRoutes(app: FastifyInstance, deps: Deps): void {
  registerCall(app, listSecurityEvents, ({ viewer, query }) => listOwnEvents(deps, viewer, query))
}

/** Records responses with status 403 or 429 after they are sent. */
export function recordRefusals(app: FastifyInstance, deps: Deps): void {
  app.addHook('onResponse', async (request, reply) => {
    const { statusCode } = reply
    const { failure, memberId } = request
    if ((statusCode !== 403 && statusCode !== 429) || NOT_RECORDED.has(failure)) return
    const from = { address: request.ip, userAgent: String(request.headers['user-agent'] ?? '').slice(0, 400) }
    await recordRefusal(deps, {
      event: statusCode === 403 ? 'refused' : 'rate-limited',
      userId: memberId,
      from,
      detail: failure ?? '',
    }).catch((error: unknown) => deps.log.warn({ err: error }, 'could not record a refusal'))
  })
}
