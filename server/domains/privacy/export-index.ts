import type { Language } from '#contract/languages.ts'
import { escapeHtml } from '#server/platform/markup.ts'

const TEXTS = {
  en: {
    title: (name: string) => `Memeroom: the data of ${name}`,
    made: 'Made on',
    files: 'Files',
    profile: 'Profile, preferences and ways to sign in',
    memes: 'Memes',
    actions: 'Likes, views, copies, reports and appeals',
    follows: 'Following and followers',
    albums: 'Album',
    namedAlbums: 'Named albums',
    sessions: 'Sessions',
    accessTokens: 'Access tokens',
  },
  vi: {
    title: (name: string) => `Memeroom: dữ liệu của ${name}`,
    made: 'Tạo ngày',
    files: 'Tệp',
    profile: 'Hồ sơ, tùy chọn và cách đăng nhập',
    memes: 'Meme',
    actions: 'Lượt thích, xem, sao chép, báo cáo và khiếu nại',
    follows: 'Đang theo dõi và người theo dõi',
    albums: 'Album',
    namedAlbums: 'Album có tên',
    sessions: 'Phiên đăng nhập',
    accessTokens: 'Mã truy cập',
  },
} as const

export interface ExportSummary {
  username: string
  displayName: string
  madeAt: Date
  memes: { name: string; description: string; file: string | null; createdAt: Date }[]
  albumCount: number
  namedAlbumCount: number
  sessionCount: number
  accessTokenCount: number
  followingCount: number
  followersCount: number
  actionCount: number
}

/** Returns an HTML overview of the archive: its files, and the pictures with their names. Self-contained. */
export function exportIndex(language: Language, summary: ExportSummary): string {
  const texts = TEXTS[language]
  const title = escapeHtml(texts.title(`${summary.displayName} (@${summary.username})`))
  const files = [
    ['profile.json', texts.profile],
    ['memes.json', `${texts.memes}: ${summary.memes.length}`],
    ['actions.json', `${texts.actions}: ${summary.actionCount}`],
    ['follows.json', `${texts.follows}: ${summary.followingCount} / ${summary.followersCount}`],
    ['albums.json', `${texts.albums}: ${summary.albumCount}`],
    ['named-albums.json', `${texts.namedAlbums}: ${summary.namedAlbumCount}`],
    ['sessions.json', `${texts.sessions}: ${summary.sessionCount}`],
    ['access-tokens.json', `${texts.accessTokens}: ${summary.accessTokenCount}`],
  ]
  const pictures = summary.memes.map(({ name, description, file, createdAt }) => {
    const picture = file ? `<a href="${file}"><img src="${file}" alt="" loading="lazy"></a>` : ''
    const day = createdAt.toISOString().slice(0, 10)
    return `<figure>${picture}<figcaption><b>${escapeHtml(name)}</b><br>${escapeHtml(description)} <time>${day}</time></figcaption></figure>`
  })
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title>
<style>body{max-width:60rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif;color:#1e1914;background:#fbf6ee}img{max-width:100%;height:auto}main{columns:16rem;column-gap:1rem}figure{break-inside:avoid;margin:0 0 1rem}a{color:#b72c14}</style></head>
<body><h1>${title}</h1><p>${texts.made} <time>${summary.madeAt.toISOString().slice(0, 10)}</time></p><h2>${texts.files}</h2>
<ul>${files.map(([file, what]) => `<li><a href="${file}">${file}</a> ${what}</li>`).join('')}</ul>
<h2>${texts.memes}</h2><main>${pictures.join('\n')}</main></body></html>
`
}
