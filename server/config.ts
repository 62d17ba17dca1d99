import { randomBytes } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod'
import { type ModelFolder, readModelFolder } from './adapters/embeddings/meaning/model-folder.ts'
import { parsePrivatePlaces } from './adapters/links/private-places.ts'

/** A wrong setting; `message` is one line that names the variable and the rule. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

const blankIsUnset = (value: unknown) => (value === '' ? undefined : value)
const text = z.preprocess(blankIsUnset, z.string().optional())
const onOff = (fallback: 'on' | 'off') =>
  z.preprocess(blankIsUnset, z.enum(['on', 'off'], 'must be on or off').default(fallback))
const url = (protocols: string[], rule: string) =>
  z.preprocess(
    blankIsUnset,
    z
      .string()
      .refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), rule)
      .optional(),
  )

const Environment = z.object({
  PORT: z.preprocess(
    blankIsUnset,
    z.coerce
      .number('must be a number from 0 to 65535')
      .int()
      .min(0, 'must be a number from 0 to 65535')
      .max(65535, 'must be a number from 0 to 65535')
      .default(3000),
  ),
  HOST: z.preprocess(blankIsUnset, z.string().default('127.0.0.1')),
  PUBLIC_URL: url(['http:', 'https:'], 'must be an http or https address'),
  DATA_DIR: z.preprocess(blankIsUnset, z.string().default('./data')),
  DATABASE_URL: url(['postgres:', 'postgresql:'], 'must begin with postgres://'),
  STORAGE_URL: url(['s3:'], 'must look like s3://bucket?endpoint=…&region=…'),
  SMTP_URL: url(['smtp:', 'smtps:'], 'must begin with smtp:// or smtps://'),
  MAIL_FROM: z.preprocess(blankIsUnset, z.string().default('Memeroom <no-reply@localhost>')),
  CONTACT_EMAIL: z.preprocess(blankIsUnset, z.email('must be an e-mail address').optional()),
  AUTH_SECRET: z.preprocess(blankIsUnset, z.string().min(32, 'must have at least 32 characters').optional()),
  GOOGLE_CLIENT_ID: text,
  FACEBOOK_APP_ID: text,
  FACEBOOK_APP_SECRET: text,
  GOOGLE_ISSUER_URL: url(['http:', 'https:'], 'must be an http or https address'),
  FACEBOOK_GRAPH_URL: url(['http:', 'https:'], 'must be an http or https address'),
  DEMO: z.preprocess(blankIsUnset, z.enum(['auto', 'true', 'false'], 'must be auto, true or false').default('auto')),
  OCR: onOff('on'),
  OCR_LANGUAGES: z.preprocess(
    blankIsUnset,
    z
      .string()
      .regex(/^(eng|vie)(\+(eng|vie))?$/, 'must be eng, vie or eng+vie')
      .default('eng+vie'),
  ),
  EMBEDDINGS: z.preprocess(
    blankIsUnset,
    z
      .string()
      .regex(/^(builtin|clip:.+)$/, 'must be builtin or clip:DIR')
      .default('builtin'),
  ),
  WORKERS: z.preprocess(
    blankIsUnset,
    z.coerce
      .number('must be 0 or more')
      .int('must be a whole number')
      .min(0, 'must be 0 or more')
      .max(64, 'must be at most 64')
      .default(1),
  ),
  LINK_PRIVATE_PLACES: z.preprocess(
    blankIsUnset,
    z
      .string()
      .default('')
      .transform((value) => (value ? parsePrivatePlaces(value) : []))
      .refine((value) => value !== null, 'must be address:port pairs, such as 10.0.0.7:80,[fd00::7]:8080'),
  ),
  TRUST_PROXY: onOff('off'),
  LOG_LEVEL: z.preprocess(
    blankIsUnset,
    z
      .enum(
        ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
        'must be fatal, error, warn, info, debug, trace or silent',
      )
      .default('info'),
  ),
  RATE_LIMITS: onOff('on'),
})

export interface Config {
  port: number
  host: string
  publicUrl: string
  dataDir: string
  databaseUrl: string | undefined
  storageUrl: string | undefined
  smtpUrl: string | undefined
  mailFrom: string
  /** Where the legal pages send questions and requests. */
  contactEmail: string
  authSecret: string
  googleClientId: string | undefined
  googleIssuerUrl: string
  facebookAppId: string | undefined
  facebookAppSecret: string | undefined
  facebookGraphUrl: string
  demo: 'auto' | 'true' | 'false'
  ocr: boolean
  ocrLanguages: string
  /** The folder of the operator's CLIP model; null where likeness goes by looks alone. */
  clip: ModelFolder | null
  workers: number
  /** Places of one's own network that the server may fetch linked pictures from, as `parsePrivatePlaces` gives them. */
  linkPrivatePlaces: readonly string[]
  trustProxy: boolean
  logLevel: string
  rateLimits: boolean
}

