import { availableParallelism } from 'node:os'
import * as z from 'zod'
import * as rules from './config-rules.ts'

const POOL_MIN = 10
const POOL_MAX = 40
const CONNECTIONS_PER_CORE = 4

/** Default pool size: more connections than a node can use only waste database memory. */
function defaultPoolSize(): number {
  return Math.min(Math.max(CONNECTIONS_PER_CORE * availableParallelism(), POOL_MIN), POOL_MAX)
}

/** The environment variables, with their rules and default values. */
export const Environment = z.object({
  PORT: rules.wholeNumber(0, 65_535, 3000),
  HOST: rules.host('127.0.0.1'),
  PUBLIC_URL: rules.origin,
  DATA_DIR: rules.anyText('./data'),
  DATABASE_URL: rules.databaseUrl,
  /** Number of PostgreSQL connections that requests share. */
  DATABASE_POOL: rules.wholeNumber(1, 500, defaultPoolSize()),
  /** A streaming replica for reading lists and pages. */
  DATABASE_READ_URL: rules.databaseUrl,
  /** Maximum replica lag in milliseconds; beyond it, the replica is not used. */
  DATABASE_READ_LAG_MS: rules.wholeNumber(1000, 60_000, 5000),
  /** Minimum duration in milliseconds for logging a statement; 0 disables the log. */
  SLOW_QUERY_MS: rules.wholeNumber(0, 600_000, 1000),
  STORAGE_URL: rules.storageUrl,
  /** CDN address that serves this site's /media/; without a trailing slash. */
  MEDIA_URL: rules.optionalWebAddress,
  /** Internal location of the nginx in front of the server, which serves stored pictures itself; begins and ends with a slash. */
  MEDIA_ACCEL: rules.internalPath,
  /** Receives the URLs of pictures that caches must purge. */
  MEDIA_PURGE_URL: rules.optionalWebAddress,
  MEDIA_PURGE_TOKEN: rules.word,
  SMTP_URL: rules.smtpUrl,
  MAIL_FROM: rules.sender('no-reply@localhost'),
  /** Contact address on the legal pages. */
  CONTACT_EMAIL: rules.mailAddress,
  /** Address of the source code of a modified site; undefined: the site serves its own source archive. */
  SOURCE_URL: rules.optionalWebAddress,
  AUTH_SECRET: rules.secret,
  /** File of breached passwords as sorted SHA-1 digests; undefined: only the most common passwords are checked. */
  BREACHED_PASSWORDS: rules.optionalText,
  REQUIRE_TLS: rules.isOn('off'),
  /** True if all other ways to sign in are refused. */
  OIDC_ONLY: rules.isOn('off'),
  GOOGLE_CLIENT_ID: rules.word,
  GOOGLE_CLIENT_SECRET: rules.word,
  FACEBOOK_APP_ID: rules.word,
  FACEBOOK_APP_SECRET: rules.word,
  GOOGLE_ISSUER_URL: rules.webAddress('https://accounts.google.com'),
  FACEBOOK_GRAPH_URL: rules.webAddress('https://graph.facebook.com'),
  /** Secret that authenticates Telegram's webhook calls; undefined disables the bot. The next two settings work the same way. */
  TELEGRAM_WEBHOOK_SECRET: rules.telegramSecret,
  /** Public key of the Discord application: 64 hexadecimal digits. */
  DISCORD_PUBLIC_KEY: rules.publicKey,
  SLACK_SIGNING_SECRET: rules.word,
  MATTERMOST_TOKEN: rules.word,
  ROCKET_CHAT_TOKEN: rules.word,
  ZULIP_TOKEN: rules.word,
  DEMO: rules.choice(['auto', 'true', 'false'], 'auto'),
  /** OCR mode; `light` skips the neural networks. */
  OCR: rules.ocrMode,
  /** Tesseract language names, joined by `+`. */
  OCR_LANGUAGES: rules.ocrLanguages('eng+vie'),
  EMBEDDINGS: rules.anyText('builtin'),
  WORKERS: rules.wholeNumber(0, 64, 1),
  /** Private addresses with ports from which the server may fetch linked pictures. */
  LINK_FETCH_ALLOWLIST: rules.fetchAllowlist,
  /** Number of proxies in front of the server (0 for none), or their networks. */
  TRUST_PROXY: rules.trustedProxies,
  /** Target of the daily backup: a folder or a bucket (`s3://…`, with credentials); undefined for none. */
  BACKUP_DIR: rules.backupTarget,
  /** Number of daily backups to retain. */
  BACKUP_KEEP: rules.wholeNumber(1, 1000, 7),
  LOG_LEVEL: rules.choice(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info'),
  RATE_LIMITS: rules.isOn('on'),
  /** Port that serves only the metrics, on the server's host. */
  METRICS_PORT: rules.port,
  /** Bearer token required to read the metrics. */
  METRICS_TOKEN: rules.metricsToken,
  OTEL_EXPORTER_OTLP_ENDPOINT: rules.optionalWebAddress,
  FREE_DISK_MIN_MB: rules.wholeNumber(0, 10_000_000, 500),
  /** True if /api/docs and /api/openapi.json are served. */
  API_DOCS: rules.isOn('on'),
  DRAIN_DELAY_S: rules.wholeNumber(0, 60, 0),
})

export type EnvironmentValues = z.output<typeof Environment>
export const VARIABLES = Object.keys(Environment.shape)
