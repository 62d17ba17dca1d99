import type { Ownership } from './data-dir-owner.ts'
import type { Engine, EngineOptions } from './engine.ts'

/**
 * Opens the database: PostgreSQL if a URL is given, otherwise PGlite in `dataDir`, which this process then owns. Throws if the
 * database cannot be reached or opened.
 */
export async function connect(options: {
  databaseUrl?: string | undefined
  dataDir: string
  poolSize?: number
  ownership?: Ownership | undefined
  onStatement?: EngineOptions['onStatement']
}): Promise<Engine> {
  const { onStatement, poolSize } = options
  const engineOptions = onStatement ? { onStatement } : {}
  if (options.databaseUrl) {
    const { connectPostgres } = await import('./postgres.ts')
    return connectPostgres(options.databaseUrl, poolSize, engineOptions)
  }
  const { connectEmbedded } = await import('./embedded.ts')
  return connectEmbedded(options.dataDir, options.ownership, engineOptions)
}
