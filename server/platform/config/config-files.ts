import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import path from 'node:path'
import { ConfigError } from './config-error.ts'
import { providerSecrets } from './config-providers.ts'

/**
 * Settings that hold a secret. Each can come from a file, as vaults and orchestrators provide secrets: NAME_FILE names the
 * file.
 */
export const SECRET_VARIABLES = [
  'AUTH_SECRET',
  'DATABASE_URL',
  'DATABASE_READ_URL',
  'STORAGE_URL',
  'SMTP_URL',
  'GOOGLE_CLIENT_SECRET',
  'FACEBOOK_APP_SECRET',
  'TELEGRAM_WEBHOOK_SECRET',
  'SLACK_SIGNING_SECRET',
  'MATTERMOST_TOKEN',
  'ROCKET_CHAT_TOKEN',
  'ZULIP_TOKEN',
  'MEDIA_PURGE_TOKEN',
  'METRICS_TOKEN',
] as const

const SECRET_MAX_CHARS = 10_000

/** Returns the environment with the contents of every NAME_FILE under NAME. Throws ConfigError, which never quotes a file. */
export function withSecretFiles(environment: Record<string, string | undefined>): Record<string, string | undefined> {
  const values = { ...environment }
  for (const name of [...SECRET_VARIABLES, ...providerSecrets(environment)]) {
    const file = environment[`${name}_FILE`]?.trim()
    if (!file) continue
    if (environment[name]?.trim()) throw new ConfigError(`${name}_FILE must not be set if ${name} is`)
    values[name] = readSecret(name, file)
  }
  return values
}

function readSecret(name: string, file: string): string {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    throw new ConfigError(`${name}_FILE must name a file that can be read: ${file}`)
  }
  const secret = text.trim()
  if (secret === '' || secret.length > SECRET_MAX_CHARS || /[\r\n\0]/.test(secret))
    throw new ConfigError(`${name}_FILE must name a file with one line: ${file}`)
  return secret
}

const DIGEST_LINE = /^[\dA-Fa-f]{40}[:\r\n]/

/** Returns the path of a file of breached passwords. Throws ConfigError for any other file. */
export function findBreached(file: string | undefined): string | undefined {
  if (file === undefined) return undefined
  const found = path.resolve(file)
  try {
    const head = Buffer.alloc(80)
    const handle = openSync(found, 'r')
    readSync(handle, head)
    closeSync(handle)
    if (DIGEST_LINE.test(head.toString('latin1'))) return found
  } catch {
    // Treat an unreadable file as an invalid one.
  }
  throw new ConfigError(`BREACHED_PASSWORDS must be a file with sorted lines that begin with SHA-1 digests: ${found}`)
}
