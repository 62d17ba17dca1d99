import pg from 'pg'

let counter = 0

/**
 * An empty database for a server in a separate process, if PostgreSQL is available to the tests. Otherwise `url` is undefined,
 * and the server uses its embedded engine.
 */
export async function createServerDatabase(): Promise<{ url: string | undefined; drop(): Promise<void> }> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) return { url: undefined, drop: async () => {} }
  counter += 1
  const name = `memeroom_kill_${process.pid}_${Date.now().toString(36)}${counter}`
  const run = async (statement: string) => {
    const admin = new pg.Client({ connectionString: server })
    await admin.connect()
    await admin.query(statement)
    await admin.end()
  }
  await run(`create database ${name}`)
  const own = new URL(server)
  own.pathname = `/${name}`
  return { url: own.toString(), drop: () => run(`drop database if exists ${name} with (force)`) }
}
