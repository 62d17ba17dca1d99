import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { SESSION_COOKIE } from '#contract/auth/session-cookie.ts'
import { ACCESS_TOKEN_PREFIX } from '#contract/auth/tokens.ts'
import type { CallShape } from '#contract/call.ts'
import { AppError } from '../errors.ts'
import { isUnavailable } from '../unavailable.ts'
import { admitScope } from './access-tokens.ts'
import { type PresentedMember, readAuthorization } from './resolve-viewer.ts'

type SignInPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

declare module 'fastify' {
  interface FastifyContextConfig {
    call?: CallShape
    /**
     * The response of a route without a call to strangers of a site for members only: the usual one, or a page to sign in.
     * By default, they get auth.required.
     */
    strangers?: 'always' | SignInPage
    /** Admits requests with a credential of another kind than a member's, such as a key of the GIF provider. */
    admits?: (request: FastifyRequest) => Promise<boolean>
  }
  interface FastifyRequest {
    /** True if the gate admitted the request to a site for members only. */
    isForMembers: boolean
  }
}

/** Config of routes that strangers may use because they have no content of the site, such as the files of the web client. */
export const OPEN_TO_STRANGERS = { strangers: 'always' } as const

const COOKIE = new RegExp(`(?:^|;\\s*)${SESSION_COOKIE}=([\\w.-]+)`)

/**
 * The gate of a site that is for members only. It closes every route to strangers unless the route's call or config opens it, and
 * marks the responses of closed routes as private. Call it after the rate limits and the queue are registered: it reads sessions.
 * @param isMembersOnly throws while the setting is unknown
 */
export function closeToStrangers(app: FastifyInstance, isMembersOnly: () => Promise<boolean>): void {
  app.decorateRequest('isForMembers', false)
  // Load the setting early, in case the database fails later.
  app.addHook('onReady', async () => void isMembersOnly().catch(() => undefined))
  app.addHook('preParsing', async (request, reply) => {
    const { call, strangers = call?.strangers } = request.routeOptions.config
    // An unknown URL has no content.
    if (strangers === 'always' || request.is404) return
    const signInPage = typeof strangers === 'function' ? strangers : undefined
    const isOpen = await isMembersOnly().then(
      (isClosed) => !isClosed,
      (error: unknown) => {
        if (signInPage && isUnavailable(error)) return false
        throw error
      },
    )
    if (isOpen) return
    if (await request.routeOptions.config.admits?.(request)) {
      request.isForMembers = true
      return
    }
    const refusal = await refusalOf(request, call).catch((error: unknown) => {
      // The page has no content, and the application starts from it with its stored session.
      if (signInPage && isUnavailable(error)) return new AppError('auth.required')
      throw error
    })
    if (!refusal) request.isForMembers = true
    else if (!signInPage) throw refusal
    else await signInPage(request, reply)
  })
  app.addHook('onSend', async (request, reply) => {
    if (request.isForMembers) makePrivate(reply)
  })
}

/** Returns the reason to refuse a request; null for a member with access. */
async function refusalOf(request: FastifyRequest, call: CallShape | undefined): Promise<AppError | null> {
  const member = await memberOf(request)
  if (!member) return new AppError('auth.required')
  if (member.suspended && !call?.suspendedAllowed) return new AppError('auth.accountSuspended')
  if (member.scopes && !call) await admitScope(request, member.scopes, 'read')
  return null
}

/**
 * Returns the member with the token in the header, otherwise with the session in the cookie, which browsers send for pages and
 * pictures. The cookie opens only the gate, and only for reading: calls act as the member in the header alone.
 */
async function memberOf(request: FastifyRequest): Promise<PresentedMember | null> {
  if (request.headers.authorization !== undefined) return readAuthorization(request)
  if (request.method !== 'GET' && request.method !== 'HEAD') return null
  const [, token] = COOKIE.exec(request.headers.cookie ?? '') ?? []
  // An access token would escape its scope here.
  return token === undefined || token.startsWith(ACCESS_TOKEN_PREFIX) ? null : request.server.readToken(token)
}

/** Forbids shared caches, and ties copies in the browser to its session. */
function makePrivate(reply: FastifyReply): void {
  const directives = String(reply.getHeader('cache-control') ?? 'no-cache')
    .split(/,\s*/)
    .filter((each) => !/^(public|private|s-maxage=\d+)$/.test(each))
  if (!directives.includes('no-store')) directives.unshift('private')
  const vary = new Set(
    String(reply.getHeader('vary') ?? '')
      .split(/,\s*/)
      .filter(Boolean),
  )
  reply.headers({
    'cache-control': directives.join(', '),
    vary: [...vary.add('cookie').add('authorization')].join(', '),
  })
}
