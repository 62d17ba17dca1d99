import { LANGUAGES } from '#contract/languages.ts'
import { embeddedFirstView, type Site } from './embedded-view.ts'
import { createStore, useStore } from './store.ts'

const PRODUCT: Site = { name: 'Memeroom', languages: LANGUAGES, logo: null, hasRules: false }

/** As the page brought it; changed when an admin saves the settings in this tab. */
export const site = createStore<Site>(embeddedFirstView()?.site ?? PRODUCT)

export const useSite = (): Site => useStore(site)

/** Puts the colours of an accent `#rrggbb` into the open page; an empty one brings the product's back. */
export async function paintAccent(color: string): Promise<void> {
  const { accentStyle } = await import('#contract/accent.ts')
  // Only those of a former accent are there: stylesheets of the page itself are elements.
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(color && accentStyle(color))
  document.adoptedStyleSheets = [sheet]
  for (const link of document.querySelectorAll('link[href^="/site-accent/"]')) link.remove()
}
