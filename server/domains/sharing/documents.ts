import type { Language } from '#contract/languages.ts'
import type { Meme } from '#contract/memes/memes.ts'
import { pictureAlt } from '#contract/memes/picture-alt.ts'
import { figureSources } from '#contract/memes/picture-sources.ts'
import type { SearchFilters } from '#contract/memes/search.ts'
import type { TagDetails } from '#contract/memes/tags.ts'
import type { TrendingUser } from '#contract/memes/trending.ts'
import { PAGES } from '#contract/pages.ts'
import type { UserCard } from '#contract/people/users.ts'
import { escapeHtml } from '#server/platform/markup.ts'
import { textsOf } from '#server/platform/texts/texts.ts'
import type { PageDocument } from '#server/web-pages/page-document.ts'
import { isSensitive, memeDescription, memePath, previewPictures, searchPath, tagPath, userPath } from './meme-facts.ts'
import { type PageHead, renderHead } from './page-head.ts'
import { breadcrumbs, imageObject, memeList, profilePage } from './structured-data.ts'

/**
 * Returns the document of a meme's page, or of a page that opens the meme.
 * @param isPage whether the application will show the meme on a separate page, otherwise as an overlay; either is painted before
 * the application starts
 */
export function memeDocument(
  meme: Meme,
  language: Language,
  publicUrl: string,
  { isPage }: { isPage: boolean },
): PageDocument {
  const path = memePath(meme._id)
  const creator = meme.creator
  const steps = [
    ...(creator ? [{ name: creator.displayName, path: userPath(creator.username) }] : []),
    { name: meme.name, path },
  ]
  const sensitive = isSensitive(meme)
  const head = renderHead(
    {
      language,
      title: meme.name,
      description: memeDescription(meme, language),
      path,
      type: 'article',
      adult: sensitive,
      pictures: previewPictures(meme),
      article: {
        publishedAt: meme.createdAt,
        modifiedAt: meme.updatedAt,
        authorPath: creator ? userPath(creator.username) : null,
        tags: meme.tag,
      },
      embeddable: true,
      structured: [imageObject(meme, language, publicUrl), breadcrumbs(steps, language, publicUrl)],
    },
    publicUrl,
  )
  const words = memeWords(meme, language)
  const picture = sensitive ? '' : memePicture(meme)
  const ratio = meme.image.height / meme.image.width
  const parts = `<div class="first-stage" data-picture-ratio="${ratio}">${picture}</div><div class="first-words">${words}</div>`
  const painted = isPage
    ? { root: `<div class="first-bar"></div><main class="first-meme">${parts}</main>` }
    : { over: `<div class="first-over"><main class="first-meme">${parts}</main></div>` }
  return {
    head: sensitive ? head : `${picturePreload(meme)}\n    ${head}`,
    meme,
    // The application brings the cover of a sensitive meme in an overlay.
    ...(sensitive && !isPage ? { noscript: `<main>${words}</main>` } : painted),
  }
}

export function userDocument(user: UserCard, memes: Meme[], language: Language, publicUrl: string): PageDocument {
  const t = textsOf('sharing', language)
  const path = userPath(user.username)
  return {
    head: renderHead(
      {
        language,
        title: `${user.displayName} (@${user.username})`,
        description: user.bio || t('user', { name: user.displayName, count: user.stats.memesCount }),
        path,
        type: 'profile',
        pictures: firstPicture(memes),
        feed: `/feeds${path}`,
        structured: [
          profilePage(user, publicUrl),
          breadcrumbs([{ name: user.displayName, path }], language, publicUrl),
        ],
      },
      publicUrl,
    ),
    noscript: listMarkup(user.displayName, memes, language),
  }
}

export function tagDocument(tag: TagDetails, memes: Meme[], language: Language, publicUrl: string): PageDocument {
  const t = textsOf('sharing', language)
  const path = tagPath(tag.tag)
  const title = t('tag', { tag: tag.tag })
  return {
    head: renderHead(
      {
        language,
        title,
        description: t('tagAbout', { tag: tag.tag, count: tag.count }),
        path,
        type: 'website',
        pictures: firstPicture(memes),
        feed: `/feeds${path}`,
        structured: [
          memeList(title, path, memes, publicUrl),
          breadcrumbs([{ name: title, path }], language, publicUrl),
        ],
      },
      publicUrl,
    ),
    noscript: listMarkup(title, memes, language),
  }
}

