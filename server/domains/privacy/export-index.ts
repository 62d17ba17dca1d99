import type { Language } from '#contract/languages.ts'
import { escapeHtml, languageAttributes } from '#server/platform/markup.ts'
import { type TextKey, textsOf } from '#server/platform/texts/texts.ts'

export interface ExportSummary {
  username: string
  displayName: string
  madeAt: Date
  memes: { name: string; description: string; file: string | null; createdAt: Date }[]
  albumCount: number
  namedAlbumCount: number
  sessionCount: number
  accessTokenCount: number
  guestLinkCount: number
  securityEventCount: number
  savedSearchCount: number
  followingCount: number
  followersCount: number
  actionCount: number
}

/** Returns an HTML overview of the archive: its files, and the pictures with their names. Self-contained. */
export function exportIndex(language: Language, summary: ExportSummary): string {
  const texts = textsOf('dataExport', language)
  const t = (key: TextKey<'dataExport'>) => escapeHtml(texts(key))
  const title = escapeHtml(texts('title', { name: `${summary.displayName} (@${summary.username})` }))
  const files = [
    ['profile.json', t('profile')],
    ['memes.json', `${t('memes')}: ${summary.memes.length}`],
    ['actions.json', `${t('actions')}: ${summary.actionCount}`],
    ['follows.json', `${t('follows')}: ${summary.followingCount} / ${summary.followersCount}`],
    ['saved-searches.json', `${t('savedSearches')}: ${summary.savedSearchCount}`],
    ['albums.json', `${t('albums')}: ${summary.albumCount}`],
    ['named-albums.json', `${t('namedAlbums')}: ${summary.namedAlbumCount}`],
    ['guest-links.json', `${t('guestLinks')}: ${summary.guestLinkCount}`],
    ['sessions.json', `${t('sessions')}: ${summary.sessionCount}`],
    ['access-tokens.json', `${t('accessTokens')}: ${summary.accessTokenCount}`],
    ['security-events.json', `${t('securityEvents')}: ${summary.securityEventCount}`],
  ]
  const pictures = summary.memes.map(({ name, description, file, createdAt }) => {
    const picture = file ? `<a href="${file}"><img src="${file}" alt="" loading="lazy"></a>` : ''
    const day = createdAt.toISOString().slice(0, 10)
    return `<figure>${picture}<figcaption><b>${escapeHtml(name)}</b><br>${escapeHtml(description)} <time>${day}</time></figcaption></figure>`
  })
  return `<!doctype html>
<html ${languageAttributes(language)}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title>
<style>body{max-width:60rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif;color:#1e1914;background:#fbf6ee}img{max-width:100%;height:auto}main{columns:16rem;column-gap:1rem}figure{break-inside:avoid;margin:0 0 1rem}a{color:#b72c14}</style></head>
<body><h1>${title}</h1><p>${t('made')} <time>${summary.madeAt.toISOString().slice(0, 10)}</time></p><h2>${t('files')}</h2>
<ul>${files.map(([file, what]) => `<li><a href="${file}">${file}</a> ${what}</li>`).join('')}</ul>
<h2>${t('memes')}</h2><main>${pictures.join('\n')}</main></body></html>
`
}
