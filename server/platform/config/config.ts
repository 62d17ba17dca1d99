import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type ModelFolder, readModelFolder } from '../meaning/model-folder.ts'
import { ConfigError } from './config-error.ts'
import { findBreached, withSecretFiles } from './config-files.ts'
import { type OidcProviderSettings, providerVariables, providerWarnings, readProviders } from './config-providers.ts'
import * as rules from './config-rules.ts'
import { plainConnection } from './config-tls.ts'
import { makeWritable } from './data-dir.ts'
import { Environment, VARIABLES } from './environment.ts'

export { ConfigError }

/** Hosts that only this machine can reach, as written in URLs. */
export const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]']

/** Former setting names, with their current names. */
const FORMER_NAMES = { LINK_PRIVATE_PLACES: 'LINK_FETCH_ALLOWLIST' } as const

/** Chats that put a token into their requests. */
export const TEAM_CHAT_NAMES = ['mattermost', 'rocket-chat', 'zulip'] as const
export type TeamChatName = (typeof TEAM_CHAT_NAMES)[number]

export interface Config {
  port: number
  host: string
  publicUrl: string
  dataDir: string
  databaseUrl: string | undefined
  /** Number of PostgreSQL connections that requests share. */
  databasePool: number
  /** A streaming replica for reading lists and pages. */
  databaseReadUrl: string | undefined
  /** Maximum replica lag in milliseconds; beyond it, the replica is not used. */
  databaseReadLagMs: number
  /** Minimum duration in milliseconds for logging a statement; 0 disables the log. */
  slowQueryMs: number
  storageUrl: string | undefined
  /** CDN address that serves this site's /media/; without a trailing slash. */
  mediaUrl: string | undefined
  /** Internal location of the nginx in front of the server, which serves stored pictures itself; begins and ends with a slash. */
  mediaAccel: string | undefined
  /** Receives the URLs of pictures that caches must purge. */
  mediaPurgeUrl: string | undefined
  mediaPurgeToken: string | undefined
  smtpUrl: string | undefined
  mailFrom: string
  /** Contact address on the legal pages. */
  contactEmail: string
  /** Address of the source code of a modified site; undefined: the site serves its own source archive. */
  sourceUrl: string | undefined
  authSecret: string
  /** File of breached passwords as sorted SHA-1 digests; undefined: only the most common passwords are checked. */
  breachedPasswords: string | undefined
  /** Providers for signing in by redirect, with OpenID Connect. */
  oidcProviders: readonly OidcProviderSettings[]
  /** True if all other ways to sign in are refused. */
  oidcOnly: boolean
  googleClientId: string | undefined
  googleIssuerUrl: string
  facebookAppId: string | undefined
  facebookAppSecret: string | undefined
  facebookGraphUrl: string
  /** Secret that authenticates Telegram's webhook calls; undefined disables the bot. The next two settings work the same way. */
  telegramWebhookSecret: string | undefined
  /** Public key of the Discord application: 64 hexadecimal digits. */
  discordPublicKey: string | undefined
  slackSigningSecret: string | undefined
  /** Tokens that authenticate the requests of these chats. */
  teamChatTokens: Record<TeamChatName, string | undefined>
  demo: 'auto' | 'true' | 'false'
  /** OCR mode; `light` skips the neural networks. */
  ocr: 'off' | 'light' | 'full'
  /** Tesseract language names, joined by `+`. */
  ocrLanguages: string
  /** Folder of the operator's CLIP model; null if only visual similarity is used. */
  clip: ModelFolder | null
  workers: number
  /** Private addresses with ports from which the server may fetch linked pictures. */
  linkFetchAllowlist: readonly string[]
  /** Number of proxies in front of the server (0 for none), or their networks. */
  trustProxy: number | readonly string[]
  /** Target of the daily backup: a folder or a bucket (`s3://…`, with credentials); undefined for none. */
  backupDir: string | undefined
  /** Number of daily backups to retain. */
  backupKeep: number
  logLevel: string
  rateLimits: boolean
  /** Port that serves only the metrics, on the server's host. */
  metricsPort: number | undefined
  /** Bearer token required to read the metrics. */
  metricsToken: string | undefined
  /** True to export spans to an OpenTelemetry collector. Its packages read their own variables. */
  tracing: boolean
  /** Minimum free space, in bytes, on the disk of DATA_DIR; below it, uploads are rejected. */
  freeDiskMinBytes: number
  /** True if /api/docs and /api/openapi.json are served. */
  apiDocs: boolean
  /** Delay between a failing readiness check and the refusal of requests at shutdown, so that proxies stop using the node first. */
  drainDelayMs: number
  /** Deprecation warnings for the log, one line each. */
  warnings: readonly string[]
}

