import { createReadStream, existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../platform/errors.ts'
import { OPEN_TO_STRANGERS } from '../platform/http/close-to-strangers.ts'

const ARCHIVE_PATH = '/source.tar.gz'
/** Written by tools/scripts/source-archive.mjs. */
const ARCHIVE = fileURLToPath(new URL('../../dist/source.tar.gz', import.meta.url))

/** Address of the source code, which the license grants every visitor: the operator's address, or the site's archive. */
export function sourceUrl(config: { sourceUrl: string | undefined }, file = ARCHIVE): string | null {
  return config.sourceUrl ?? (existsSync(file) ? ARCHIVE_PATH : null)
}

/** Serves the source archive, which a checkout or release contains. */
export function sourceRoutes(app: FastifyInstance, file = ARCHIVE): void {
  app.get(ARCHIVE_PATH, { config: OPEN_TO_STRANGERS }, async (_request, reply) => {
    const { size } = await stat(file).catch(() => {
      throw new AppError('request.notFound')
    })
    return reply
      .type('application/gzip')
      .headers({
        'cache-control': 'public, max-age=300',
        'content-disposition': 'attachment; filename="memeroom-source.tar.gz"',
        'content-length': size,
      })
      .send(createReadStream(file))
  })
}
