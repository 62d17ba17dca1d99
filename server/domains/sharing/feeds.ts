import type { Language } from '#contract/languages.ts'
import type { Meme } from '#contract/memes/memes.ts'
import { pictureAlt } from '#contract/memes/picture-alt.ts'
import { escapeHtml, escapeXml } from '#server/platform/markup.ts'
import { memePath, sharePicturePath, userPath } from './meme-facts.ts'
import { absolute, SITE } from './page-head.ts'

export interface MemeFeed {
  title: string
  /** The page that shows the same list. */
  path: string
  /** Path of the feed without its extension; a query follows the extension. */
  feedPath: string
  language: Language
  memes: Meme[]
}

const ownPath = ({ feedPath }: MemeFeed, extension: string) => {
  const [path, query] = feedPath.split('?')
  return `${path}.${extension}${query ? `?${query}` : ''}`
}

function content(meme: Meme, publicUrl: string): string {
  const { image } = meme
  const address = escapeHtml(absolute(publicUrl, memePath(meme._id)))
  const picture = `<img src="${escapeHtml(absolute(publicUrl, image.imageMedium))}" width="${image.width}" height="${image.height}" alt="${escapeHtml(pictureAlt(meme))}" />`
  return `<p><a href="${address}">${picture}</a></p>${meme.description ? `<p>${escapeHtml(meme.description)}</p>` : ''}`
}

/** Returns the time of the latest change in the feed. An empty feed gets the epoch, so that its text stays constant. */
const updatedAt = (memes: Meme[]) =>
  memes.reduce((latest, { updatedAt }) => (updatedAt > latest ? updatedAt : latest), new Date(0).toISOString())

/** Returns an Atom feed (RFC 4287). */
export function atomFeed(feed: MemeFeed, publicUrl: string): string {
  const { memes } = feed
  const own = escapeXml(absolute(publicUrl, ownPath(feed, 'atom')))
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${feed.language}">
  <id>${own}</id>
  <title>${escapeXml(`${feed.title} · ${SITE}`)}</title>
  <updated>${updatedAt(memes)}</updated>
  <author><name>${SITE}</name><uri>${escapeXml(absolute(publicUrl, '/'))}</uri></author>
  <link rel="self" type="application/atom+xml" href="${own}"/>
  <link rel="alternate" type="text/html" href="${escapeXml(absolute(publicUrl, feed.path))}"/>
${memes.map((meme) => entry(meme, publicUrl)).join('')}</feed>
`
}

function entry(meme: Meme, publicUrl: string): string {
  const { creator, image } = meme
  const author = creator
    ? `<author><name>${escapeXml(creator.displayName)}</name><uri>${escapeXml(absolute(publicUrl, userPath(creator.username)))}</uri></author>`
    : ''
  const tags = meme.tag.map((tag) => `<category term="${escapeXml(tag)}"/>`).join('')
  return `  <entry>
    <id>urn:uuid:${meme._id}</id>
    <title>${escapeXml(meme.name)}</title>
    <link rel="alternate" type="text/html" href="${escapeXml(absolute(publicUrl, memePath(meme._id)))}"/>
    <link rel="enclosure" type="${image.mime}" href="${escapeXml(absolute(publicUrl, image.imageOrigin))}"/>
    <published>${meme.createdAt}</published>
    <updated>${meme.updatedAt}</updated>
    ${author}${tags}
    <content type="html">${escapeXml(content(meme, publicUrl))}</content>
  </entry>
`
}

/** Returns a feed in JSON Feed 1.1. */
export function jsonFeed(feed: MemeFeed, publicUrl: string): string {
  const people = ({ creator }: Meme) =>
    creator
      ? {
          authors: [
            {
              name: creator.displayName,
              url: absolute(publicUrl, userPath(creator.username)),
              ...(creator.avatarUrl ? { avatar: absolute(publicUrl, creator.avatarUrl) } : {}),
            },
          ],
        }
      : {}
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: `${feed.title} · ${SITE}`,
    home_page_url: absolute(publicUrl, feed.path),
    feed_url: absolute(publicUrl, ownPath(feed, 'json')),
    language: feed.language,
    items: feed.memes.map((meme) => ({
      id: `urn:uuid:${meme._id}`,
      url: absolute(publicUrl, memePath(meme._id)),
      title: meme.name,
      content_html: content(meme, publicUrl),
      image: absolute(publicUrl, sharePicturePath(meme)),
      date_published: meme.createdAt,
      date_modified: meme.updatedAt,
      tags: meme.tag,
      attachments: [{ url: absolute(publicUrl, meme.image.imageOrigin), mime_type: meme.image.mime }],
      ...people(meme),
    })),
  })
}
