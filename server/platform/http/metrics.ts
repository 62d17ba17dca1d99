import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { isEqualConstantTime } from '../constant-time-equal.ts'
import type { MaintenanceReport } from '../db/maintenance-report.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import type { JobKind } from '../jobs/jobs.ts'
import type { Gate } from '../load/gate.ts'
import { registerCacheMetrics } from './cache-metrics.ts'
import { OPEN_TO_STRANGERS } from './close-to-strangers.ts'
import { registerLoadMetrics } from './load-metrics.ts'
import { registerMaintenanceMetrics } from './maintenance-metrics.ts'
import { registerQueueMetrics } from './queue-metrics.ts'
import { registerReplicaMetrics } from './replica-metrics.ts'

declare module 'fastify' {
  interface FastifyInstance {
    metrics: Registry
  }
}

/** Headers that proxies add. A client behind a proxy is not local, even if the proxy is. */
const PROXY_HEADERS = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via']

/**
 * Starts process measurements at the first scrape: sampling event loop lag a hundred times a second would be most of an idle
 * site's work, for metrics without a reader.
 */
class ProcessRegistry extends Registry {
  #isMeasured = false

  override metrics(): Promise<string> {
    if (!this.#isMeasured) collectDefaultMetrics({ register: this })
    this.#isMeasured = true
    return super.metrics()
  }
}

/**
 * Serves Prometheus metrics. With METRICS_TOKEN, requests need it as a bearer token. Without a token, only connections from
 * this machine can read them; with METRICS_PORT, no one can read them here, since that port serves them (`listenForMetrics`).
 * Rejected requests get request.forbidden.
 */
export function metricsRoutes(
  app: FastifyInstance,
  { config, db, ...deps }: Pick<Deps, 'config' | 'db' | 'reads' | 'connections' | 'storageObserver' | 'caches'>,
  gate: Gate,
  kinds: readonly JobKind[],
  maintenance: { report(): MaintenanceReport } | null,
): void {
  const registry = new ProcessRegistry()
  const durations = new Histogram({
    name: 'memeroom_http_request_duration_seconds',
    help: 'Time from request to response, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  registerQueueMetrics(registry, db, kinds)
  registerLoadMetrics(registry, deps, gate)
  registerReplicaMetrics(registry, deps.reads)
  registerCacheMetrics(registry, deps.caches)
  if (maintenance) registerMaintenanceMetrics(registry, maintenance)
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    durations.labels(request.method, route, String(reply.statusCode)).observe(reply.elapsedTime / 1000)
  })
  const { metricsToken: token, metricsPort: port } = config
  app.decorate('metrics', registry)
  app.get('/metrics', { config: OPEN_TO_STRANGERS }, async (request, reply) => {
    const mayRead = token ? presents(request.headers.authorization, token) : port === undefined && isLocal(request)
    if (!mayRead) throw new AppError('request.forbidden')
    return reply
      .type(registry.contentType)
      .header('cache-control', 'no-store')
      .send(await registry.metrics())
  })
}

/** Serves only the metrics, on a separate port. Throws if it cannot listen. */
export async function listenForMetrics(registry: Registry, at: { port: number; host: string }): Promise<Server> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://metrics')
    if (pathname !== '/metrics' || request.method !== 'GET') return response.writeHead(404).end()
    return registry.metrics().then(
      (text) =>
        response.writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  server.listen(at)
  await once(server, 'listening')
  return server
}

const presents = (authorization: string | undefined, token: string): boolean =>
  isEqualConstantTime((authorization ?? '').replace(/^Bearer +/i, ''), token)

function isLocal(request: FastifyRequest): boolean {
  if (PROXY_HEADERS.some((name) => request.headers[name] !== undefined)) return false
  const peer = request.socket.remoteAddress ?? ''
  return ipaddr.isValid(peer) && ipaddr.process(peer).range() === 'loopback'
}
