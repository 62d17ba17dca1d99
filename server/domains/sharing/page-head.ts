import { cutShown, lengthOf } from '#contract/bounded.ts'
import { type Language, localeOf } from '#contract/languages.ts'
import { escapeHtml, scriptJson } from '#server/platform/markup.ts'
import { SITE_NAME } from '#server/platform/texts/site-marks.ts'
import { COMPLETE_LANGUAGES } from '#server/platform/texts/texts.ts'

export const SITE = SITE_NAME
/** Maximum length of a description; chat apps show about two lines. */
const DESCRIPTION_MAX_CHARS = 200

export interface HeadPicture {
  /** Path from the site's root. */
  path: string
  mime: string
  width: number
  height: number
  alt: string
}

export interface PageHead {
  language: Language
  /** Title without the site's name; empty for the home page. */
  title: string
  description: string
  /** Encoded path from the site's root. */
  path: string
  type: 'website' | 'article' | 'profile'
  /** False adds `noindex`. */
  indexed?: boolean
  /** True if the page declares its canonical address and its languages; defaults to `indexed`. */
  canonical?: boolean
  adult?: boolean
  /** Previews show the first one. */
  pictures?: HeadPicture[]
  article?: { publishedAt: string; modifiedAt: string; authorPath: string | null; tags: string[] }
  /** The path of a feed without its extension. */
  feed?: string
  /** True if an oEmbed consumer can embed it. */
  embeddable?: boolean
  /** Schema.org objects, each with its own context. */
  structured?: object[]
}

/** Renders the head of a page for people, chat apps and search engines. */
export function renderHead(head: PageHead, publicUrl: string): string {
  const url = absolute(publicUrl, head.path)
  const title = head.title || SITE
  const description = shorten(head.description, DESCRIPTION_MAX_CHARS)
  return [
    `<title>${escapeHtml(head.title ? `${head.title} · ${SITE}` : SITE)}</title>`,
    named('description', description),
    ...(head.indexed === false ? [named('robots', 'noindex')] : []),
    ...((head.canonical ?? head.indexed ?? true) ? addresses(head, url) : []),
    ...(head.adult ? [named('rating', 'adult')] : []),
    property('og:site_name', SITE),
    property('og:type', head.type),
    property('og:title', title),
    property('og:description', description),
    property('og:url', url),
    property('og:locale', localeOf(head.language)),
    ...COMPLETE_LANGUAGES.filter((language) => language !== head.language).map((language) =>
      property('og:locale:alternate', localeOf(language)),
    ),
    ...(head.pictures ?? []).flatMap((picture) => pictureTags(picture, publicUrl)),
    ...articleTags(head, publicUrl),
    named('twitter:card', head.pictures?.length ? 'summary_large_image' : 'summary'),
    named('twitter:title', title),
    named('twitter:description', description),
    ...(head.pictures ?? [])
      .slice(0, 1)
      .flatMap(({ path, alt }) => [named('twitter:image', absolute(publicUrl, path)), named('twitter:image:alt', alt)]),
    ...links(head, url, publicUrl),
    ...(head.structured ?? []).map((data) => `<script type="application/ld+json">${scriptJson(data)}</script>`),
  ].join('\n    ')
}

/** Returns the absolute URL of a path of the site. */
export const absolute = (publicUrl: string, path: string): string => new URL(path, publicUrl).href

/** Shortens a text to one line of at most `max` characters, cut between words if possible. */
export function shorten(text: string, max: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (lengthOf(line) <= max) return line
  const beginning = cutShown(line, max - 1)
  const space = beginning.lastIndexOf(' ')
  return `${space > max / 2 ? beginning.slice(0, space) : beginning}…`
}

const named = (name: string, content: string) => `<meta name="${name}" content="${escapeHtml(content)}" />`
const property = (name: string, content: string) => `<meta property="${name}" content="${escapeHtml(content)}" />`
const link = (attributes: Record<string, string>) =>
  `<link ${Object.entries(attributes)
    .map(([name, value]) => `${name}="${escapeHtml(value)}"`)
    .join(' ')} />`

function addresses({ path }: PageHead, url: string): string[] {
  const inLanguage = (language: string) => `${url}${path.includes('?') ? '&' : '?'}lng=${language}`
  return [
    link({ rel: 'canonical', href: url }),
    ...COMPLETE_LANGUAGES.map((language) => link({ rel: 'alternate', hreflang: language, href: inLanguage(language) })),
    link({ rel: 'alternate', hreflang: 'x-default', href: url }),
  ]
}

function pictureTags({ path, mime, width, height, alt }: HeadPicture, publicUrl: string): string[] {
  const address = absolute(publicUrl, path)
  return [
    property('og:image', address),
    ...(address.startsWith('https:') ? [property('og:image:secure_url', address)] : []),
    property('og:image:type', mime),
    property('og:image:width', String(width)),
    property('og:image:height', String(height)),
    property('og:image:alt', shorten(alt, DESCRIPTION_MAX_CHARS)),
  ]
}

function articleTags({ article }: PageHead, publicUrl: string): string[] {
  if (!article) return []
  return [
    property('article:published_time', article.publishedAt),
    property('article:modified_time', article.modifiedAt),
    ...(article.authorPath === null ? [] : [property('article:author', absolute(publicUrl, article.authorPath))]),
    ...article.tags.map((tag) => property('article:tag', tag)),
  ]
}

function links({ title, feed, embeddable }: PageHead, url: string, publicUrl: string): string[] {
  const oembed = (format: 'json' | 'xml', type: string) => {
    const query = new URLSearchParams({ url, ...(format === 'xml' ? { format } : {}) })
    return link({ rel: 'alternate', type, href: absolute(publicUrl, `/oembed?${query}`), title: title || SITE })
  }
  const feedLink = (extension: string, type: string) => {
    const [path = '', query] = (feed ?? '').split('?')
    const href = absolute(publicUrl, `${path}.${extension}${query ? `?${query}` : ''}`)
    return link({ rel: 'alternate', type, href, title: title || SITE })
  }
  return [
    ...(embeddable ? [oembed('json', 'application/json+oembed'), oembed('xml', 'text/xml+oembed')] : []),
    ...(feed ? [feedLink('atom', 'application/atom+xml'), feedLink('json', 'application/feed+json')] : []),
    link({
      rel: 'search',
      type: 'application/opensearchdescription+xml',
      href: absolute(publicUrl, '/opensearch.xml'),
      title: SITE,
    }),
  ]
}