export function trendingDocument(memes: Meme[], language: Language, publicUrl: string): PageDocument {
  const t = textsOf('sharing', language)
  const [title, path] = [t('trending'), PAGES.trending]
  return {
    head: renderHead(
      {
        language,
        title,
        description: t('trendingAbout'),
        path,
        type: 'website',
        pictures: firstPicture(memes),
        feed: '/feeds/trending',
        structured: [
          memeList(title, path, memes, publicUrl),
          breadcrumbs([{ name: title, path }], language, publicUrl),
        ],
      },
      publicUrl,
    ),
    noscript: listMarkup(title, memes, language),
  }
}

interface Search {
  text: string
  filters: SearchFilters
}

/** @param memes the best results; the document names them, and shows the first non-sensitive one */
export function searchDocument(search: Search, memes: Meme[], language: Language, publicUrl: string): PageDocument {
  const head = searchHead(search, language)
  return {
    head: renderHead(
      { ...head, pictures: firstPicture(memes), structured: [memeList(head.title, head.path, memes, publicUrl)] },
      publicUrl,
    ),
    noscript: listMarkup(head.title, memes, language),
  }
}

/** Returns the head of a search by its words only. Asks search engines not to index search results. */
export function searchHead({ text: search, filters }: Search, language: Language): PageHead {
  const t = textsOf('sharing', language)
  return {
    language,
    type: 'website',
    title: t('search', { text: search }),
    description: t('searchAbout', { text: search }),
    path: searchPath(search, filters),
    feed: `/feeds/search?${new URLSearchParams({ q: search })}`,
    indexed: false,
    canonical: true,
  }
}

export function trendingUsersDocument(users: TrendingUser[], language: Language, publicUrl: string): PageDocument {
  const t = textsOf('sharing', language)
  const [title, path] = [t('trendingUsers'), PAGES.trendingUsers]
  const items = users.map(({ username, displayName }) => ({ path: userPath(username), name: displayName }))
  return {
    head: renderHead(
      {
        language,
        title,
        description: t('trendingUsersAbout'),
        path,
        type: 'website',
        structured: [breadcrumbs([{ name: title, path }], language, publicUrl)],
      },
      publicUrl,
    ),
    noscript: linksMarkup(title, items, language),
  }
}

export const firstPicture = (memes: Meme[]) => {
  const first = memes.find((meme) => !isSensitive(meme))
  return first ? previewPictures(first).slice(0, 1) : []
}

/** Returns the picture as the application will show it; requested with the document. */
function memePicture(meme: Meme): string {
  const { image } = meme
  const { src, srcSet, sizes } = figureSources(image)
  const choice = srcSet && sizes ? ` srcset="${srcSet}" sizes="${sizes}"` : ''
  return `<img${choice} src="${src}" width="${image.width}" height="${image.height}" alt="${escapeHtml(pictureAlt(meme))}" fetchpriority="high" decoding="sync" />`
}

/** Preloads the picture before the scripts. */
function picturePreload({ image }: Meme): string {
  const { src, srcSet, sizes } = figureSources(image)
  const choice = srcSet && sizes ? ` imagesrcset="${srcSet}" imagesizes="${sizes}"` : ''
  return `<link rel="preload" as="image" href="${src}"${choice} fetchpriority="high" />`
}

/** Returns a meme's name, words and creator, and links to continue. */
export function memeWords(meme: Meme, language: Language): string {
  const t = textsOf('sharing', language)
  const { creator } = meme
  const words = [isSensitive(meme) ? t('sensitive') : '', meme.description, meme.altText, meme.imageText ?? '']
  return [
    `<h1>${escapeHtml(meme.name)}</h1>`,
    ...words.filter(Boolean).map((text) => `<p>${escapeHtml(text)}</p>`),
    creator
      ? `<p><a href="${userPath(creator.username)}">${escapeHtml(t('by', { name: creator.displayName }))}</a></p>`
      : '',
    ...(meme.tag.length > 0
      ? [`<p>${meme.tag.map((tag) => `<a href="${tagPath(tag)}">#${escapeHtml(tag)}</a>`).join(' ')}</p>`]
      : []),
    `<p><a href="${PAGES.home}">${escapeHtml(t('more'))}</a></p>`,
  ].join('')
}

export function listMarkup(title: string, memes: Meme[], language: Language): string {
  const items = memes.map((meme) => ({ path: memePath(meme._id), name: meme.name }))
  return linksMarkup(title, items, language)
}

function linksMarkup(title: string, items: { path: string; name: string }[], language: Language): string {
  const list = items.map(({ path, name }) => `<li><a href="${path}">${escapeHtml(name)}</a></li>`).join('')
  return `<main><h1>${escapeHtml(title)}</h1><ul>${list}</ul><p><a href="${PAGES.home}">${escapeHtml(textsOf('sharing', language)('more'))}</a></p></main>`
}
