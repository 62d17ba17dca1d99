import { DEFAULT_SETTINGS, type SiteSettings } from '#contract/site/settings.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { Deps } from '#server/platform/deps.ts'
import { withTimeout } from '#server/platform/with-timeout.ts'
import type { SiteBranding } from '#server/web-pages/page-document.ts'
import { logoPath } from './logo.ts'
import { findLogoHash } from './logo-queries.ts'
import { offeredLanguages, readSettings } from './read-settings.ts'

const FRESH_MS = 1000
const WAIT_MS = 500

export type SiteBrandingReader = () => Promise<SiteBranding>

/**
 * Creates readers of the site's name, logo, and colors, and of its access. While the database is down, both return the last loaded
 * state, because pages are served even then. If none was loaded yet, the former returns the default, and the latter throws.
 */
export function createSiteBranding(deps: Pick<Deps, 'config' | 'db' | 'caches'>): {
  siteBranding: SiteBrandingReader
  isMembersOnly: () => Promise<boolean>
} {
  const unknown = faceOf({ ...DEFAULT_SETTINGS, languages: offeredLanguages([]) }, null, deps.config)
  let last = unknown
  const cache = deps.caches.open<SiteBranding>({
    name: 'site-branding',
    max: 1,
    freshMs: FRESH_MS,
    topics: ['siteChanged'],
  })
  const siteBranding = () =>
    cache.fetch('', async () => {
      try {
        last = await withTimeout(WAIT_MS, readFace(deps), 'reading the settings took too long')
      } catch {
        // Return the last loaded state.
      }
      return last
    })
  return {
    siteBranding,
    async isMembersOnly() {
      const face = await siteBranding()
      return (face === unknown ? await readFace(deps) : face).membersOnly
    },
  }
}

async function readFace({ db, config }: Pick<Deps, 'config' | 'db'>): Promise<SiteBranding> {
  const [settings, hash] = await Promise.all([readSettings(db), findLogoHash(db)])
  return faceOf(settings, hash, config)
}

/** In the order of the buttons: Google, Facebook, and the others. */
function providerNames({ oidcProviders, oidcOnly, facebookAppId }: Config): string[] {
  const google = oidcProviders.filter(({ id }) => id === 'google')
  const others = oidcProviders.filter(({ id }) => id !== 'google')
  const facebook = facebookAppId && !oidcOnly ? [{ name: 'Facebook' }] : []
  return [...google, ...facebook, ...others].map(({ name }) => name)
}

function faceOf(settings: SiteSettings, logoHash: string | null, config: Config): SiteBranding {
  const { siteName: name, siteDescription: description, accentColor, languages, rules } = settings
  return {
    name,
    description,
    accentColor,
    languages,
    contact: settings.contactEmail || config.contactEmail,
    logo: logoHash && logoPath(logoHash),
    hasRules: rules.length > 0,
    membersOnly: settings.access === 'members',
    registration: settings.registration,
    gifProvider: settings.gifProvider,
    gifKeysRequired: settings.gifKeysRequired,
    providerNames: providerNames(config),
    providersOnly: config.oidcOnly,
  }
}
