import { accentStyle } from '#contract/accent.ts'
import { escapeHtml } from '../markup.ts'
import type { SiteFace } from '../page-document.ts'

const ICONS = / *<link rel="(?:icon|apple-touch-icon)"[^>]*>\n?/g

/** What the head of every page has of the site's own colours and logo; empty for the product's. */
export function faceMarkup({ accentColor, logo }: SiteFace): string {
  const style = accentColor && `<style>${accentStyle(accentColor)}</style>\n    `
  const address = logo && escapeHtml(logo)
  const icons = address
    ? `<link rel="icon" href="${address}" type="image/webp" />\n    <link rel="apple-touch-icon" href="${address}" />\n    `
    : ''
  return style + icons
}

/** The page without the product's icons where the site has its own. */
export const withFaceIcons = (page: string, { logo }: SiteFace): string => (logo ? page.replace(ICONS, '') : page)

/** The manifest of the application under the site's name and logo. */
export function manifestOf(manifest: string, { name, description, logo }: SiteFace): string {
  const product = JSON.parse(manifest) as Record<string, unknown>
  return JSON.stringify({
    ...product,
    name,
    short_name: name,
    ...(description ? { description } : {}),
    ...(logo ? { icons: [{ src: logo, type: 'image/webp', sizes: 'any' }] } : {}),
  })
}
