import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import addressparser from 'nodemailer/lib/addressparser'
import * as z from 'zod'
import { Email } from '#contract/primitives.ts'
import { languageFile } from '#reader/languages.ts'
import { parseStorageUrl } from '../blobs/storage-url.ts'
import { parseFetchAllowlist } from '../links/fetch-allowlist.ts'

/** Minimum length of the token-signing secret. */
export const SECRET_MIN_CHARS = 32
const HOPS_MAX = 10
const HOST_NAME = /^(?=.{1,253}$)[a-z\d]([\w-]{0,61}[a-z\d])?(\.[a-z\d]([\w-]{0,61}[a-z\d])?)*$/i

/** Trims a variable; empty and blank values count as unset. */
const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() || undefined : value)

const rule = <S extends z.ZodType>(schema: S) => z.preprocess(trimmed, schema)

/** `read` returns undefined for invalid values. */
const readBy = <T>(message: string, read: (text: string) => T | undefined) =>
  z.string().transform((text, context) => {
    const value = read(text)
    if (value !== undefined) return value
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })

export const anyText = (fallback: string) => rule(z.string().default(fallback))
export const optionalText = rule(z.string().optional())
export const shortText = (maxChars: number) =>
  rule(
    z
      .string()
      .max(maxChars, `must have at most ${maxChars} characters`)
      .refine((value) => !/\p{Cc}/u.test(value), 'must be one line')
      .optional(),
  )
export const word = rule(z.string().regex(/^\S+$/, 'must be one word, without spaces').optional())
/** Format of the Bot API's `secret_token`, with a length that makes guessing infeasible. */
export const telegramSecret = rule(
  z
    .string()
    .regex(/^[\w-]{16,256}$/, 'must have 16 to 256 characters of A-Z, a-z, 0-9, _ and -')
    .optional(),
)
/** An Ed25519 key. */
export const publicKey = rule(
  z
    .string()
    .regex(/^[\da-f]{64}$/i, 'must have 64 hexadecimal digits')
    .toLowerCase()
    .optional(),
)
/** A path that only the proxy can serve. */
export const internalPath = rule(
  z
    .string()
    .regex(/^\/(?:[\w-]+\/)+$/, 'must be a path such as /stored-pictures/, with a slash at both ends')
    .refine((path) => !/^\/(?:api|media|assets)\//.test(path), 'must not be a path of the site')
    .optional(),
)
export const choice = <const T extends readonly [string, ...string[]]>(options: T, fallback: T[number]) =>
  rule(z.enum(options, `must be ${listed(options)}`).default(fallback as never))
export const isOn = (fallback: 'on' | 'off') => choice(['on', 'off'], fallback).transform((value) => value === 'on')
/** The former value `on` means `full`. */
export const ocrMode = choice(['off', 'light', 'full', 'on'], 'full').transform((mode) =>
  mode === 'on' ? 'full' : mode,
)

function listed(options: readonly string[]): string {
  return `${options.slice(0, -1).join(', ')} or ${options.at(-1)}`
}

/** Digits only; 1e3 and 0x10 are rejected. */
export function wholeNumber(min: number, max: number, fallback: number) {
  return rule(numberFrom(min, max).default(fallback))
}

function numberFrom(min: number, max: number) {
  const read = (digits: string) => {
    const number = /^\d{1,9}$/.test(digits) ? Number(digits) : Number.NaN
    return number >= min && number <= max ? number : undefined
  }
  return readBy(`must be a number from ${min} to ${max}`, read)
}

export const port = rule(numberFrom(1, 65_535).optional())

const TOKEN_MIN_CHARS = 16
export const metricsToken = rule(
  z
    .string()
    .regex(new RegExp(`^\\S{${TOKEN_MIN_CHARS},}$`), `must be one word of at least ${TOKEN_MIN_CHARS} characters`)
    .optional(),
)

const isHost = (host: string) => isIP(host.replace(/^\[(.*)\]$/, '$1')) !== 0 || HOST_NAME.test(host)

export const host = (fallback: string) =>
  rule(
    z
      .string()
      .refine((value) => isIP(value) !== 0 || HOST_NAME.test(value), 'must be an IP address or a host name')
      .default(fallback),
  )

/** The allowed URL parts; all others are rejected. */
interface UrlParts {
  protocols: readonly string[]
  login?: true
  path?: 'none' | 'one' | 'any'
  query?: true
  /** Without a host, the client library's default applies. */
  hostOptional?: true
}

export function readUrl(value: string, parts: UrlParts): URL | undefined {
  if (/\s/.test(value) || !/^[a-z\d]+:\/\//i.test(value) || !URL.canParse(value)) return undefined
  const url = new URL(value)
  const path = url.pathname.replace(/^\/$/, '')
  const refused =
    !parts.protocols.includes(url.protocol) ||
    (url.hostname === '' ? !parts.hostOptional : !isHost(url.hostname)) ||
    (!parts.login && (url.username !== '' || url.password !== '')) ||
    (parts.path === 'none' && path !== '') ||
    (parts.path === 'one' && !/^\/[^/]+$/.test(path)) ||
    (!parts.query && value.includes('?')) ||
    value.includes('#') ||
    [url.username, url.password, url.pathname].some((part) => !canDecode(part))
  return refused ? undefined : url
}

function canDecode(part: string): boolean {
  try {
    decodeURIComponent(part)
    return true
  } catch {
    return false
  }
}

const WEB = ['http:', 'https:'] as const

/** Scheme, host and port only, since the site is served at the root. */
export const origin = rule(
  readBy(
    'must be an http or https address without path, query or login, such as https://memes.example.com',
    (value) => readUrl(value, { protocols: WEB, path: 'none' })?.origin,
  ).optional(),
)

export const webAddress = (fallback: string) =>
  rule(
    readBy('must be an http or https address without query or login', (value) =>
      readUrl(value, { protocols: WEB, path: 'any' })?.href.replace(/\/+$/, ''),
    ).default(fallback),
  )

export const optionalWebAddress = rule(
  readBy('must be an http or https address without query or login', (value) =>
    readUrl(value, { protocols: WEB, path: 'any' })?.href.replace(/\/+$/, ''),
  ).optional(),
)

export const databaseUrl = rule(
  readBy('must look like postgres://user:password@host:5432/database', (value) => {
    const protocols = ['postgres:', 'postgresql:']
    return readUrl(value, { protocols, login: true, path: 'one', query: true, hostOptional: true }) ? value : undefined
  }).optional(),
)

export const smtpUrl = rule(
  readBy('must look like smtp://user:password@host:587 or smtps://…', (value) => {
    const protocols = ['smtp:', 'smtps:']
    return readUrl(value, { protocols, login: true, path: 'none', query: true }) ? value : undefined
  }).optional(),
)

function checkBucket(value: string, context: z.RefinementCtx): void {
  try {
    parseStorageUrl(value)
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message })
  }
}

