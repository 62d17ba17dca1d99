import { languages } from 'virtual:texts'
import { embeddedFirstView, type Site } from './embedded-view.ts'
import { createStore, useStore } from './store.ts'

const PRODUCT: Site = {
  name: 'Memeroom',
  languages: Object.keys(languages),
  logo: null,
  hasRules: false,
  membersOnly: false,
  registration: 'open',
  providerNames: [],
  providersOnly: false,
}

/** The site's branding from the document; updated when an admin saves the settings in this tab. */
export const site = createStore<Site>(embeddedFirstView()?.site ?? PRODUCT)

export const useSite = (): Site => useStore(site)

/** Returns true if people can sign up without an invite. Otherwise, no screen offers it. */
export const useOpenRegistration = (): boolean => useSite().registration === 'open'

/** Applies an accent color `#rrggbb` to the open page; an empty one restores the default. */
export async function paintAccent(color: string): Promise<void> {
  const { accentStyle } = await import('#contract/site/accent.ts')
  // This replaces all adopted style sheets, which contain only earlier accents: the page's own style sheets are elements.
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(color && accentStyle(color))
  document.adoptedStyleSheets = [sheet]
  for (const link of document.querySelectorAll('link[href^="/site-accent/"]')) link.remove()
}