/** Reads and checks all settings, makes DATA_DIR and its secret. Throws ConfigError. The only reader of the environment. */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const parsed = Environment.safeParse(environment)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new ConfigError(`${issue?.path.join('.')} ${issue?.message}`)
  }
  const env = parsed.data
  if (env.FACEBOOK_APP_ID && !env.FACEBOOK_APP_SECRET)
    throw new ConfigError('FACEBOOK_APP_SECRET must be set where FACEBOOK_APP_ID is')
  const dataDir = path.resolve(env.DATA_DIR)
  makeWritable(dataDir)
  return {
    port: env.PORT,
    host: env.HOST,
    publicUrl: (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, ''),
    dataDir,
    databaseUrl: env.DATABASE_URL,
    storageUrl: env.STORAGE_URL,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    contactEmail: env.CONTACT_EMAIL ?? `privacy@${new URL(env.PUBLIC_URL ?? 'http://localhost').hostname}`,
    authSecret: env.AUTH_SECRET ?? keptSecret(dataDir),
    googleClientId: env.GOOGLE_CLIENT_ID,
    googleIssuerUrl: (env.GOOGLE_ISSUER_URL ?? 'https://accounts.google.com').replace(/\/+$/, ''),
    facebookAppId: env.FACEBOOK_APP_ID,
    facebookAppSecret: env.FACEBOOK_APP_SECRET,
    facebookGraphUrl: (env.FACEBOOK_GRAPH_URL ?? 'https://graph.facebook.com').replace(/\/+$/, ''),
    demo: env.DEMO,
    ocr: env.OCR === 'on',
    ocrLanguages: env.OCR_LANGUAGES,
    clip: findModel(env.EMBEDDINGS),
    workers: env.WORKERS,
    linkPrivatePlaces: env.LINK_PRIVATE_PLACES ?? [],
    trustProxy: env.TRUST_PROXY === 'on',
    logLevel: env.LOG_LEVEL,
    rateLimits: env.RATE_LIMITS === 'on',
  }
}

function findModel(embeddings: string): ModelFolder | null {
  if (embeddings === 'builtin') return null
  const dir = path.resolve(embeddings.slice('clip:'.length))
  try {
    return readModelFolder(dir)
  } catch (error) {
    throw new ConfigError(
      `EMBEDDINGS must be clip:DIR with a CLIP model in ONNX form in DIR: ${(error as Error).message}`,
    )
  }
}

function makeWritable(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true })
    accessSync(dataDir, constants.W_OK | constants.X_OK)
    // Access rights say yes to root on a read-only file system; writing tells the truth.
    const probe = path.join(dataDir, '.writable')
    writeFileSync(probe, '')
    rmSync(probe)
  } catch {
    throw new ConfigError(`DATA_DIR must be a folder that can be written to: ${dataDir}`)
  }
}

function keptSecret(dataDir: string): string {
  const file = path.join(dataDir, 'auth-secret')
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  const secret = randomBytes(32).toString('base64url')
  writeFileSync(file, `${secret}\n`, { mode: 0o600 })
  return secret
}
