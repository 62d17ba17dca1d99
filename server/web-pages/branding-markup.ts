import { directionOf, type Language } from '#contract/languages.ts'
import { escapeHtml } from '../platform/markup.ts'
import { type TextKey, textsOf } from '../platform/texts/texts.ts'
import type { SiteBranding } from './page-document.ts'

const ICONS = / *<link rel="(?:icon|apple-touch-icon)"[^>]*>\n?/g

/** Path of the stylesheet for an accent `#rrggbb`: the content security policy forbids inline styles for it. */
const accentPath = (color: string): string => `/site-accent/${color.slice(1)}.css`

/** Returns head elements for the site's own colors and logo; empty for the product's defaults. */
export function brandingMarkup({ accentColor, logo }: SiteBranding): string {
  const style = accentColor && `<link rel="stylesheet" href="${accentPath(accentColor)}" />\n    `
  const address = logo && escapeHtml(logo)
  const icons = address
    ? `<link rel="icon" href="${address}" type="image/webp" />\n    <link rel="apple-touch-icon" href="${address}" />\n    `
    : ''
  return style + icons
}

/** Removes the product's icons from the page if the site has a logo. */
export const withBrandingIcons = (page: string, { logo }: SiteBranding): string =>
  logo ? page.replace(ICONS, '') : page

/** The texts of each shortcut in the manifest, by its address. */
const SHORTCUTS = {
  '/trending': { name: 'trending.name', short_name: 'trending.short' },
  '/my-meme': { name: 'myMemes.name' },
  '/bulk-upload': { name: 'bulkUpload.name', short_name: 'bulkUpload.short' },
  '/?paste=1': { name: 'paste.name', short_name: 'paste.short' },
} as const satisfies Record<string, Record<string, TextKey<'manifest'>>>
const SCREENSHOTS = { wide: 'feed', narrow: 'feedOnPhone' } as const

interface Manifest extends Record<string, unknown> {
  shortcuts?: { url: keyof typeof SHORTCUTS }[]
  screenshots?: { form_factor: keyof typeof SCREENSHOTS }[]
}

function translated({ shortcuts = [], screenshots = [], ...manifest }: Manifest, language: Language): Manifest {
  const t = textsOf('manifest', language)
  const textsOfShortcut = (url: keyof typeof SHORTCUTS) =>
    Object.fromEntries(Object.entries(SHORTCUTS[url]).map(([name, key]) => [name, t(key)]))
  return {
    ...manifest,
    description: textsOf('sharing', language)('home'),
    shortcuts: shortcuts.map((shortcut) => ({ ...shortcut, ...textsOfShortcut(shortcut.url) })),
    screenshots: screenshots.map((one) => ({ ...one, label: t(SCREENSHOTS[one.form_factor]) })),
  }
}

/** Returns the application's manifest with the site's name and logo, in a language. */
export function manifestOf(manifest: string, { name, description, logo }: SiteBranding, language: Language): string {
  return JSON.stringify({
    ...translated(JSON.parse(manifest) as Manifest, language),
    lang: language,
    dir: directionOf(language),
    name,
    short_name: name,
    ...(description ? { description } : {}),
    ...(logo ? { icons: [{ src: logo, type: 'image/webp', sizes: 'any' }] } : {}),
  })
}
