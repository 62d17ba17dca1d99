import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { getHealth } from '#contract/site/site.ts'
import { TRUSTED_TYPES_POLICIES } from '#contract/trusted-types.ts'
import type { InlineHashes } from '../../web-pages/inline-parts.ts'
import type { Caches } from '../cache/caches.ts'
import { newId } from '../db/id.ts'
import { AppError } from '../errors.ts'
import type { Gate } from '../load/gate.ts'
import { logSerializers } from '../log/log-serializers.ts'
import { networkOf } from '../network-of.ts'
import type { Member, TokenReader } from '../viewer.ts'
import { limitTokens, openToOtherSites } from './access-tokens.ts'
import { admitRequests } from './admit-requests.ts'
import { acceptEmptyBodies, discardUnreadBodies } from './bodies.ts'
import { closeToStrangers } from './close-to-strangers.ts'
import { addEntityTags } from './entity-tags.ts'
import { registerErrorHandler, sendFailure } from './error-handler.ts'
import { readableUrl, SEGMENT_MAX_CHARS, sendMalformed } from './malformed-requests.ts'
import { COMPRESS_FROM_BYTES, registerMicroCache } from './micro-cache.ts'
import { forbidCachingPrivateResponses } from './private-responses.ts'
import { collectRoutes, isApi, type RouteTable } from './routed.ts'
import { abortSlowBodies, limitConnections, type SlowBodyLimits } from './slow-clients.ts'

/** Enough for the largest bulk upload, 500 MB, at 2 Mbit per second. */
const REQUEST_RECEIVED_WITHIN_MS = 35 * 60_000
const JSON_BODY_MAX_BYTES = 256 * 1024
const REQUESTS_PER_MINUTE = 1200
const HEALTH_URL = `/api${getHealth.path}`

export interface HttpOptions {
  logLevel: string
  /** Number of proxies in front of this server, or their networks; 0 for none. */
  trustProxy: number | readonly string[]
  rateLimits: boolean
  readToken: TokenReader
  /** Returns true if the site is for members only; throws while the setting is unknown. */
  isMembersOnly: () => Promise<boolean>
  caches: Caches
  requireFreshProof: (viewer: Member) => Promise<void>
  requireDiskSpace: () => Promise<void>
  /** Additional hosts for the content security policy, when sign-in providers are configured. */
  providerHosts: { script: string[]; style: string[]; connect: string[]; frame: string[] }
  /** Origins of the CDN that serves pictures. */
  mediaOrigins: readonly string[]
  /** Hashes of the inline scripts and styles in the application's page. */
  inlineHashes: InlineHashes
  isDraining: () => boolean
  isLeaving: () => boolean
  gate: Gate
  slowBodies?: SlowBodyLimits | undefined
  secure: boolean
}

/** Returns sources for the page's inline styles and a provider's. A hash would cancel 'unsafe-inline' (CSP 3, 6.7.3.2). */
function styleSources({ inlineHashes, providerHosts }: HttpOptions): readonly string[] {
  return providerHosts.style.includes("'unsafe-inline'")
    ? providerHosts.style
    : [...inlineHashes.style, ...providerHosts.style]
}

const STRICT_TRANSPORT_SECONDS = 31_536_000
const REFERRER_POLICY = 'strict-origin-when-cross-origin'

/** Headers for responses to unparsable URLs, for which no hooks run. */
const headersWithoutHooks = (secure: boolean) => ({
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': REFERRER_POLICY,
  'x-content-type-options': 'nosniff',
  ...(secure ? { 'strict-transport-security': `max-age=${STRICT_TRANSPORT_SECONDS}; includeSubDomains` } : {}),
})

/**
 * Restricts text-to-script and text-to-markup conversion to the named policies; scripts of providers write markup without one.
 */
function trustedTypes(providerHosts: HttpOptions['providerHosts']): Record<string, readonly string[]> {
  if (providerHosts.script.length > 0) return {}
  return { requireTrustedTypesFor: ["'script'"], trustedTypes: Object.values(TRUSTED_TYPES_POLICIES) }
}

