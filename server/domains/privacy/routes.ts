import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/people/privacy.ts'
import type { Deps } from '#server/platform/deps.ts'
import { HijackedReply, registerCall } from '#server/platform/http/register-call.ts'
import { getLatestExport, openExport, requestExport } from './request-export.ts'

const EXPORTS_PER_MINUTE = 5

export function privacyRoutes(app: FastifyInstance, deps: Deps): void {
  registerCall(app, contract.requestExport, async ({ viewer }) => ({ data: await requestExport(deps, viewer) }), {
    perMinute: EXPORTS_PER_MINUTE,
  })

  registerCall(app, contract.getLatestExport, async ({ viewer }) => ({ data: await getLatestExport(deps, viewer) }))

  registerCall(app, contract.downloadExport, async ({ viewer, params, reply }) => {
    const { stream, size, madeAt } = await openExport(deps, viewer, params.exportId)
    const name = `memeroom-${madeAt.toISOString().slice(0, 10)}.zip`
    return new HijackedReply(
      reply
        .type('application/zip')
        .headers({
          'content-length': size,
          'content-disposition': `attachment; filename="${name}"`,
          'cache-control': 'no-store',
        })
        .send(stream),
    )
  })
}
