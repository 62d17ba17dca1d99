import type { Language } from '#contract/languages.ts'
import { getMeme as getMemeCall } from '#contract/memes/memes.ts'
import { EMBED_WIDTH_PX, embedCode } from '#contract/memes/share-codes.ts'
import { PAGES } from '#contract/pages.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { escapeXml } from '#server/platform/markup.ts'
import { visitorIn } from '#server/platform/viewer.ts'
import { getMeme } from '../memes/get-meme.ts'
import { isSensitive, sharePicturePath, userPath } from './meme-facts.ts'
import { absolute, SITE } from './page-head.ts'
import { shareSize } from './share-picture-size.ts'

const CACHE_SECONDS = 3600

type OembedAnswer = Record<string, string | number>

/**
 * Returns the oEmbed 1.0 response for a meme's address; for a sensitive meme, a link without its picture.
 * @throws AppError `request.notFound` for an address that is not a meme's, `meme.notFound`, `meme.removed`
 */
export async function findEmbed(
  deps: Pick<Deps, 'config' | 'db' | 'caches'>,
  input: { url: string; maxWidth: number; maxHeight: number },
  language: Language,
): Promise<OembedAnswer> {
  const { publicUrl } = deps.config
  const id = memeIdOf(input.url, publicUrl)
  if (id === null) throw new AppError('request.notFound')
  const meme = await getMeme(deps, visitorIn(language), id)
  const answer: OembedAnswer = {
    version: '1.0',
    type: 'link',
    title: meme.name,
    provider_name: SITE,
    provider_url: absolute(publicUrl, '/'),
    cache_age: CACHE_SECONDS,
    ...(meme.creator
      ? {
          author_name: meme.creator.displayName,
          author_url: absolute(publicUrl, userPath(meme.creator.username)),
        }
      : {}),
  }
  if (isSensitive(meme)) return answer
  const picture = absolute(publicUrl, sharePicturePath(meme))
  const size = shareSize(meme.image)
  const scale = Math.min(1, input.maxWidth / size.width, input.maxHeight / size.height)
  const width = Math.max(1, Math.floor(size.width * scale))
  const height = Math.max(1, Math.floor(size.height * scale))
  return {
    ...answer,
    type: 'photo',
    url: picture,
    width,
    height,
    thumbnail_url: picture,
    thumbnail_width: size.width,
    thumbnail_height: size.height,
    html: embedCode(meme, new URL(publicUrl).origin, Math.min(input.maxWidth, EMBED_WIDTH_PX)),
  }
}

/** Returns the id in the address of a meme on this site: /meme/{id}, or any page with ?view={id}; null for any other address. */
function memeIdOf(address: string, publicUrl: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null
  if (!url || url.host !== new URL(publicUrl).host) return null
  const [, path] = new RegExp(`^${PAGES.meme.replace(':id', '([^/]+)')}/?$`).exec(url.pathname) ?? []
  const parsed = getMemeCall.params.safeParse({ id: path ?? url.searchParams.get('view')?.trim() })
  return parsed.success ? parsed.data.id : null
}

export function oembedXml(answer: OembedAnswer): string {
  const fields = Object.entries(answer).map(([name, value]) => `<${name}>${escapeXml(String(value))}</${name}>`)
  return `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>${fields.join('')}</oembed>\n`
}
