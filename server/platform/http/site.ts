import type { FastifyInstance } from 'fastify'
import { AVATAR_MAX_BYTES, BULK_MAX_FILES, PICTURE_MAX_BYTES, TERMS_VERSION } from '#contract/limits.ts'
import type { SiteSettings } from '#contract/site/settings.ts'
import * as contract from '#contract/site/site.ts'
import type { SiteBranding } from '../../web-pages/page-document.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import type { Gate } from '../load/gate.ts'
import { registerCall } from './register-call.ts'

interface ConfigDeps extends Pick<Deps, 'config'> {
  settings(): Promise<SiteSettings>
  hasAdmin(): Promise<boolean>
  siteBranding(): Promise<SiteBranding>
  passkeyOrigin: string | null
  sourceUrl: () => string | null
}

/** Serves health, readiness, and the settings that the web client needs. */
export function siteRoutes(
  app: FastifyInstance,
  readConfig: () => Promise<contract.SiteConfig>,
  { gate, checks }: { gate: Gate; checks: () => Promise<Record<string, boolean>> },
): void {
  registerCall(app, contract.getHealth, async () => ({ status: 'alive' as const }))

  registerCall(app, contract.getReady, async () => {
    const found = { ...(await checks()), load: !gate.isOverloaded() }
    if (Object.values(found).includes(false)) throw new AppError('server.unavailable', { fields: { checks: found } })
    return { status: 'ready' as const, checks: found }
  })

  registerCall(app, contract.getConfig, async () => ({ data: await readConfig() }))
}

/** Creates the function that returns the site's public configuration. */
export const configReader =
  ({ config, settings, hasAdmin, siteBranding, passkeyOrigin, sourceUrl }: ConfigDeps) =>
  async (): Promise<contract.SiteConfig> => {
    const site = await settings()
    const { siteName, siteDescription, accentColor, access, registration, rules, languages } = site
    return {
      ...{ siteName, siteDescription, accentColor, access, registration, rules, languages },
      reviewsUploads: site.review || (site.sensitiveScoring && site.sensitiveReview),
      logo: (await siteBranding()).logo,
      providers: config.oidcProviders.map(({ id, name, icon }) => ({ id, name, ...(icon ? { icon } : {}) })),
      providersOnly: config.oidcOnly,
      googleClientId: config.googleClientId ?? null,
      facebookAppId: config.facebookAppId ?? null,
      passkeyOrigin,
      sendsMail: config.smtpUrl !== undefined,
      hasAdmin: await hasAdmin(),
      termsVersion: TERMS_VERSION,
      apiDocs: config.apiDocs,
      sourceUrl: sourceUrl(),
      contactEmail: site.contactEmail || config.contactEmail,
      limits: { pictureMaxBytes: PICTURE_MAX_BYTES, avatarMaxBytes: AVATAR_MAX_BYTES, bulkMaxFiles: BULK_MAX_FILES },
    }
  }
