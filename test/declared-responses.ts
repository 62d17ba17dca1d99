import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { errorCodesByStatus } from '#server/platform/http/failures.ts'

/**
 * Checks in tests that every response of a call is declared in the API description: a response with another status, media type
 * or shape becomes a 500, with the reason in the log. Add new codes to the `failures` of the call.
 */
export function refuseUndeclaredResponses(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const { call } = request.routeOptions.config
    if (!call) return
    const { statusCode } = reply
    const type = String(reply.getHeader('content-type')).split(';')[0] ?? ''
    const types = statusCode === (call.status ?? 200) ? (call.file ?? ['application/json']) : ['application/json']
    const isKnown = errorCodesByStatus(call).has(statusCode)
    if (!isKnown || (statusCode !== 304 && !types.includes(type)))
      throw new Error(`the contract declares no answer ${statusCode} ${type} of ${call.method} ${call.path}`)
    if (
      statusCode !== (call.status ?? 200) ||
      call.file ||
      !Buffer.isBuffer(payload) ||
      reply.hasHeader('content-encoding')
    )
      return
    const body: unknown = JSON.parse(payload.toString())
    if (!isDeepStrictEqual(call.response.parse(body), body))
      throw new Error(`the response of ${call.method} ${call.path} has fields that the contract does not declare`)
  })
}

/** Returns true for a success or an expected failure. The server removes the code of a failure that the call does not declare. */
export const isDeclared = ({ status, body }: { status: number; body: { code?: unknown } }): boolean =>
  status < 400 || (typeof body.code === 'string' && body.code !== 'server.error')
