import type { FastifyInstance } from 'fastify'
import { createDomainDeps } from './domain-deps.ts'
import { allDomains } from './domains/all-domains.ts'
import { relyingParty } from './domains/auth/passkeys/relying-party.ts'
import { requireFreshProof } from './domains/auth/proof/fresh-proof.ts'
import { createProviders } from './domains/auth/providers/sign-in/create-providers.ts'
import { createTokenReader } from './domains/auth/sessions/read-token.ts'
import type { DomainDeps, RouteDeps } from './domains/domain.ts'
import { keepMaking } from './domains/feed/jobs.ts'
import { feedRoutes } from './domains/feed/routes.ts'
import { endFollows } from './domains/follows/end-follows.ts'
import { createPublicFiles } from './domains/memes/public-files.ts'
import { forgetNamesBetween } from './domains/notifications/notify.ts'
import { announceMeme } from './domains/notifications/posts.ts'
import { wakeReader } from './domains/search/jobs.ts'
import { recordRefusals } from './domains/security-log/routes.ts'
import { readSettings } from './domains/settings/read-settings.ts'
import { describeAddress, describePage, hasContent } from './domains/sharing/describe-page.ts'
import { listTags } from './domains/tags/list-tags.ts'
import { trendingRoutes } from './domains/trending/routes.ts'
import { diskGuard } from './ops/data-directory/disk-guard.ts'
import type { Tx } from './platform/db/db.ts'
import type { MaintenanceReport } from './platform/db/maintenance-report.ts'
import type { Deps } from './platform/deps.ts'
import { createHttp } from './platform/http/create-http.ts'
import { docsRoutes } from './platform/http/docs.ts'
import { registerNotFound } from './platform/http/error-handler.ts'
import { mediaRoutes } from './platform/http/media.ts'
import { metricsRoutes } from './platform/http/metrics.ts'
import { noteWrites } from './platform/http/note-writes.ts'
import { registerFallbackRoutes } from './platform/http/routed.ts'
import { siteRoutes } from './platform/http/site.ts'
import type { SlowBodyLimits } from './platform/http/slow-clients.ts'
import type { Tracing } from './platform/http/tracing.ts'
import { boundsFor, createGate, type Gate } from './platform/load/gate.ts'
import { watchPressure } from './platform/load/pressure.ts'
import { readFor } from './platform/read-for.ts'
import { visitorIn } from './platform/viewer.ts'
import { siteFileRoutes } from './web-pages/site-files.ts'
import { webClientRoutes } from './web-pages/web-client.ts'
import { readWebPage } from './web-pages/web-page.ts'

export interface AppOptions {
  isDraining: () => boolean
  /** Whether database, storage and migrations are ready, by name. */
  checks: () => Promise<Record<string, boolean>>
  /** Maintenance metrics of the embedded engine. */
  maintenance?: { report(): MaintenanceReport } | null
  tracing?: Tracing | null
  /** Admission gate. Default: limits derived from the database connections. */
  gate?: Gate
  /** Limits for slow request bodies; only tests tighten them. */
  slowBodies?: SlowBodyLimits | undefined
  /** The folder of the built web client; null serves only the API. */
  webRoot: string | null
}

/** Wires every domain to HTTP. The composition root: it passes hooks from higher domains to lower ones. */
export async function createApp(deps: Deps, options: AppOptions): Promise<FastifyInstance> {
  const { config } = deps
  const page = options.webRoot ? await readWebPage(options.webRoot) : null
  const pressure = watchPressure()
  const gate = options.gate ?? createGate(boundsFor(deps.connections.most, config.rateLimits), pressure)
  const { app, routes } = await createHttp({
    logLevel: config.logLevel,
    trustProxy: config.trustProxy,
    rateLimits: config.rateLimits,
    readToken: createTokenReader(deps),
    caches: deps.caches,
    requireFreshProof: (viewer) => requireFreshProof(deps, viewer),
    requireDiskSpace: diskGuard(config),
    providerHosts: providerHosts(config),
    mediaOrigins: config.mediaUrl ? [new URL(config.mediaUrl).origin] : [],
    inlineHashes: page?.hashes ?? { script: [], style: [] },
    isDraining: options.isDraining,
    gate,
    slowBodies: options.slowBodies,
    secure: config.publicUrl.startsWith('https:'),
  })
  app.addHook('onClose', async () => pressure.stop())
  app.addHook('onReady', () => deps.bus.open())
  app.addHook('onClose', () => deps.bus.close())
  options.tracing?.traceRequests(app)
  recordRefusals(app, deps)
  noteWrites(app, deps)
  const routeDeps = createRouteDeps(deps)
  const { siteFace } = routeDeps
  siteRoutes(app, deps, {
    ...options,
    gate,
    settings: () => readSettings(deps.db),
    face: siteFace,
    passkeyOrigin: relyingParty(config)?.origin ?? null,
  })
  metricsRoutes(app, deps, gate, options.maintenance ?? null)
  if (config.apiDocs) docsRoutes(app)
  mediaRoutes(app, deps, createPublicFiles(deps))
  for (const domain of allDomains) domain.routes?.(app, routeDeps)
  trendingRoutes(app, deps)
  const { firstPage } = feedRoutes(app, deps)
  siteFileRoutes(app, config, siteFace)
  if (page) {
    await webClientRoutes(app, {
      page,
      firstPage,
      dayTags: () => listTags(deps, visitorIn('en'), { period: 'day' }),
      site: siteFace,
      hasContent,
      describe: (asked, visitor) => readFor(deps, visitor, (from) => describePage(from, asked)),
      describeAddress: (asked, status) => describeAddress(deps, asked, status),
    })
  } else registerNotFound(app)
  registerFallbackRoutes(app, routes)
  return app
}

function createRouteDeps(deps: Deps): RouteDeps {
  const domainDeps = createDomainDeps(deps)
  const hooks: Omit<RouteDeps, keyof DomainDeps> = {
    providers: createProviders(deps.config),
    whenBlocked,
    announce: (tx, { id }) => announceMeme(deps, tx, id),
    keepMaking: keepMaking(deps),
    onPictureComing: () => wakeReader(deps),
  }
  return Object.assign(domainDeps, hooks)
}

/** Ends follows between two users when one blocks the other, and removes their names from each other's notifications. */
async function whenBlocked(tx: Tx, a: string, b: string): Promise<void> {
  await endFollows(tx, a, b)
  await forgetNamesBetween(tx, a, b)
}

function providerHosts(config: Deps['config']) {
  const google = config.googleClientId ? 'https://accounts.google.com' : undefined
  const facebook = config.facebookAppId ? 'https://connect.facebook.net' : undefined
  const script = [google, facebook].filter((host) => host !== undefined)
  return {
    script,
    // Facebook's script inserts style elements.
    style: [google, facebook && "'unsafe-inline'"].filter((source) => source !== undefined),
    connect: script,
    frame: [google, config.facebookAppId ? 'https://www.facebook.com' : undefined].filter((host) => host !== undefined),
  }
}
