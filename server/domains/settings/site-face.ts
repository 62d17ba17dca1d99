import { DEFAULT_SETTINGS, type SiteSettings } from '#contract/site/settings.ts'
import type { Deps } from '#server/platform/deps.ts'
import { withTimeout } from '#server/platform/with-timeout.ts'
import type { SiteFace } from '#server/web-pages/page-document.ts'
import { logoPath } from './logo.ts'
import { findLogoHash } from './logo-queries.ts'
import { readSettings } from './read-settings.ts'

const FRESH_MS = 1000
const WAIT_MS = 500

export interface SiteFaceReader {
  (): Promise<SiteFace>
  /** Call after a change on this node, because the admin may reload the page immediately. */
  renew(): void
}

/**
 * Reads how the site presents itself; at most a second old after a change on another node. While the database is down, it returns
 * the last known state, because pages are served even then.
 */
export function createSiteFace(deps: Pick<Deps, 'config' | 'db'>): SiteFaceReader {
  let last = faceOf(DEFAULT_SETTINGS, null, deps.config.contactEmail)
  let kept: { until: number; face: Promise<SiteFace> } | undefined
  const refresh = async (): Promise<SiteFace> => {
    try {
      last = await withTimeout(WAIT_MS, readFace(deps), 'the settings take too long')
    } catch {
      // Return the last known state.
    }
    return last
  }
  const read = () => {
    if (!kept || kept.until < Date.now()) kept = { until: Date.now() + FRESH_MS, face: refresh() }
    return kept.face
  }
  const renew = () => {
    kept = undefined
  }
  return Object.assign(read, { renew })
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
