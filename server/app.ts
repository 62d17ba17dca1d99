import type { FastifyInstance } from 'fastify'
import { createDomainDeps } from './domain-deps.ts'
import { allDomains } from './domains/all-domains.ts'
import { diskGuard } from './ops/data-directory/disk-guard.ts'
import type { MaintenanceReport } from './platform/db/maintenance-report.ts'
import type { Deps } from './platform/deps.ts'
import { createHttp } from './platform/http/create-http.ts'
import { docsRoutes } from './platform/http/docs.ts'
import { registerNotFound } from './platform/http/error-handler.ts'
import { mediaRoutes } from './platform/http/media.ts'
import { metricsRoutes } from './platform/http/metrics.ts'
import { recordWrites } from './platform/http/record-writes.ts'
import { registerFallbackRoutes } from './platform/http/routed.ts'
import { configReader, siteRoutes } from './platform/http/site.ts'
import type { SlowBodyLimits } from './platform/http/slow-clients.ts'
import type { Tracing } from './platform/http/tracing.ts'
import { boundsFor, createGate, type Gate } from './platform/load/gate.ts'
import { watchPressure } from './platform/load/pressure.ts'
import { siteFileRoutes } from './web-pages/site-files.ts'
import { sourceRoutes, sourceUrl } from './web-pages/source-archive.ts'
import { webClientRoutes } from './web-pages/web-client.ts'
import { readWebPage } from './web-pages/web-page.ts'
import { jobKinds } from './worker.ts'

export interface AppOptions {
  /** Returns true while the server refuses requests before it stops. */
  isDraining: () => boolean
  /** Returns true from the signal to stop on. Default: never. */
  isLeaving?: () => boolean
  /** The readiness of database, storage and migrations, by name. */
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

/** Wires every domain to HTTP. The domains in `allDomains` bring their routes and the hooks that others call. */
export async function createApp(deps: Deps, options: AppOptions): Promise<FastifyInstance> {
  const { config } = deps
  const page = options.webRoot ? await readWebPage(options.webRoot) : null
  const pressure = watchPressure()
  const gate = options.gate ?? createGate(boundsFor(deps.connections.most, config.rateLimits), pressure)
  const domainDeps = createDomainDeps(deps)
  const { app, routes } = await createHttp({
    ...domainDeps,
    logLevel: config.logLevel,
    trustProxy: config.trustProxy,
    rateLimits: config.rateLimits,
    requireDiskSpace: diskGuard(config),
    mediaOrigins: config.mediaUrl ? [new URL(config.mediaUrl).origin] : [],
    inlineHashes: page?.hashes ?? { script: [], style: [] },
    isDraining: options.isDraining,
    isLeaving: options.isLeaving ?? (() => false),
    gate,
    slowBodies: options.slowBodies,
    secure: config.publicUrl.startsWith('https:'),
  })
  app.addHook('onClose', async () => pressure.stop())
  app.addHook('onReady', () => deps.bus.open())
  app.addHook('onClose', () => deps.bus.close())
  options.tracing?.traceRequests(app)
  recordWrites(app, deps)
  const readConfig = configReader({ ...domainDeps, sourceUrl: () => sourceUrl(config) })
  siteRoutes(app, readConfig, { ...options, gate })
  metricsRoutes(app, deps, gate, jobKinds, options.maintenance ?? null)
  if (config.apiDocs) docsRoutes(app)
  mediaRoutes(app, deps, domainDeps.publicFiles)
  for (const domain of allDomains) domain.routes?.(app, domainDeps)
  siteFileRoutes(app, config, domainDeps.siteBranding)
  sourceRoutes(app)
  if (page) await webClientRoutes(app, { ...domainDeps, page, readConfig })
  else registerNotFound(app)
  registerFallbackRoutes(app, routes)
  return app
}
