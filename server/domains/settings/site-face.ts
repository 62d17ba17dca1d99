import { DEFAULT_SETTINGS, type SiteSettings } from '#contract/site/settings.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { Deps } from '#server/platform/deps.ts'
import { withTimeout } from '#server/platform/with-timeout.ts'
import type { SiteFace } from '#server/web-pages/page-document.ts'
import { logoPath } from './logo.ts'
import { findLogoHash } from './logo-queries.ts'
import { offeredLanguages, readSettings } from './read-settings.ts'

const FRESH_MS = 1000
const WAIT_MS = 500

export type SiteFaceReader = () => Promise<SiteFace>

/**
 * Creates readers of the site's name, logo, and colors, and of its access. While the database is down, both return the last loaded
 * state, because pages are served even then. If none was loaded yet, the former returns the default, and the latter throws.
 */
export function createSiteFace(deps: Pick<Deps, 'config' | 'db' | 'caches'>): {
  siteFace: SiteFaceReader
  isMembersOnly: () => Promise<boolean>
} {
  const unknown = faceOf({ ...DEFAULT_SETTINGS, languages: offeredLanguages([]) }, null, deps.config)
  let last = unknown
  const cache = deps.caches.open<SiteFace>({ name: 'site-face', max: 1, freshMs: FRESH_MS, topics: ['siteChanged'] })
  const siteFace = () =>
    cache.fetch('', async () => {
      try {
        last = await withTimeout(WAIT_MS, readFace(deps), 'reading the settings took too long')
      } catch {
        // Return the last loaded state.
      }
      return last
    })
  return {
    siteFace,
    async isMembersOnly() {
      const face = await siteFace()
      return (face === unknown ? await readFace(deps) : face).membersOnly
    },
  }
}

async function readFace({ db, config }: Pick<Deps, 'config' | 'db'>): Promise<SiteFace> {
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

function faceOf(settings: SiteSettings, logoHash: string | null, config: Config): SiteFace {
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
