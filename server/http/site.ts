import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { AVATAR_MAX_BYTES, BULK_MAX_FILES, PICTURE_MAX_BYTES, TERMS_VERSION } from '#contract/limits.ts'
import type { SiteSettings } from '#contract/settings.ts'
import * as contract from '#contract/site.ts'
import type { MaintenanceReport } from '../db/maintenance-report.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { registerMaintenanceMetrics } from './maintenance-metrics.ts'
import { registerQueueMetrics } from './queue-metrics.ts'
import { registerCall } from './register-call.ts'

/** Health, readiness, metrics, and the settings that the web client needs. */
export function siteRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'config' | 'db'>,
  {
    checks,
    maintenance,
    settings,
  }: {
    checks: () => Promise<Record<string, boolean>>
    maintenance?: { report(): MaintenanceReport } | null
    settings: () => Promise<SiteSettings>
  },
): void {
  const { config } = deps
  registerCall(app, contract.getHealth, async () => ({ status: 'alive' as const }))

  registerCall(app, contract.getReady, async () => {
    const found = await checks()
    if (Object.values(found).includes(false)) throw new AppError('server.unavailable', { fields: { checks: found } })
    return { status: 'ready' as const, checks: found }
  })

  registerCall(app, contract.getConfig, async () => {
    const { siteName, siteDescription, accentColor, contactEmail, registration, rulesEn, rulesVi, languages } =
      await settings()
    const shown = { siteName, siteDescription, accentColor, registration, rulesEn, rulesVi, languages }
    return {
      data: {
        ...shown,
        googleClientId: config.googleClientId ?? null,
        facebookAppId: config.facebookAppId ?? null,
        termsVersion: TERMS_VERSION,
        contactEmail: contactEmail || config.contactEmail,
        limits: { pictureMaxBytes: PICTURE_MAX_BYTES, avatarMaxBytes: AVATAR_MAX_BYTES, bulkMaxFiles: BULK_MAX_FILES },
      },
    }
  })

  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'memeroom_http_request_duration_seconds',
    help: 'Time from request to response, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  registerQueueMetrics(registry, deps.db)
  if (maintenance) registerMaintenanceMetrics(registry, maintenance)
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    durations.labels(request.method, route, String(reply.statusCode)).observe(reply.elapsedTime / 1000)
  })
  app.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()))
}
