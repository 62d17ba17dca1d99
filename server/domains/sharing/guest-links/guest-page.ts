import type { Language } from '#contract/languages.ts'
import { PERSONAL_PAGE_SIZE } from '#contract/limits.ts'
import type { GuestLinkTarget } from '#contract/memes/guest-links.ts'
import type { Meme } from '#contract/memes/memes.ts'
import { pictureAlt } from '#contract/memes/picture-alt.ts'
import { PAGES } from '#contract/pages.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { escapeHtml, languageAttributes } from '#server/platform/markup.ts'
import { mediaKeyOf } from '#server/platform/media-path.ts'
import { textsOf } from '#server/platform/texts/texts.ts'

import { ANY_VISITOR, visitorIn } from '#server/platform/viewer.ts'
import { getAlbum, listAlbumMemes, requireInAlbum } from '../../albums/albums.ts'
import { getMeme } from '../../memes/get-meme.ts'
import { isSensitive } from '../meme-facts.ts'
import { absolute, renderHead, SITE } from '../page-head.ts'
import { GUEST_PREFIX } from './guest-links.ts'

export const GUEST_POLICY =
  "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const STYLE = `
  :root { color-scheme: light dark; --paper: #fbf6ee; --card: #fff; --ink: #1d1814; --soft: #6b6258; }
  @media (prefers-color-scheme: dark) { :root { --paper: #16120f; --card: #221c17; --ink: #f4ede2; --soft: #a89d90; } }
  * { box-sizing: border-box; margin: 0; }
  body { background: var(--paper); color: var(--ink); font: 16px/1.4 system-ui, sans-serif; }
  header, main, footer { max-width: 1200px; margin: auto; padding: 16px; }
  header { display: flex; align-items: center; justify-content: space-between; gap: 12px; }
  h1 { font-size: 24px; overflow-wrap: anywhere; }
  .by { color: var(--soft); margin-bottom: 16px; }
  .list { columns: 320px; column-gap: 16px; padding: 0; list-style: none; }
  .one { columns: 1; max-width: 800px; }
  li { break-inside: avoid; margin-bottom: 16px; overflow: hidden; border-radius: 12px; background: var(--card); }
  img { display: block; width: 100%; height: auto; }
  .name { padding: 12px; overflow-wrap: anywhere; }
  summary { display: grid; min-height: 160px; place-content: center; padding: 16px; cursor: pointer; text-align: center; }
  .show { margin-top: 8px; text-decoration: underline; }
  .button { display: inline-flex; align-items: center; min-height: 44px; padding: 0 16px; border: 1px solid currentcolor;
    border-radius: 999px; color: inherit; text-decoration: none; }
  footer { text-align: center; }
`

type GuestDeps = Pick<Deps, 'config' | 'db' | 'caches'>

export interface GuestPage {
  title: string
  /** The owner's name. */
  by: string | null
  memes: Meme[]
  nextCursor: string | null
}

/** Returns a page of the content of a link, as visitors of a public site see it. Throws meme.notFound, meme.removed, album.notFound. */
export async function readGuestPage(
  deps: GuestDeps,
  target: GuestLinkTarget,
  language: Language,
  cursor: string | undefined,
): Promise<GuestPage> {
  const visitor = visitorIn(language)
  if (target.kind === 'meme') {
    const meme = await getMeme(deps, visitor, target.id)
    return { title: meme.name, by: meme.creator?.displayName ?? null, memes: [meme], nextCursor: null }
  }
  const album = await getAlbum(deps, visitor, target.id)
  const { memes, nextCursor } = await listAlbumMemes(deps, visitor, target.id, { limit: PERSONAL_PAGE_SIZE, cursor })
  return { title: album.name, by: album.owner.displayName, memes, nextCursor }
}

/** Returns a meme if the link shows it. Throws meme.notFound, meme.removed, album.notFound. */
export async function readGuestMeme(deps: GuestDeps, target: GuestLinkTarget, memeId: string): Promise<Meme> {
  const visitor = ANY_VISITOR
  if (target.kind === 'album') await requireInAlbum(deps, visitor, target.id, memeId)
  else if (target.id !== memeId) throw new AppError('meme.notFound')
  return getMeme(deps, visitor, memeId)
}

const SIZES = ['medium', 'original'] as const
export type GuestSize = (typeof SIZES)[number]
export const isGuestSize = (size: string): size is GuestSize => (SIZES as readonly string[]).includes(size)

/** The storage key of a meme's picture. */
export const keyOf = ({ image }: Meme, size: GuestSize): string =>
  mediaKeyOf(size === 'medium' ? image.imageMedium : image.imageOrigin)

const picturePath = (token: string, meme: Meme, size: GuestSize) => `${GUEST_PREFIX}${token}/${meme._id}/${size}`

/** Renders the page of a link without scripts. */
export function guestDocument(page: GuestPage, token: string, language: Language, publicUrl: string): string {
  const t = textsOf('sharing', language)
  const path = GUEST_PREFIX + token
  const cover = page.memes.find((meme) => !isSensitive(meme))
  const head = renderHead(
    {
      language,
      title: page.title,
      description: page.by === null ? t('meme') : t('by', { name: page.by }),
      path,
      type: 'website',
      indexed: false,
      pictures: cover
        ? [{ path: picturePath(token, cover, 'medium'), ...sizeOf(cover), mime: 'image/webp', alt: pictureAlt(cover) }]
        : [],
    },
    publicUrl,
  )
  const items = page.memes.map((meme) => {
    const picture = `<a href="${picturePath(token, meme, 'original')}"><img src="${picturePath(token, meme, 'medium')}" width="${meme.image.width}" height="${meme.image.height}" loading="lazy" alt="${escapeHtml(pictureAlt(meme))}" /></a>`
    const shown = isSensitive(meme)
      ? `<details><summary>${escapeHtml(t('sensitive'))}<span class="show">${escapeHtml(t('show'))}</span></summary>${picture}</details>`
      : picture
    return `<li>${shown}<p class="name">${escapeHtml(meme.name)}</p></li>`
  })
  const by = page.by === null ? '' : `<p class="by">${escapeHtml(t('by', { name: page.by }))}</p>`
  const next =
    page.nextCursor === null
      ? ''
      : `<footer><a class="button" rel="next" href="${path}?cursor=${encodeURIComponent(page.nextCursor)}">${escapeHtml(t('nextPage'))}</a></footer>`
  const list = `<ul class="list${page.memes.length === 1 ? ' one' : ''}">${items.join('\n')}</ul>`
  const empty = page.memes.length === 0 ? `<p class="by">${escapeHtml(t('emptyAlbum'))}</p>` : list
  return frame({ language, head, publicUrl, main: `<h1>${escapeHtml(page.title)}</h1>\n${by}\n${empty}`, next })
}

/** Renders the page of a link that has ended or never existed. */
export function endedDocument(language: Language, publicUrl: string): string {
  const t = textsOf('sharing', language)
  const head = `<title>${escapeHtml(t('linkEnded'))} · ${SITE}</title>\n<meta name="robots" content="noindex" />`
  const main = `<h1>${escapeHtml(t('linkEnded'))}</h1>\n<p class="by">${escapeHtml(t('linkEndedHint'))}</p>`
  return frame({ language, head, publicUrl, main, next: '' })
}

const sizeOf = ({ image }: Meme) => ({ width: image.width, height: image.height })

function frame(parts: { language: Language; head: string; publicUrl: string; main: string; next: string }): string {
  const { language, head, publicUrl, main, next } = parts
  const t = textsOf('sharing', language)
  return `<!doctype html>
<html ${languageAttributes(language)}>
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    ${head}
    <style>${STYLE}</style>
  </head>
  <body>
    <header>
      <strong>${SITE}</strong>
      <a class="button" rel="noreferrer" href="${escapeHtml(absolute(publicUrl, PAGES.login))}">${escapeHtml(t('logIn'))}</a>
    </header>
    <main>${main}</main>
    ${next}
  </body>
</html>
`
}
