import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ERROR_STATUS, type ErrorCode } from '#contract/errors.ts'
import { isDiskFull } from '../disk-space.ts'
import { AppError, errorText, fieldText } from '../errors.ts'
import { isUnavailable, lineOf } from '../unavailable.ts'
import { languageOf } from '../viewer.ts'

/** Default Retry-After of a 503 response. */
export const BUSY_RETRY_SECONDS = 5
/** Expected while the server is busy or stopping, so not logged as errors. */
const EXPECTED = new Set<ErrorCode>(['server.draining', 'server.busy', 'image.busy', 'follow.busy'])

/** Maps Fastify's error codes; other errors are mapped by status. */
const OF_FRAMEWORK: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.tooLarge',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.unsupportedType',
  FST_ERR_CTP_INVALID_JSON_BODY: 'request.malformed',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'request.malformed',
  FST_ERR_BAD_URL: 'request.malformed',
  FST_ERR_MAX_PARAM_LENGTH: 'request.notFound',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'request.unsupportedType',
}

function codeOf(error: unknown): ErrorCode {
  const { code, statusCode } = error as Partial<FastifyError>
  if (code && OF_FRAMEWORK[code]) return OF_FRAMEWORK[code]
  // Adapter codes (pictures) are already contract codes.
  if (code && code in ERROR_STATUS) return code as ErrorCode
  if (statusCode === 405) return 'request.methodNotAllowed'
  if (statusCode === 404) return 'request.notFound'
  if (statusCode === 413) return 'request.tooLarge'
  if (statusCode === 415) return 'request.unsupportedType'
  if (statusCode === 429) return 'request.rateLimited'
  if (statusCode && statusCode >= 400 && statusCode < 500) return 'request.malformed'
  if (isDiskFull(error)) return 'upload.diskFull'
  return isUnavailable(error) ? 'server.unavailable' : 'server.error'
}

/** Builds the body of a failure in the shape of another API. */
export type FailureShape = (failure: { status: number; message: string }) => object

/**
 * Converts any error to a response with status, code, and a message in the viewer's language.
 * @param shape replaces the body of this API
 */
export function sendFailure(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  shape?: FailureShape,
): FastifyReply {
  const language = languageOf(request.headers['accept-language'])
  const app = error instanceof AppError ? error : new AppError(codeOf(error), { cause: error })
  const status = app.status
  request.failure = app.code
  // While the database is down every request fails for the same reason, so log one line without a stack trace.
  if (app.code === 'server.unavailable') request.log.warn({ reason: lineOf(error) }, 'request failed')
  else if (status >= 500 && !EXPECTED.has(app.code)) request.log.error({ err: error }, 'request failed')
  const wait = app.retryAfterSeconds ?? (status === 503 ? BUSY_RETRY_SECONDS : undefined)
  if (wait !== undefined) reply.header('retry-after', String(Math.max(1, Math.ceil(wait))))
  const message =
    app.errors?.length === 1 && app.errors[0]
      ? fieldText(app.errors[0].code, language)
      : errorText(app.code, language, app.params)
  return (
    reply
      .code(status)
      .header('cache-control', 'no-store')
      // Set it here too, for errors that occur before the hooks.
      .header('x-request-id', request.id)
      .header('x-content-type-options', 'nosniff')
      .type('application/json; charset=utf-8')
      .send(
        JSON.stringify(
          shape?.({ status, message }) ?? {
            success: false,
            message,
            code: app.code,
            ...(app.errors
              ? { errors: app.errors.map((field) => ({ ...field, message: fieldText(field.code, language) })) }
              : {}),
            ...(status >= 500 ? { requestId: request.id } : {}),
            ...app.fields,
          },
        ),
      )
  )
}

export function registerErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendFailure(error, request, reply))
}

/** Handles unknown URLs on a server without a web client: each is a 404 error response. */
export function registerNotFound(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) => sendNotFound(request, reply))
}

/** Sends the response for an unknown URL, or for a method that this server does not support at all. */
export function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const methods = request.server.supportedMethods
  if (methods.includes(request.method)) return sendFailure(new AppError('request.notFound'), request, reply)
  reply.header('allow', methods.join(', '))
  return sendFailure(new AppError('request.methodNotAllowed'), request, reply)
}
