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
  DATABASE_POOL: rules.wholeNumber(1, 500, defaultPoolSize()),
  DATABASE_READ_URL: rules.databaseUrl,
  DATABASE_READ_LAG_MS: rules.wholeNumber(1000, 60_000, 5000),
  SLOW_QUERY_MS: rules.wholeNumber(0, 600_000, 1000),
  STORAGE_URL: rules.storageUrl,
  MEDIA_URL: rules.optionalWebAddress,
  MEDIA_ACCEL: rules.internalPath,
  MEDIA_PURGE_URL: rules.optionalWebAddress,
  MEDIA_PURGE_TOKEN: rules.word,
  SMTP_URL: rules.smtpUrl,
  MAIL_FROM: rules.sender('no-reply@localhost'),
  CONTACT_EMAIL: rules.mailAddress,
  SOURCE_URL: rules.optionalWebAddress,
  AUTH_SECRET: rules.secret,
  BREACHED_PASSWORDS: rules.optionalText,
  REQUIRE_TLS: rules.choice(['on', 'off'], 'off'),
  OIDC_ONLY: rules.choice(['on', 'off'], 'off'),
  GOOGLE_CLIENT_ID: rules.word,
  GOOGLE_CLIENT_SECRET: rules.word,
  FACEBOOK_APP_ID: rules.word,
  FACEBOOK_APP_SECRET: rules.word,
  GOOGLE_ISSUER_URL: rules.webAddress('https://accounts.google.com'),
  FACEBOOK_GRAPH_URL: rules.webAddress('https://graph.facebook.com'),
  TELEGRAM_WEBHOOK_SECRET: rules.telegramSecret,
  DISCORD_PUBLIC_KEY: rules.publicKey,
  SLACK_SIGNING_SECRET: rules.word,
  MATTERMOST_TOKEN: rules.word,
  ROCKET_CHAT_TOKEN: rules.word,
  ZULIP_TOKEN: rules.word,
  DEMO: rules.choice(['auto', 'true', 'false'], 'auto'),
  OCR: rules.choice(['off', 'light', 'full', 'on'], 'full'),
  OCR_LANGUAGES: rules.ocrLanguages('eng+vie'),
  EMBEDDINGS: rules.anyText('builtin'),
  WORKERS: rules.wholeNumber(0, 64, 1),
  LINK_FETCH_ALLOWLIST: rules.fetchAllowlist,
  TRUST_PROXY: rules.trustedProxies,
  BACKUP_DIR: rules.backupTarget,
  BACKUP_KEEP: rules.wholeNumber(1, 1000, 7),
  LOG_LEVEL: rules.choice(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info'),
  RATE_LIMITS: rules.choice(['on', 'off'], 'on'),
  METRICS_PORT: rules.port,
  METRICS_TOKEN: rules.metricsToken,
  OTEL_EXPORTER_OTLP_ENDPOINT: rules.optionalWebAddress,
  FREE_DISK_MIN_MB: rules.wholeNumber(0, 10_000_000, 500),
  API_DOCS: rules.choice(['on', 'off'], 'on'),
  DRAIN_DELAY_S: rules.wholeNumber(0, 60, 0),
})

export const VARIABLES = Object.keys(Environment.shape)