/** Reads and validates all settings; creates DATA_DIR and the secret. Throws ConfigError. No other code reads the environment. */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const { values, warnings } = withFormerNames(withSecretFiles(environment))
  const quoted = [...VARIABLES, ...providerVariables(values)].find((name) =>
    /^\s*(["']).*\1\s*$|^\s*["'][^"']*$/s.test(values[name] ?? ''),
  )
  if (quoted) throw new ConfigError(`${quoted} must be written without quotes around its value, as in an .env file`)
  const parsed = Environment.safeParse(values)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new ConfigError(`${issue?.path.join('.')} ${issue?.message}`)
  }
  const env = parsed.data
  if (env.DATABASE_READ_URL && !env.DATABASE_URL)
    throw new ConfigError('DATABASE_READ_URL must be a replica of DATABASE_URL, which is not set')
  if (env.MEDIA_ACCEL !== undefined && env.TRUST_PROXY === 0)
    throw new ConfigError(
      'MEDIA_ACCEL must be set only behind nginx, with TRUST_PROXY: other proxies do not support its responses',
    )
  if (env.METRICS_PORT !== undefined && env.METRICS_PORT === env.PORT)
    throw new ConfigError('METRICS_PORT must differ from PORT')
  const oidcProviders = readProviders(values, env)
  const plain = env.REQUIRE_TLS === 'on' ? plainConnection(env, oidcProviders) : null
  if (plain) throw new ConfigError(`${plain} while REQUIRE_TLS is on`)
  const dataDir = path.resolve(env.DATA_DIR)
  makeWritable(dataDir, env.DATABASE_URL === undefined)
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`
  return {
    port: env.PORT,
    host: env.HOST,
    publicUrl,
    dataDir,
    databaseUrl: env.DATABASE_URL,
    databasePool: env.DATABASE_POOL,
    databaseReadUrl: env.DATABASE_READ_URL,
    databaseReadLagMs: env.DATABASE_READ_LAG_MS,
    slowQueryMs: env.SLOW_QUERY_MS,
    storageUrl: env.STORAGE_URL,
    mediaUrl: env.MEDIA_URL,
    mediaAccel: env.MEDIA_ACCEL,
    mediaPurgeUrl: env.MEDIA_PURGE_URL,
    mediaPurgeToken: env.MEDIA_PURGE_TOKEN,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    contactEmail: env.CONTACT_EMAIL ?? `privacy@${new URL(env.PUBLIC_URL ?? 'http://localhost').hostname}`,
    sourceUrl: env.SOURCE_URL,
    authSecret: env.AUTH_SECRET ?? keptSecret(dataDir),
    breachedPasswords: findBreached(env.BREACHED_PASSWORDS),
    oidcProviders,
    oidcOnly: env.OIDC_ONLY === 'on',
    googleClientId: env.GOOGLE_CLIENT_ID,
    googleIssuerUrl: env.GOOGLE_ISSUER_URL,
    facebookAppId: env.FACEBOOK_APP_ID,
    facebookAppSecret: env.FACEBOOK_APP_SECRET,
    facebookGraphUrl: env.FACEBOOK_GRAPH_URL,
    telegramWebhookSecret: env.TELEGRAM_WEBHOOK_SECRET,
    discordPublicKey: env.DISCORD_PUBLIC_KEY?.toLowerCase(),
    slackSigningSecret: env.SLACK_SIGNING_SECRET,
    teamChatTokens: {
      mattermost: env.MATTERMOST_TOKEN,
      'rocket-chat': env.ROCKET_CHAT_TOKEN,
      zulip: env.ZULIP_TOKEN,
    },
    demo: env.DEMO,
    // Former value `on` means `full`.
    ocr: env.OCR === 'on' ? 'full' : env.OCR,
    ocrLanguages: env.OCR_LANGUAGES,
    clip: findModel(env.EMBEDDINGS),
    workers: env.WORKERS,
    linkFetchAllowlist: env.LINK_FETCH_ALLOWLIST,
    trustProxy: env.TRUST_PROXY,
    backupDir: env.BACKUP_DIR?.startsWith('s3://') === false ? path.resolve(env.BACKUP_DIR) : env.BACKUP_DIR,
    backupKeep: env.BACKUP_KEEP,
    logLevel: env.LOG_LEVEL,
    rateLimits: env.RATE_LIMITS === 'on',
    metricsPort: env.METRICS_PORT,
    metricsToken: env.METRICS_TOKEN,
    tracing: env.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined,
    freeDiskMinBytes: env.FREE_DISK_MIN_MB * 1024 * 1024,
    apiDocs: env.API_DOCS === 'on',
    drainDelayMs: env.DRAIN_DELAY_S * 1000,
    warnings: [...warnings, ...(isPlain(publicUrl) ? [PLAIN_WARNING] : []), ...providerWarnings(oidcProviders)],
  }
}

/**
 * Returns the folder where a command was typed. npm runs scripts in the package's folder and reports the caller's in INIT_CWD.
 */
export const callingFolder = (): string => process.env.INIT_CWD ?? process.cwd()

/** Reads a setting's former name if the current one is unset. */
function withFormerNames(environment: Record<string, string | undefined>) {
  const values = { ...environment }
  const warnings: string[] = []
  for (const [former, name] of Object.entries(FORMER_NAMES)) {
    if (!environment[former]?.trim()) continue
    if (!environment[name]?.trim()) values[name] = environment[former]
    warnings.push(`${former} is now called ${name}`)
  }
  return { values, warnings }
}

function findModel(embeddings: string): ModelFolder | null {
  if (embeddings === 'builtin') return null
  if (!/^clip:./.test(embeddings)) throw new ConfigError('EMBEDDINGS must be builtin or clip:DIR')
  const dir = path.resolve(embeddings.slice('clip:'.length))
  try {
    return readModelFolder(dir)
  } catch (error) {
    throw new ConfigError(
      `EMBEDDINGS must be clip:DIR with a CLIP model in ONNX format in DIR: ${(error as Error).message}`,
    )
  }
}

const PLAIN_WARNING =
  'PUBLIC_URL is not https: browsers allow neither passkeys nor copying pictures there; put a proxy with TLS in front'

/** True if browsers treat the address as insecure; they exempt this machine. */
const isPlain = (url: string) => url.startsWith('http:') && !LOCAL_HOSTS.includes(new URL(url).hostname)

function keptSecret(dataDir: string): string {
  const file = path.join(dataDir, 'auth-secret')
  const kept = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  if (kept.length >= rules.SECRET_MIN_CHARS) return kept
  // An interrupted start leaves an empty file; any other content was a real secret.
  if (kept !== '')
    throw new ConfigError(`DATA_DIR must hold a complete secret: ${file} is cut off; restore it or remove it`)
  // Write the file completely before it gets its name, so that concurrent starts end up with the same secret.
  const part = `${file}.${randomBytes(4).toString('hex')}`
  writeFileSync(part, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 })
  try {
    if (existsSync(file)) renameSync(part, file)
    else linkSync(part, file)
  } catch {
    // Another start was first, or the file system does not support links.
    if (!existsSync(file)) renameSync(part, file)
  }
  rmSync(part, { force: true })
  return readFileSync(file, 'utf8').trim()
}
