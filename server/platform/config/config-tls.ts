import { parseStorageUrl } from '../blobs/storage-url.ts'
import type { EnvironmentValues } from './environment.ts'

const DATABASES = ['DATABASE_URL', 'DATABASE_READ_URL'] as const
const WEB = [
  'MEDIA_URL',
  'MEDIA_PURGE_URL',
  'GOOGLE_ISSUER_URL',
  'FACEBOOK_GRAPH_URL',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
] as const

/**
 * Returns the rule that the first connection without verified TLS breaks, as "NAME must …"; null if all connections that leave
 * this machine are encrypted.
 */
export function plainConnection(
  urls: EnvironmentValues,
  providers: readonly { id: string; issuer: string }[] = [],
): string | null {
  if (new URL(urls.PUBLIC_URL ?? 'http://localhost').protocol !== 'https:') return 'PUBLIC_URL must begin with https://'
  const database = DATABASES.find((name) => urls[name] && !isDatabaseSafe(new URL(urls[name])))
  if (database) return `${database} must have sslmode=verify-full`
  if (urls.SMTP_URL && !isMailSafe(new URL(urls.SMTP_URL)))
    return 'SMTP_URL must begin with smtps:// or have requireTLS=true'
  const endpoint = urls.STORAGE_URL ? parseStorageUrl(urls.STORAGE_URL).endpoint : undefined
  if (endpoint && !isWebSafe(endpoint)) return 'STORAGE_URL must have an https endpoint'
  const plain = WEB.find((name) => urls[name] && !isWebSafe(urls[name]))
  const provider = providers.find(({ issuer }) => !isWebSafe(issuer))
  const name = plain ?? (provider && `OIDC_${provider.id.toUpperCase()}_ISSUER`)
  return name ? `${name} must begin with https://` : null
}

const isLocal = (host: string) => /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(host)

function isDatabaseSafe(url: URL): boolean {
  const host = url.searchParams.get('host') ?? url.hostname
  // Without a host, or with a folder, the connection uses a local socket.
  if (host === '' || host.startsWith('/') || isLocal(host)) return true
  return url.searchParams.get('sslmode') === 'verify-full' && !isUnchecked(url)
}

function isMailSafe(url: URL): boolean {
  if (isLocal(url.hostname)) return true
  const isEncrypted = url.protocol === 'smtps:' || url.searchParams.get('requireTLS') === 'true'
  return isEncrypted && !isUnchecked(url)
}

/** Returns true if the URL disables certificate verification. */
const isUnchecked = (url: URL) =>
  [...url.searchParams].some(([name, value]) => /rejectUnauthorized/i.test(name) && value !== 'true')

function isWebSafe(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || isLocal(hostname)
}
