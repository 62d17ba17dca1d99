import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { finishProviderSignIn as finishCall, ProviderStart } from '#contract/auth/providers.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { PAGES } from '#contract/pages.ts'
import { isEqualConstantTime } from '#server/platform/constant-time-equal.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { reasonOf } from '#server/platform/failure-reason.ts'
import { OPEN_TO_STRANGERS } from '#server/platform/http/close-to-strangers.ts'
import { parse, registerCall } from '#server/platform/http/register-call.ts'
import { SignInError } from '../sign-in/sign-in.ts'
import { endByProvider } from './end-by-provider.ts'
import { finishProviderSignIn } from './finish-provider-sign-in.ts'
import { FLOW_SECONDS, type Flow, openFlow, sealFlow } from './flow-cookie.ts'
import type { GiveRole } from './group-role.ts'
import type { OidcProvider, OidcProviders } from './oidc-provider.ts'
import { recordTicket } from './record-ticket.ts'

type OidcDeps = Deps & GiveRole & { oidc: OidcProviders }
type ProviderRequest = FastifyRequest<{ Params: { id: string } }>

const LOGOUT_BODY_MAX_BYTES = 32 * 1024
/** A provider may end the sessions of many members at once, from one address. */
const LOGOUTS_PER_MINUTE = 600

/**
 * Routes for signing in by redirect: `start` leads to the provider, which leads back to `callback`. The result waits in the
 * browser's cookie until the login page asks for it, so that every failure appears there.
 */
export function oidcRoutes(app: FastifyInstance, deps: OidcDeps, rate: { perMinute: number }): void {
  const cookie = flowCookie(deps)
  const options = { config: { ...OPEN_TO_STRANGERS, rateLimit: { max: rate.perMinute, timeWindow: 60_000 } } }

  app.get<{ Params: { id: string } }>('/api/auth/oidc/:id/start', options, async (request, reply) => {
    const provider = providerOf(deps, request)
    const accepted = parse(ProviderStart, request.query, 'query')
    try {
      const { url, secrets } = await provider.begin()
      await cookie.set(reply, { step: 'begun', provider: provider.settings.id, ...secrets, ...accepted })
      return reply.redirect(url, 303)
    } catch (error) {
      return fail(cookie, request, reply, error)
    }
  })

  app.get<{ Params: { id: string } }>('/api/auth/oidc/:id/callback', options, async (request, reply) => {
    const provider = providerOf(deps, request)
    const { id } = provider.settings
    const query = new URLSearchParams(request.url.replace(/^[^?]*\??/, ''))
    const flow = await cookie.read(request)
    try {
      if (flow?.step !== 'begun' || flow.provider !== id || !isEqualConstantTime(query.get('state') ?? '', flow.state))
        throw new AppError('auth.signInExpired')
      if (query.get('error') === 'access_denied') {
        cookie.clear(reply)
        return reply.redirect(PAGES.login, 303)
      }
      const ticket = await recordTicket(deps, provider, flow, query)
      await cookie.set(reply, { step: 'confirmed', provider: id, ticket })
      return reply.redirect(resultPage(id), 303)
    } catch (error) {
      return fail(cookie, request, reply, error)
    }
  })

  registerCall(
    app,
    finishCall,
    async ({ viewer, body, request, reply }) => {
      const flow = await cookie.read(request)
      if (flow?.step === 'failed') throw new AppError(flow.code)
      const provider = flow?.step === 'confirmed' ? deps.oidc.get(flow.provider) : undefined
      if (flow?.step !== 'confirmed' || !provider) throw new AppError('auth.signInExpired')
      const data = await finishProviderSignIn(deps, viewer, provider.settings, flow.ticket, body)
      cookie.clear(reply)
      return { data }
    },
    rate,
  )

  app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: LOGOUT_BODY_MAX_BYTES },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    )
    const logouts = { config: { ...OPEN_TO_STRANGERS, rateLimit: { max: LOGOUTS_PER_MINUTE, timeWindow: 60_000 } } }
    scope.post<{ Params: { id: string } }>('/api/auth/oidc/:id/backchannel-logout', logouts, async (request, reply) => {
      const token = request.body instanceof URLSearchParams ? request.body.get('logout_token') : null
      if (!token) throw new AppError('auth.providerTokenInvalid')
      await endByProvider(deps, providerOf(deps, request), token)
      return reply.header('cache-control', 'no-store').code(200).send()
    })
  })
}

function providerOf({ oidc }: OidcDeps, request: ProviderRequest): OidcProvider {
  const provider = oidc.get(request.params.id)
  if (!provider) throw new AppError('request.notFound')
  return provider
}

const resultPage = (id: string) => `${PAGES.login}?provider=${id}`

/** Leads to the login page, which fetches the error and shows it in the visitor's language. */
async function fail(
  cookie: ReturnType<typeof flowCookie>,
  request: ProviderRequest,
  reply: FastifyReply,
  error: unknown,
): Promise<FastifyReply> {
  if (!(error instanceof SignInError) && !(error instanceof AppError)) throw error
  const { id } = request.params
  const code: ErrorCode = error.code
  if (error instanceof SignInError)
    request.log.warn({ provider: id, code, reason: reasonOf(error) }, 'sign-in at a provider failed')
  await cookie.set(reply, { step: 'failed', code })
  return reply.redirect(resultPage(id), 303)
}

/**
 * The cookie of a sign-in. On https, its prefix makes browsers refuse one that another host of the domain has set, which could
 * sign a member in to another person's account.
 */
function flowCookie({ config }: OidcDeps) {
  const isSecure = config.publicUrl.startsWith('https:')
  const name = `${isSecure ? '__Host-' : ''}memeroom-sign-in`
  const pattern = new RegExp(`(?:^|;\\s*)${name}=([\\w.-]+)`)
  const write = (reply: FastifyReply, value: string, seconds: number) =>
    reply.headers({
      'set-cookie': `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`,
      'cache-control': 'no-store',
    })
  return {
    async read(request: FastifyRequest): Promise<Flow | null> {
      const [, value] = pattern.exec(request.headers.cookie ?? '') ?? []
      return value === undefined ? null : openFlow(config.authSecret, value)
    },
    async set(reply: FastifyReply, flow: Flow): Promise<void> {
      write(reply, await sealFlow(config.authSecret, flow), FLOW_SECONDS)
    },
    clear(reply: FastifyReply): void {
      write(reply, '', 0)
    },
  }
}