export const storageUrl = rule(z.string().superRefine(checkBucket).optional())

/** A folder, or a bucket. */
export const backupTarget = rule(
  z
    .string()
    .superRefine((value, context) => {
      if (value.startsWith('s3:')) checkBucket(value, context)
    })
    .optional(),
)

/** A single sender, parsed as the mailer does. */
export const sender = (fallback: string) =>
  rule(readBy('must be one email address, such as Memeroom <no-reply@example.com>', readSender).default(fallback))

function readSender(value: string): string | undefined {
  const [first, ...others] = addressparser(value)
  if (!first || 'group' in first || others.length > 0 || /[\p{Cc}]/u.test(value)) return undefined
  const [, domain] = /^[^\s@<>()[\]\\,;:"]{1,64}@([^@]+)$/u.exec(first.address) ?? []
  // The parser adds text it cannot parse to the name.
  const isWhole = value === first.address || value.endsWith(`<${first.address}>`)
  return isWhole && domain && isHost(domainToASCII(domain)) ? value : undefined
}

export const mailAddress = rule(readBy('must be an email address', (value) => Email.safeParse(value).data).optional())

export const secret = z.preprocess(
  (value) => (value === '' ? undefined : value),
  z
    .string()
    .refine((value) => value.trim().length >= SECRET_MIN_CHARS, `must have at least ${SECRET_MIN_CHARS} characters`)
    .optional(),
)

export const fetchAllowlist = rule(
  readBy(
    'must be address:port pairs, such as 10.0.0.7:80,[fd00::7]:8080',
    (value) => parseFetchAllowlist(value) ?? undefined,
  ).default([]),
)

/** Number of proxies in front of the server (0 for none), or their networks. */
export const trustedProxies = rule(
  readBy(
    `must be off, a number of proxies from 0 to ${HOPS_MAX}, or networks such as 10.0.0.0/8,fd00::/8`,
    readProxies,
  ).default(0),
)

function readProxies(value: string): number | readonly string[] | undefined {
  if (value === 'off') return 0
  if (value === 'on') return 1
  if (/^\d+$/.test(value)) return Number(value) <= HOPS_MAX ? Number(value) : undefined
  const networks = value.split(',').map((part) => part.trim())
  return networks.every(isNetwork) ? networks : undefined
}

/** Returns true if a text is an address with optional prefix length; /0 would trust everyone. */
function isNetwork(network: string): boolean {
  const [, address = '', prefix] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(network) ?? []
  const family = address.includes('%') ? 0 : isIP(address)
  if (family === 0) return false
  return prefix === undefined || (Number(prefix) >= 1 && Number(prefix) <= (family === 4 ? 32 : 128))
}

const LANGUAGES_MAX = 6

/** Installed language data under Tesseract's names, joined by `+`, without duplicates. */
export function ocrLanguages(fallback: string) {
  const read = (text: string) => {
    const codes = text.split('+')
    const isKnown = codes.every((code) => languageFile(code) !== undefined)
    return isKnown && new Set(codes).size === codes.length && codes.length <= LANGUAGES_MAX ? text : undefined
  }
  const message = `must be up to ${LANGUAGES_MAX} languages joined by +, each with its data installed, as by npm install --prefix packages --no-save @tesseract.js-data/fra for fra`
  return rule(readBy(message, read).default(fallback))
}

/** Scopes of OpenID Connect, separated by blanks. */
export const scopes = (fallback: string) =>
  rule(
    z
      .string()
      .refine(
        (value) => value.split(/\s+/).includes('openid') && /^[\x21\x23-\x5b\x5d-\x7e\s]+$/.test(value),
        'must be scopes separated by spaces, including openid',
      )
      .transform((value) => value.split(/\s+/).join(' '))
      .default(fallback),
  )

/** `group=role` pairs, joined by commas. A group's name may contain blanks and equals signs. */
export function groupRoles<R extends string>(role: z.ZodType<R>) {
  const read = (text: string) => {
    const roles = new Map<string, R>()
    for (const pair of text.split(',')) {
      const [, group, given] = /^(.+)=([^=]+)$/.exec(pair.trim()) ?? []
      const known = role.safeParse(given?.trim())
      if (!group?.trim() || !known.success || roles.has(group.trim())) return undefined
      roles.set(group.trim(), known.data)
    }
    return roles
  }
  return rule(
    readBy('must be groups with their roles, such as memes-admins=admin,memes-team=moderator', read).optional(),
  )
}
