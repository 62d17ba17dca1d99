import type { Context, Span } from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Worker } from '../jobs/jobs.ts'

/** Spans of requests and jobs for an OpenTelemetry collector. They name routes and job kinds, never contents. */
export interface Tracing {
  traceRequests(app: FastifyInstance): void
  traceJobs(workers: Worker[]): Worker[]
  /** Flushes remaining spans, for at most five seconds. */
  close(): Promise<void>
}

const CLOSE_WITHIN_MS = 5000
/** W3C Trace Context, version 00. */
const TRACE_PARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

/**
 * Loads OpenTelemetry, which reads its other OTEL_ variables itself, and sends spans over OTLP/HTTP.
 * @throws a one-line error if its packages are not installed
 */
export async function openTracing(): Promise<Tracing> {
  const packages = await loadPackages()
  const { api, sdk, resources, exporter } = packages
  const provider = new sdk.TracerProvider({
    resource: resources
      .resourceFromAttributes({ 'service.name': 'memeroom' })
      .merge(resources.detectResources({ detectors: [resources.envDetector] })),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: new exporter.OTLPTraceExporter() })],
  })
  const tracer = provider.getTracer('memeroom')
  const spans = new WeakMap<FastifyRequest, Span>()
  const parentOf = (header: unknown): Context => {
    const [, traceId, spanId, flags] = TRACE_PARENT.exec(String(header ?? '')) ?? []
    if (!traceId || !spanId || !flags) return api.ROOT_CONTEXT
    const traceFlags = Number.parseInt(flags, 16)
    return api.trace.setSpanContext(api.ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
  }
  return {
    traceRequests(app) {
      app.addHook('onRequest', async (request) => {
        const route = request.routeOptions.url ?? 'none'
        const attributes = {
          'http.request.method': request.method,
          'http.route': route,
          'memeroom.request_id': request.id,
        }
        const options = { kind: api.SpanKind.SERVER, attributes }
        spans.set(
          request,
          tracer.startSpan(`${request.method} ${route}`, options, parentOf(request.headers.traceparent)),
        )
      })
      app.addHook('onResponse', async (request, reply) => {
        const span = spans.get(request)
        if (!span) return
        span.setAttribute('http.response.status_code', reply.statusCode)
        if (request.failure) span.setAttribute('error.type', request.failure)
        if (reply.statusCode >= 500) span.setStatus({ code: api.SpanStatusCode.ERROR })
        span.end()
      })
    },
    traceJobs: (workers) =>
      workers.map(({ kind, handle }) => ({
        kind,
        async handle(data, signal) {
          const span = tracer.startSpan(`job ${kind.name}`, { kind: api.SpanKind.CONSUMER, root: true })
          try {
            await handle(data, signal)
          } catch (error) {
            span.setStatus({ code: api.SpanStatusCode.ERROR })
            throw error
          } finally {
            span.end()
          }
        },
      })),
    async close() {
      await Promise.race([
        // An unreachable collector must not delay shutdown.
        provider.shutdown().catch(() => {}),
        new Promise((resolve) => setTimeout(resolve, CLOSE_WITHIN_MS).unref()),
      ])
    },
  }
}

async function loadPackages() {
  try {
    const [api, sdk, resources, exporter] = await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/exporter-trace-otlp-http'),
    ])
    return { api, sdk, resources, exporter }
  } catch (error) {
    throw new Error('OTEL_EXPORTER_OTLP_ENDPOINT needs the optional packages @opentelemetry/*: run npm install', {
      cause: error,
    })
  }
}
