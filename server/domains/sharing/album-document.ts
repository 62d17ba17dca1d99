import type { Language } from '#contract/languages.ts'
import type { Album } from '#contract/memes/albums.ts'
import type { Meme } from '#contract/memes/memes.ts'
import { PAGES } from '#contract/pages.ts'
import { textsOf } from '#server/platform/texts/texts.ts'
import type { PageDocument } from '#server/web-pages/page-document.ts'
import { firstPicture, listMarkup } from './documents.ts'
import { userPath } from './meme-facts.ts'
import { renderHead } from './page-head.ts'
import { breadcrumbs, memeList } from './structured-data.ts'

/** Returns an album's page with its cover as the preview. Search engines may index only public albums. */
export function albumDocument(album: Album, memes: Meme[], language: Language, publicUrl: string): PageDocument {
  const t = textsOf('sharing', language)
  const path = PAGES.album.replace(':id', album._id)
  const { owner, cover, count } = album
  const steps = [
    { name: owner.displayName, path: userPath(owner.username) },
    { name: album.name, path },
  ]
  return {
    head: renderHead(
      {
        language,
        title: album.name,
        description: t('albumAbout', { name: owner.displayName, count }),
        path,
        type: 'website',
        indexed: album.visibility === 'public',
        pictures: firstPicture(cover ? [cover, ...memes] : memes),
        structured: [memeList(album.name, path, memes, publicUrl), breadcrumbs(steps, language, publicUrl)],
      },
      publicUrl,
    ),
    noscript: listMarkup(album.name, memes, language),
  }
}
