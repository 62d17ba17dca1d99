import * as z from 'zod'
import { defineCall } from '../call.ts'
import { ContentLanguage, okData } from '../primitives.ts'
import { REGISTRATIONS, SITE_ACCESS, SiteRules } from './settings.ts'

export const SiteConfig = z
  .object({
    /** Providers for signing in by redirect, at `/api/auth/oidc/{id}/start`. */
    providers: z.array(z.object({ id: z.string(), name: z.string(), icon: z.string().optional() })),
    /** True if all other ways to sign in are refused. */
    providersOnly: z.boolean(),
    googleClientId: z.string().nullable(),
    facebookAppId: z.string().nullable(),
    passkeyOrigin: z
      .string()
      .nullable()
      .meta({ description: 'Origin on which passkeys work; null: not available on this site' }),
    /** True if /api/docs is available. */
    apiDocs: z.boolean(),
    termsVersion: z.string(),
    contactEmail: z.string(),
    sourceUrl: z
      .string()
      .nullable()
      .meta({ description: 'Address of the running source code; null: available from the operator on request' }),
    siteName: z.string(),
    siteDescription: z.string(),
    accentColor: z.string(),
    logo: z.string().nullable().meta({ description: 'Path of the logo; null: the product’s default' }),
    access: z.enum(SITE_ACCESS),
    registration: z.enum(REGISTRATIONS),
    reviewsUploads: z
      .boolean()
      .meta({ description: 'True if some memes need a moderator’s approval before others see them' }),
    rules: SiteRules,
    languages: z.array(ContentLanguage),
    sendsMail: z
      .boolean()
      .meta({ description: 'False on a site without a mail server: admins send links and codes to members' }),
    hasAdmin: z.boolean().meta({ description: 'False until the site has its first admin' }),
    limits: z.object({ pictureMaxBytes: z.int(), avatarMaxBytes: z.int(), bulkMaxFiles: z.int() }),
  })
  .meta({ id: 'SiteConfig' })
export type SiteConfig = z.infer<typeof SiteConfig>

const anyone = { tag: 'site', auth: 'public' } as const
export const getConfig = defineCall('GET /config', {
  ...anyone,
  strangers: 'always',
  summary: 'Get the settings of the site for the web client',
  response: okData(SiteConfig),
})
export const getHealth = defineCall('GET /health', {
  ...anyone,
  strangers: 'always',
  worksWithoutDatabase: true,
  summary: 'Liveness: the process is running',
  response: z.object({ success: z.literal(true), status: z.literal('alive') }),
})
export const getReady = defineCall('GET /ready', {
  ...anyone,
  strangers: 'always',
  summary: 'Readiness: database, storage, and migrations are ready',
  response: z.object({
    success: z.literal(true),
    status: z.literal('ready'),
    checks: z.record(z.string(), z.boolean()),
  }),
})
