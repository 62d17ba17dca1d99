import type { Language } from '#contract/languages.ts'
import type { Meme } from '#contract/memes/memes.ts'
import { pictureAlt } from '#contract/memes/picture-alt.ts'
import { escapeHtml, languageAttributes } from '#server/platform/markup.ts'
import { textsOf } from '#server/platform/texts/texts.ts'
import { isSensitive, memePath } from './meme-facts.ts'
import { absolute, SITE } from './page-head.ts'

/**
 * Returns the CSP of embedded pages: no scripts, no requests except for the picture, and any site may frame them.
 * @param mediaUrl additional origin of pictures besides the site
 */
export function embedPolicy(mediaUrl: string | undefined): string {
  const pictures = mediaUrl === undefined ? "'self'" : `'self' ${new URL(mediaUrl).origin}`
  return `default-src 'none'; img-src ${pictures}; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors *`
}

const STYLE = `
  :root { color-scheme: light dark; --paper: #fbf6ee; --ink: #1d1814; --soft: #6b6258; }
  @media (prefers-color-scheme: dark) { :root { --paper: #16120f; --ink: #f4ede2; --soft: #a89d90; } }
  * { box-sizing: border-box; margin: 0; }
  body { background: var(--paper); color: var(--ink); font: 15px/1.35 system-ui, sans-serif; height: 100vh; }
  a { color: inherit; text-decoration: none; }
  figure { display: grid; grid-template-rows: minmax(0, 1fr) auto; height: 100%; }
  img { display: block; width: 100%; height: 100%; object-fit: contain; }
  .hidden { display: grid; place-items: center; height: 100%; padding: 16px; text-align: center; }
  figcaption { display: flex; gap: 12px; align-items: center; justify-content: space-between; min-height: 64px; padding: 8px 12px; }
  .name { display: block; overflow: hidden; font-weight: 600; text-overflow: ellipsis; white-space: nowrap; }
  .text { min-width: 0; }
  .by { color: var(--soft); font-size: 13px; }
  .site { flex: none; padding: 6px 10px; border: 1px solid currentcolor; border-radius: 999px; font-size: 13px; }
`

/** Returns one meme as a standalone document, for an iframe on another site. */
export function embedPage(meme: Meme, language: Language, publicUrl: string): string {
  const t = textsOf('sharing', language)
  const address = escapeHtml(absolute(publicUrl, memePath(meme._id)))
  const open = `href="${address}" target="_blank" rel="noopener"`
  const name = escapeHtml(meme.name)
  const picture = isSensitive(meme)
    ? `<span class="hidden">${escapeHtml(t('sensitive'))}</span>`
    : `<img src="${meme.image.imageMedium}" width="${meme.image.width}" height="${meme.image.height}" alt="${escapeHtml(pictureAlt(meme))}" />`
  const by = meme.creator ? `<span class="by">${escapeHtml(t('by', { name: meme.creator.displayName }))}</span>` : ''
  return documentOf(
    language,
    `<title>${name} · ${SITE}</title>
    <link rel="canonical" href="${address}" />`,
    `<figure>
      <a ${open}>${picture}</a>
      <figcaption>
        <a ${open} class="text"><span class="name">${name}</span>${by}</a>
        <a ${open} class="site">${SITE}</a>
      </figcaption>
    </figure>`,
  )
}

/** Returns the document of a meme that visitors cannot see, because pages on other sites still embed it. */
export function missingEmbedPage(status: number, language: Language): string {
  const text = escapeHtml(textsOf('sharing', language)(status === 410 ? 'gone' : 'missing'))
  return documentOf(language, `<title>${text} · ${SITE}</title>`, `<p class="hidden">${text}</p>`)
}

const documentOf = (language: Language, head: string, body: string) => `<!doctype html>
<html ${languageAttributes(language)}>
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    ${head}
    <style>${STYLE}</style>
  </head>
  <body>
    ${body}
  </body>
</html>
`
