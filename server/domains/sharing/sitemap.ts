import { PAGES } from '#contract/pages.ts'
import type { Deps } from '#server/platform/deps.ts'
import { escapeXml } from '#server/platform/markup.ts'
import { mediaPath } from '#server/platform/media-path.ts'
import { memePath, tagPath, templatePath, userPath } from './meme-facts.ts'
import { absolute } from './page-head.ts'
import {
  findSitemapMemes,
  findSitemapPages,
  findSitemapPeople,
  findSitemapTags,
  findSitemapTemplates,
  type SitemapEntry,
} from './sitemap-queries.ts'

type SitemapDeps = Pick<Deps, 'config' | 'db'>

const STATIC_PAGES = [
  PAGES.home,
  PAGES.trending,
  PAGES.trendingUsers,
  PAGES.templates,
  PAGES.privacyPolicy,
  PAGES.termsOfService,
  PAGES.rules,
  PAGES.about,
  PAGES.dataDeletionGuide,
]
const HEADER = '<?xml version="1.0" encoding="UTF-8"?>\n'
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const IMAGE_NAMESPACE = 'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"'

/** Returns the index of all sitemaps. */
export async function makeSitemapIndex({ config, db }: SitemapDeps): Promise<string> {
  const [memes, people] = await Promise.all([findSitemapPages(db, 'memes'), findSitemapPages(db, 'people')])
  const entry = (path: string, changed?: Date) =>
    `<sitemap><loc>${escapeXml(absolute(config.publicUrl, path))}</loc>${changed ? `<lastmod>${changed.toISOString()}</lastmod>` : ''}</sitemap>\n`
  const entries = [
    entry('/sitemap/pages.xml'),
    entry('/sitemap/tags.xml'),
    entry('/sitemap/templates.xml'),
    ...people.map((page) => entry(`/sitemap/people/${page.from}.xml`, page.changed_at)),
    ...memes.map((page) => entry(`/sitemap/memes/${page.from}.xml`, page.changed_at)),
  ]
  return `${HEADER}<sitemapindex ${NAMESPACE}>\n${entries.join('')}</sitemapindex>\n`
}

export function staticSitemap({ config }: Pick<SitemapDeps, 'config'>): string {
  return urlSet(STATIC_PAGES.map((path) => `<url><loc>${escapeXml(absolute(config.publicUrl, path))}</loc></url>\n`))
}

export async function tagSitemap({ config, db }: SitemapDeps): Promise<string> {
  return urlSet((await findSitemapTags(db)).map((entry) => urlEntry(entry, tagPath(entry.name), config.publicUrl)))
}

export async function templateSitemap({ config, db }: SitemapDeps): Promise<string> {
  const templates = await findSitemapTemplates(db)
  return urlSet(templates.map((entry) => urlEntry(entry, templatePath(entry.name), config.publicUrl)))
}

/** @param from the first id of the page */
export async function peopleSitemap({ config, db }: SitemapDeps, from: string): Promise<string> {
  const people = await findSitemapPeople(db, from)
  return urlSet(people.map((entry) => urlEntry(entry, userPath(entry.name), config.publicUrl)))
}

/** @param from the first id of the page */
export async function memeSitemap({ config, db }: SitemapDeps, from: string): Promise<string> {
  const memes = await findSitemapMemes(db, from)
  return urlSet(memes.map((entry) => urlEntry(entry, memePath(entry.name), config.publicUrl)))
}

function urlEntry({ changed_at, picture }: SitemapEntry, path: string, publicUrl: string): string {
  const image = picture
    ? `<image:image><image:loc>${escapeXml(absolute(publicUrl, mediaPath(picture)))}</image:loc></image:image>`
    : ''
  return `<url><loc>${escapeXml(absolute(publicUrl, path))}</loc><lastmod>${changed_at.toISOString()}</lastmod>${image}</url>\n`
}

const urlSet = (entries: string[]) =>
  `${HEADER}<urlset ${NAMESPACE} ${IMAGE_NAMESPACE}>\n${entries.join('')}</urlset>\n`
