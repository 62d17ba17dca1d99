import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod'
import { Role } from '#contract/people/roles.ts'
import { ConfigError } from './config-error.ts'
import * as rules from './config-rules.ts'
import type { EnvironmentValues } from './environment.ts'

/** An OpenID Connect provider, set by OIDC_ID_… or by GOOGLE_…. */
export interface OidcProviderSettings {
  /** In the site's addresses and in `/api/config`: lowercase letters and digits. */
  id: string
  /** Stored with an identity and with sessions: the issuer, since another issuer's subjects are other people; `google` for Google. */
  key: string
  /** Without a trailing slash. */
  issuer: string
  clientId: string
  /** Undefined for a public client, which proves itself by PKCE only. */
  clientSecret: string | undefined
  name: string
  /** Data URL of a picture; null: the web client's own. */
  icon: string | null
  scopes: string
  /** Claim that lists a person's groups; dots lead into objects. */
  groupsClaim: string
  /** Role of each mapped group; null: groups have no effect. */
  roles: ReadonlyMap<string, Role> | null
  /** Accounts for new people: as the site's registration setting allows, always, or never. */
  signUp: 'site' | 'always' | 'never'
}

const GOOGLE_ISSUER = 'https://accounts.google.com'
const GOOGLE_KEY = 'google'
const PROVIDERS_MAX = 10
const ICON_MAX_BYTES = 16 * 1024
const ICON_TYPES: Record<string, string> = { '.svg': 'image/svg+xml', '.png': 'image/png', '.webp': 'image/webp' }
const DEFAULT_SCOPES = 'openid profile email'

const Provider = z.object({
  ISSUER: rules.optionalWebAddress,
  CLIENT_ID: rules.word,
  CLIENT_SECRET: rules.word,
  NAME: rules.shortText(40),
  ICON: rules.optionalText,
  SCOPES: rules.scopes(DEFAULT_SCOPES),
  GROUPS_CLAIM: rules.word,
  ROLES: rules.groupRoles(Role),
  SIGN_UP: rules.choice(['site', 'always', 'never'], 'site'),
})
const SETTING = /^OIDC_([^_]*)_(.+)$/

/** Names of the secrets of providers that a file may hold. */
export const providerSecrets = (environment: Record<string, string | undefined>): string[] =>
  Object.keys(environment).flatMap((name) => /^(OIDC_[^_]+_CLIENT_SECRET)_FILE$/.exec(name)?.[1] ?? [])

/** Returns the names of the providers' variables that are set. */
export const providerVariables = (environment: Record<string, string | undefined>): string[] =>
  Object.keys(environment).filter((name) => SETTING.test(name) && environment[name]?.trim())

const NEEDED_TOGETHER = [
  ['FACEBOOK_APP_ID', 'FACEBOOK_APP_SECRET'],
  ['FACEBOOK_APP_SECRET', 'FACEBOOK_APP_ID'],
  ['GOOGLE_CLIENT_SECRET', 'GOOGLE_CLIENT_ID'],
] as const

export const providerWarnings = (providers: readonly OidcProviderSettings[]): string[] =>
  providers.some(({ issuer, clientSecret }) => issuer === GOOGLE_ISSUER && !clientSecret)
    ? ['GOOGLE_CLIENT_SECRET is not set: Google refuses to sign members in by the button without it']
    : []

