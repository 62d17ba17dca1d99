import path from 'node:path'
import { parseStorageUrl } from '../platform/blobs/storage-url.ts'
import type { Config } from '../platform/config/config.ts'
import { outboxOf } from '../platform/mail/outbox.ts'

/** Returns the setup for the startup log: features by name, each in a few words and without secrets. */
export function setupOf(config: Config, address: string): Record<string, string> {
  const { databaseUrl, storageUrl, smtpUrl, metricsPort, metricsToken, host } = config
  const signIn = [
    ...(config.oidcOnly ? [] : ['password', 'passkeys', config.facebookAppId && 'Facebook']),
    ...config.oidcProviders.map(({ name }) => name),
  ]
  const bots = [
    config.telegramWebhookSecret && 'Telegram',
    config.discordPublicKey && 'Discord',
    config.slackSigningSecret && 'Slack',
    config.teamChatTokens.mattermost && 'Mattermost',
    config.teamChatTokens['rocket-chat'] && 'Rocket.Chat',
    config.teamChatTokens.zulip && 'Zulip',
  ]
  const metrics =
    metricsPort === undefined
      ? `${address}/metrics, ${metricsToken ? 'with METRICS_TOKEN' : 'from this machine only'}`
      : `http://${host.includes(':') ? `[${host}]` : host}:${metricsPort}/metrics`
  return {
    'Public address': config.publicUrl,
    Database:
      databaseUrl === undefined
        ? `embedded, in ${config.dataDir}`
        : `${hostOf(databaseUrl)}, ${config.databasePool} connections`,
    'Read replica': config.databaseReadUrl === undefined ? 'off (DATABASE_READ_URL)' : hostOf(config.databaseReadUrl),
    Pictures: storageUrl === undefined ? `in ${path.join(config.dataDir, 'media')}` : bucketOf(storageUrl),
    'Served by nginx': config.mediaAccel === undefined ? 'off (MEDIA_ACCEL)' : `pictures, at ${config.mediaAccel}`,
    CDN: config.mediaUrl ?? 'off (MEDIA_URL)',
    Mail: smtpUrl === undefined ? `not sent, but written to ${outboxOf(config.dataDir)} (SMTP_URL)` : hostOf(smtpUrl),
    'Sign-in': signIn.filter(Boolean).join(', '),
    'Reading pictures': config.ocr === 'off' ? 'off (OCR)' : `${config.ocr}, ${config.ocrLanguages}`,
    Jobs: config.workers > 0 ? 'on' : 'off (WORKERS)',
    Backup:
      config.backupDir === undefined
        ? 'off (BACKUP_DIR)'
        : `every night into ${config.backupDir.startsWith('s3://') ? bucketOf(config.backupDir) : config.backupDir}, ${config.backupKeep} kept`,
    Proxies: config.trustProxy === 0 ? 'none (TRUST_PROXY)' : String(config.trustProxy),
    'Rate limits': config.rateLimits ? 'on' : 'off (RATE_LIMITS)',
    'Chat bots': bots.filter(Boolean).join(', ') || 'off',
    'API reference': config.apiDocs ? `${address}/api/docs` : 'off (API_DOCS)',
    Health: `${address}/api/ready`,
    Metrics: metrics,
    Traces: config.tracing ? 'on' : 'off (OTEL_EXPORTER_OTLP_ENDPOINT)',
  }
}

/** States the public address, and the server's port if it differs, as behind a proxy. */
export const runningAt = (publicUrl: string, port: number): string =>
  `is running at ${publicUrl}${new URL(publicUrl).port === String(port) ? '' : `, and listens on port ${port}`}`

/** Formats the setup as lines for a terminal, below \`title\`. */
export function startPage(title: string, setup: Record<string, string>): string {
  const width = Math.max(...Object.keys(setup).map((name) => name.length))
  const lines = Object.entries(setup).map(([name, value]) => `  ${name.padEnd(width)}  ${value}`)
  return ['', title, '', ...lines, ''].join('\n')
}

/** Returns host, port and name, without credentials and parameters. */
function hostOf(address: string): string {
  const url = new URL(address)
  const where = url.hostname === '' ? (url.searchParams.get('host') ?? 'localhost') : url.host
  return `${where}${url.pathname.replace(/\/$/, '')}`
}

function bucketOf(storageUrl: string): string {
  const { bucket, endpoint, region } = parseStorageUrl(storageUrl)
  return `bucket ${bucket} at ${endpoint ?? region}`
}