/** Creates Fastify with everything that routes share: limits, security headers, rate limits and error responses. */
export async function createHttp(options: HttpOptions): Promise<{ app: FastifyInstance; routes: RouteTable }> {
  const app = Fastify({
    logger: { level: options.logLevel, serializers: logSerializers },
    logController: new LogController({
      disableRequestLogging: options.logLevel !== 'debug' && options.logLevel !== 'trace',
    }),
    trustProxy: trustOf(options.trustProxy),
    bodyLimit: JSON_BODY_MAX_BYTES,
    requestTimeout: REQUEST_RECEIVED_WITHIN_MS,
    routerOptions: { maxParamLength: SEGMENT_MAX_CHARS },

    rewriteUrl: readableUrl,
    clientErrorHandler: sendMalformed,
    genReqId: () => newId(),
    frameworkErrors: (error, request, reply) => {
      // No hook has run to set these headers.
      reply.headers(headersWithoutHooks(options.secure))
      sendFailure(error, request, reply as never)
    },
    forceCloseConnections: 'idle',
    // This server sends its own 503 response while draining.
    return503OnClosing: false,
  })
  app.decorate('readToken', options.readToken)
  app.decorate('requireFreshProof', options.requireFreshProof)
  app.decorate('requireDiskSpace', options.requireDiskSpace)
  const routes = collectRoutes(app)
  registerErrorHandler(app)
  acceptEmptyBodies(app)
  discardUnreadBodies(app)
  abortSlowBodies(app, options.slowBodies)
  if (options.trustProxy === 0) limitConnections(app.server)
  openToOtherSites(app)
  forbidCachingPrivateResponses(app)
  addEntityTags(app)
  registerMicroCache(app, options.caches)
  app.addHook('onRequest', async (request, reply) => {
    // The log has the same id, so that an operator can look up a reported request.
    reply.header('x-request-id', request.id)
    const isDraining = options.isDraining()
    // A proxy must not reuse a connection that the server is about to close: it cannot repeat a POST.
    if (isDraining || options.isLeaving()) reply.header('connection', 'close')
    if (!isDraining) return
    if (isApi(request) && request.routeOptions.url !== HEALTH_URL) throw new AppError('server.draining')
  })
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...options.inlineHashes.script, ...options.providerHosts.script],
        styleSrc: ["'self'", ...styleSources(options)],
        imgSrc: ["'self'", 'data:', 'blob:', ...options.mediaOrigins],
        fontSrc: ["'self'"],
        // `blob:` is for pictures held by the page itself.
        connectSrc: ["'self'", 'blob:', ...options.mediaOrigins, ...options.providerHosts.connect],
        frameSrc: options.providerHosts.frame.length > 0 ? options.providerHosts.frame : ["'none'"],
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...trustedTypes(options.providerHosts),
        ...(options.secure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    hsts: options.secure ? { maxAge: STRICT_TRANSPORT_SECONDS } : false,
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    referrerPolicy: { policy: REFERRER_POLICY },
  })
  await app.register(compress, { global: true, threshold: COMPRESS_FROM_BYTES, encodings: ['gzip'] })
  // File receivers count bytes themselves and report which picture is too large.
  await app.register(multipart, { throwFileSizeLimit: false })
  if (options.rateLimits) {
    await app.register(rateLimit, {
      global: true,
      max: REQUESTS_PER_MINUTE,
      timeWindow: 60_000,
      cache: 20_000,
      keyGenerator: (request) => networkOf(request.ip),
      allowList: (request) => !isApi(request),
      errorResponseBuilder: (_request, context) =>
        new AppError(context.ban ? 'request.forbidden' : 'request.rateLimited', {
          retryAfterSeconds: Math.ceil(context.ttl / 1000),
        }),
    })
  }
  limitTokens(app)
  admitRequests(app, options.gate)
  closeToStrangers(app, options.isMembersOnly)
  return { app, routes }
}

/** Returns Fastify's `trustProxy` value, which trusts the nearest proxies first. Fastify's numeric option would trust none. */
function trustOf(proxies: number | readonly string[]) {
  if (typeof proxies !== 'number') return [...proxies]
  return proxies === 0 ? false : (_address: string, hop: number) => hop < proxies
}
