import type { Engine } from '#server/platform/db/engine.ts'
import { Maintenance } from '#server/platform/db/maintenance.ts'

const MAX_PASSES = 10

/**
 * Brings a freshly filled database to where it would be in production: by the product's own maintenance where the engine is
 * embedded. On PostgreSQL autovacuum would come within a minute, so its tables are analyzed in its stead.
 */
export async function maintain(engine: Engine): Promise<void> {
  if (engine.background) {
    const maintenance = new Maintenance(engine.background, {
      info: () => {},
      error: (object, message) => console.error(message, object),
    })
    for (let pass = 0; pass < MAX_PASSES && (await maintenance.pass(true)).length > 0; pass += 1);
    await maintenance.stop()
    return
  }
  const { rows } = await engine.executeSql(
    `select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables where n_mod_since_analyze > 0`,
  )
  for (const { name } of rows) await engine.executeSql(`analyze ${name}`)
}
