import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { freePort } from '../../tools/scripts/free-port.mjs'
import { type Cluster, startPostgres } from '../../tools/scripts/postgres.mjs'
import type { TestApp } from '../app.ts'
import { type AppProcess, startApp } from '../app-process.ts'
import type { BuiltMember } from '../factories.ts'
import * as factories from '../factories.ts'
import { type MailServer, startMailServer } from '../mail-server.ts'
import { startNginx } from '../nginx.ts'
import { type S3Server, startS3Server } from '../s3-server.ts'
import * as dataOfServers from '../with-deps.ts'

const MEMBERS = 6

/** A node that restarts at the same address. */
export interface Node {
  name: string
  now(): AppProcess
  /** Kills it, as in a crash. */
  kill(): Promise<void>
  /** Stops it as an update does; returns its exit code. */
  drain(): Promise<number | null>
  /** Restarts it with the current code; resolves once it is ready. */
  start(): Promise<void>
}

/** Two serving nodes behind nginx, two worker nodes, and their shared services. */
export interface ClusterSite {
  /** URL through nginx, without a trailing slash. */
  url: string
  webs: [Node, Node]
  workers: [Node, Node]
  postgres: Cluster
  bucket: S3Server
  mails: MailServer
  members: BuiltMember[]
  /** A meme for page views. */
  memeId: string
  environment: Record<string, string>
  stop(): Promise<(number | null)[]>
}

/** The upstream configuration of deploy/nginx.conf, without TLS. */
const site = (port: number, upstreams: number[]) => `
upstream memeroom {
  ${upstreams.map((upstream) => `server 127.0.0.1:${upstream} max_fails=1 fail_timeout=2s;`).join('\n  ')}
  keepalive 32;
}
server {
  listen 127.0.0.1:${port};
  client_max_body_size 512m;
  proxy_request_buffering off;
  proxy_buffering off;
  location / {
    proxy_pass http://memeroom;
    proxy_http_version 1.1;
    proxy_set_header Connection "";
    proxy_set_header Host $host;
    proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    proxy_next_upstream error timeout http_503;
  }
}`

async function startNode(name: string, environment: Record<string, string>, older?: string): Promise<Node> {
  const own = { ...environment, PORT: String(await freePort()) }
  let running = await startApp(own, undefined, undefined, older)
  return {
    name,
    now: () => running,
    async kill() {
      process.kill(running.pid, 'SIGKILL')
      await running.stop()
    },
    drain: () => running.stop(),
    async start() {
      running = await startApp(own)
    },
  }
}

/** Creates members, and memes including one for page views, with the code of the nodes. */
async function fill(environment: Record<string, string>, older: string | undefined) {
  const [{ withDeps }, { buildMember, buildMeme }] =
    older === undefined ? [dataOfServers, factories] : await buildersOf(older)
  return withDeps(environment, async (deps) => {
    const factory = { deps, db: deps.db } as TestApp
    const members: BuiltMember[] = []
    for (let at = 0; at < MEMBERS; at += 1) members.push(await buildMember(factory))
    for (let at = 1; at < 10; at += 1) await buildMeme(factory, { name: `meme ${at}` })
    return { members, meme: await buildMeme(factory, { name: 'looked at' }) }
  })
}

/** The functions that fill a site, from an older version; that version must have the same file and export names. */
function buildersOf(older: string): Promise<[typeof dataOfServers, typeof factories]> {
  const load = (file: string) => import(pathToFileURL(path.join(older, 'test', file)).href)
  return Promise.all([load('with-deps.ts'), load('factories.ts')])
}

/**
 * @param postgresFolder absolute, provisioned
 * @param older folder of an older version; it fills the site, and all nodes are started with it
 */
export async function startClusterSite(postgresFolder: string, older?: string): Promise<ClusterSite> {
  // Acknowledged data must be on disk, because the server is also stopped without a clean shutdown.
  const postgres = await startPostgres(postgresFolder, { synchronous_commit: 'on' })
  const [bucket, mails, dataDir, port] = await Promise.all([
    startS3Server(),
    startMailServer(),
    mkdtemp(path.join(tmpdir(), 'memeroom-cluster-')),
    freePort(),
  ])
  const environment = {
    DATABASE_URL: postgres.url,
    STORAGE_URL: bucket.storageUrl,
    SMTP_URL: mails.url,
    AUTH_SECRET: 'the same on every node, as it must be',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    TRUST_PROXY: '1',
    OCR: 'off',
    LOG_LEVEL: 'error',
  }
  const built = await fill({ ...environment, DATA_DIR: dataDir }, older)
  const start = (name: string, workers: string) => startNode(name, { ...environment, WORKERS: workers }, older)
  const webs: [Node, Node] = [await start('web 1', '0'), await start('web 2', '0')]
  const workers: [Node, Node] = [await start('worker 1', '1'), await start('worker 2', '1')]
  const nginx = await startNginx(
    site(
      port,
      webs.map((node) => node.now().port),
    ),
    port,
  )
  return {
    url: environment.PUBLIC_URL,
    webs,
    workers,
    postgres,
    bucket,
    mails,
    members: built.members,
    memeId: built.meme.id,
    environment: { ...environment, DATA_DIR: dataDir },
    async stop() {
      await nginx.stop()
      const codes = await Promise.all([...webs, ...workers].map((node) => node.drain()))
      await bucket.stop()
      await mails.halt()
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
      return codes
    },
  }
}
