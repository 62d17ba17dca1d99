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
import { Environment, type EnvironmentValues, VARIABLES } from './environment.ts'

export { ConfigError }

/** Hosts that only this machine can reach, as written in URLs. */
export const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]']

/** Former setting names, with their current names. */
const RENAMED_VARIABLES = { LINK_PRIVATE_PLACES: 'LINK_FETCH_ALLOWLIST' } as const

/** Chats that put a token into their requests. */
export const TEAM_CHAT_NAMES = ['mattermost', 'rocket-chat', 'zulip'] as const
export type TeamChatName = (typeof TEAM_CHAT_NAMES)[number]

type CamelCase<S extends string> = S extends `${infer First}_${infer Rest}`
  ? `${Lowercase<First>}${Capitalize<CamelCase<Rest>>}`
  : Lowercase<S>
type Values = { [Name in keyof EnvironmentValues as CamelCase<Name>]-?: EnvironmentValues[Name] }

/** The values of the environment variables, by their names in camel case, and settings computed from them. */
export interface Config extends Omit<Values, 'publicUrl' | 'contactEmail' | 'authSecret'> {
  publicUrl: string
  /** Contact address on the legal pages. */
  contactEmail: string
  authSecret: string
  /** Providers for signing in by redirect, with OpenID Connect. */
  oidcProviders: readonly OidcProviderSettings[]
  /** Tokens that authenticate the requests of these chats. */
  teamChatTokens: Record<TeamChatName, string | undefined>
  /** Folder of the operator's CLIP model; null if only visual similarity is used. */
  clip: ModelFolder | null
  /** True to export spans to an OpenTelemetry collector. Its packages read their own variables. */
  tracing: boolean
  /** Minimum free space, in bytes, on the disk of DATA_DIR; below it, uploads are rejected. */
  freeDiskMinBytes: number
  /** Delay between a failing readiness check and the refusal of requests at shutdown, so that proxies stop using the node first. */
  drainDelayMs: number
  /** Deprecation warnings for the log, one line each. */
  warnings: readonly string[]
}

/** Reads and validates all settings; creates DATA_DIR and the secret. Throws ConfigError. No other code reads the environment. */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const { values, warnings } = withRenamedVariables(withSecretFiles(environment))
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
  const plain = env.REQUIRE_TLS ? plainConnection(env, oidcProviders) : null
  if (plain) throw new ConfigError(`${plain} while REQUIRE_TLS is on`)
  const dataDir = path.resolve(env.DATA_DIR)
  makeWritable(dataDir, env.DATABASE_URL === undefined)
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`
  return {
    ...inCamelCase(env),
    publicUrl,
    dataDir,
    contactEmail: env.CONTACT_EMAIL ?? `privacy@${new URL(env.PUBLIC_URL ?? 'http://localhost').hostname}`,
    authSecret: env.AUTH_SECRET ?? keptSecret(dataDir),
    breachedPasswords: findBreached(env.BREACHED_PASSWORDS),
    oidcProviders,
    teamChatTokens: {
      mattermost: env.MATTERMOST_TOKEN,
      'rocket-chat': env.ROCKET_CHAT_TOKEN,
      zulip: env.ZULIP_TOKEN,
    },
    clip: findModel(env.EMBEDDINGS),
    backupDir: env.BACKUP_DIR?.startsWith('s3://') === false ? path.resolve(env.BACKUP_DIR) : env.BACKUP_DIR,
    tracing: env.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined,
    freeDiskMinBytes: env.FREE_DISK_MIN_MB * 1024 * 1024,
    drainDelayMs: env.DRAIN_DELAY_S * 1000,
    warnings: [...warnings, ...(isPlain(publicUrl) ? [PLAIN_WARNING] : []), ...providerWarnings(oidcProviders)],
  }
}

function inCamelCase(env: EnvironmentValues): Values {
  const named = Object.entries(env).map(([name, value]) => [
    name.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
    value,
  ])
  return Object.fromEntries(named) as Values
}

/**
 * Returns the folder where a command was typed. npm runs scripts in the package's folder and reports the caller's in INIT_CWD.
 */
export const callingFolder = (): string => process.env.INIT_CWD ?? process.cwd()

/** Reads a setting's former name if the current one is unset. */
function withRenamedVariables(environment: Record<string, string | undefined>) {
  const values = { ...environment }
  const warnings: string[] = []
  for (const [former, name] of Object.entries(RENAMED_VARIABLES)) {
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