/** Reads the providers, Google first and the others by id. Throws ConfigError. */
export function readProviders(
  environment: Record<string, string | undefined>,
  env: EnvironmentValues,
): OidcProviderSettings[] {
  for (const [name, needed] of NEEDED_TOGETHER)
    if (env[name] && !env[needed]) throw new ConfigError(`${needed} must be set if ${name} is`)
  const found = new Map<string, Record<string, string | undefined>>()
  for (const name of providerVariables(environment)) {
    const [, id = '', setting = ''] = SETTING.exec(name) ?? []
    if (setting === 'CLIENT_SECRET_FILE') continue
    if (!/^[A-Z\d]{1,20}$/.test(id))
      throw new ConfigError(
        `${name} must name its provider by 1 to 20 characters of A-Z and 0-9, as in OIDC_KEYCLOAK_ISSUER`,
      )
    if (!(setting in Provider.shape))
      throw new ConfigError(`${name} must end with a setting of a provider: ${Object.keys(Provider.shape).join(', ')}`)
    found.set(id, { ...found.get(id), [setting]: environment[name] })
  }
  const others = [...found].map(([id, values]) => readProvider(id, values)).sort((a, b) => (a.id < b.id ? -1 : 1))
  const providers = [...googleProvider(env), ...others]
  if (providers.length > PROVIDERS_MAX) throw new ConfigError(`OIDC_… must name at most ${PROVIDERS_MAX} providers`)
  for (const { id, key } of providers)
    if (
      providers.some((other) => other.id !== id && other.key === key) ||
      providers.filter((other) => other.id === id).length > 1
    )
      throw new ConfigError(
        id === GOOGLE_KEY || key === GOOGLE_KEY
          ? 'GOOGLE_CLIENT_ID must not be set if OIDC_… names Google as well'
          : `OIDC_${id.toUpperCase()}_ISSUER must differ from the issuers of the other providers`,
      )
  if (env.OIDC_ONLY && providers.length === 0)
    throw new ConfigError('OIDC_ONLY must be off while there is no provider, such as OIDC_KEYCLOAK_ISSUER')
  return providers
}

function readProvider(id: string, values: Record<string, string | undefined>): OidcProviderSettings {
  const prefix = `OIDC_${id}`
  const parsed = Provider.safeParse(values)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new ConfigError(`${prefix}_${issue?.path.join('.')} ${issue?.message}`)
  }
  const { ISSUER, CLIENT_ID, CLIENT_SECRET, NAME, ICON, SCOPES, GROUPS_CLAIM, ROLES, SIGN_UP } = parsed.data
  if (!ISSUER) throw new ConfigError(`${prefix}_ISSUER must be set if other settings of ${prefix} are`)
  if (!CLIENT_ID) throw new ConfigError(`${prefix}_CLIENT_ID must be set if ${prefix}_ISSUER is`)
  return {
    id: id.toLowerCase(),
    key: ISSUER === GOOGLE_ISSUER ? GOOGLE_KEY : ISSUER,
    issuer: ISSUER,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    name: NAME ?? id.charAt(0) + id.slice(1).toLowerCase(),
    icon: ICON ? readIcon(`${prefix}_ICON`, ICON) : null,
    scopes: SCOPES,
    groupsClaim: GROUPS_CLAIM ?? 'groups',
    roles: ROLES ?? null,
    signUp: SIGN_UP,
  }
}

function googleProvider(env: EnvironmentValues): OidcProviderSettings[] {
  if (!env.GOOGLE_CLIENT_ID) return []
  return [
    {
      id: GOOGLE_KEY,
      key: GOOGLE_KEY,
      issuer: env.GOOGLE_ISSUER_URL,
      clientId: env.GOOGLE_CLIENT_ID,
      clientSecret: env.GOOGLE_CLIENT_SECRET,
      name: 'Google',
      icon: null,
      scopes: DEFAULT_SCOPES,
      groupsClaim: 'groups',
      roles: null,
      signUp: 'site',
    },
  ]
}

function readIcon(name: string, file: string): string {
  const found = path.resolve(file)
  const type = ICON_TYPES[path.extname(found).toLowerCase()]
  try {
    if (type && statSync(found).size <= ICON_MAX_BYTES)
      return `data:${type};base64,${readFileSync(found).toString('base64')}`
  } catch {
    // Treat an unreadable file as an invalid one.
  }
  throw new ConfigError(`${name} must be an SVG, PNG, or WebP file of at most ${ICON_MAX_BYTES / 1024} KB: ${found}`)
}
