import type { Engine } from '#server/platform/db/engine.ts'
import { Maintenance } from '#server/platform/db/maintenance.ts'

const MAX_PASSES = 10

/**
 * Brings a freshly filled database into the state it would have in production. Runs the product's own maintenance on the embedded
 * engine. On PostgreSQL, autovacuum would run within a minute, so analyzes its tables instead.
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
