import { DEFAULT_SETTINGS, type SiteSettings } from '#contract/site/settings.ts'
import type { Deps } from '#server/platform/deps.ts'
import { withTimeout } from '#server/platform/with-timeout.ts'
import type { SiteFace } from '#server/web-pages/page-document.ts'
import { logoPath } from './logo.ts'
import { findLogoHash } from './logo-queries.ts'
import { readSettings } from './read-settings.ts'

const FRESH_MS = 1000
const WAIT_MS = 500

export type SiteFaceReader = () => Promise<SiteFace>

/**
 * Reads how the site presents itself. While the database is down, it returns the last loaded state, because pages are served
 * even then.
 */
export function createSiteFace(deps: Pick<Deps, 'config' | 'db' | 'caches'>): SiteFaceReader {
  let last = faceOf(DEFAULT_SETTINGS, null, deps.config.contactEmail)
  const cache = deps.caches.open<SiteFace>({ name: 'site-face', max: 1, freshMs: FRESH_MS, topics: ['siteChanged'] })
  return () =>
    cache.fetch('', async () => {
      try {
        last = await withTimeout(WAIT_MS, readFace(deps), 'the settings take too long')
      } catch {
        // Return the last loaded state.
      }
      return last
    })
}

async function readFace({ db, config }: Pick<Deps, 'config' | 'db'>): Promise<SiteFace> {
  const [settings, hash] = await Promise.all([readSettings(db), findLogoHash(db)])
  return faceOf(settings, hash, config.contactEmail)
}

function faceOf(settings: SiteSettings, logoHash: string | null, configuredContact: string): SiteFace {
  const { siteName: name, siteDescription: description, accentColor, languages, rulesEn, rulesVi } = settings
  return {
    name,
    description,
    accentColor,
    languages,
    contact: settings.contactEmail || configuredContact,
    logo: logoHash && logoPath(logoHash),
    hasRules: Boolean(rulesEn || rulesVi),
  }
}
