import type { Language } from '#contract/languages.ts'
import { escapeHtml } from '../platform/markup.ts'
import type { SiteFace } from './page-document.ts'

const ICONS = / *<link rel="(?:icon|apple-touch-icon)"[^>]*>\n?/g

/** Path of the stylesheet for an accent `#rrggbb`: the content security policy forbids inline styles for it. */
const accentPath = (color: string): string => `/site-accent/${color.slice(1)}.css`

/** Returns head elements for the site's own colors and logo; empty for the product's defaults. */
export function faceMarkup({ accentColor, logo }: SiteFace): string {
  const style = accentColor && `<link rel="stylesheet" href="${accentPath(accentColor)}" />\n    `
  const address = logo && escapeHtml(logo)
  const icons = address
    ? `<link rel="icon" href="${address}" type="image/webp" />\n    <link rel="apple-touch-icon" href="${address}" />\n    `
    : ''
  return style + icons
}

/** Removes the product's icons from the page if the site has a logo. */
export const withFaceIcons = (page: string, { logo }: SiteFace): string => (logo ? page.replace(ICONS, '') : page)

/** Vietnamese texts for the manifest, which is in English. */
const VIETNAMESE = {
  description: 'Tìm, chia sẻ và sao chép meme bằng tiếng Anh và tiếng Việt.',
  shortcuts: {
    '/trending': { name: 'Meme nổi bật', short_name: 'Nổi bật' },
    '/my-meme': { name: 'Meme của tôi' },
    '/bulk-upload': { name: 'Tải lên hàng loạt', short_name: 'Tải lên' },
    '/?paste=1': { name: 'Dán một ảnh', short_name: 'Dán' },
  } as Record<string, object>,
  screenshots: { wide: 'Bảng tin', narrow: 'Bảng tin trên điện thoại' },
}

interface Manifest extends Record<string, unknown> {
  shortcuts?: { url: string }[]
  screenshots?: { form_factor: 'wide' | 'narrow' }[]
}

function inVietnamese(manifest: Manifest): Manifest {
  const { description, shortcuts, screenshots } = VIETNAMESE
  return {
    ...manifest,
    description,
    shortcuts: manifest.shortcuts?.map((shortcut) => ({ ...shortcut, ...shortcuts[shortcut.url] })) ?? [],
    screenshots: manifest.screenshots?.map((one) => ({ ...one, label: screenshots[one.form_factor] })) ?? [],
  }
}

/** Returns the application's manifest with the site's name and logo, in a language. */
export function manifestOf(manifest: string, { name, description, logo }: SiteFace, language: Language): string {
  const product = JSON.parse(manifest) as Manifest
  return JSON.stringify({
    ...(language === 'vi' ? inVietnamese(product) : product),
    lang: language,
    name,
    short_name: name,
    ...(description ? { description } : {}),
    ...(logo ? { icons: [{ src: logo, type: 'image/webp', sizes: 'any' }] } : {}),
  })
}
