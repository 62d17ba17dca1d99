import path from 'node:path'
import * as z from 'zod'
import { PICTURE_MAX_BYTES } from '#contract/limits.ts'
import { type ImportItem, type ImportSource, PICTURE_MIME, Skipped, skippedItem, timeFrom } from './import-item.ts'
import { type FetchPicture, fetched } from './links-source.ts'
import { readPost } from './post-formats.ts'
import { RemoteSite } from './remote-site.ts'

// Facts from rr-/szurubooru: doc/API.md, server/szurubooru/func/posts.py (fields), search/executor.py and parser.py (pages and
// queries), middleware/authenticator.py (tokens), client/nginx.conf.docker (/api/ and /data/).

const PAGE_POSTS = 100
const FIELDS = 'id,creationTime,safety,source,type,mimeType,fileSize,contentUrl,tags'

const Post = z.looseObject({
  id: z.int().positive(),
  type: z.string(),
  mimeType: z.string().nullish(),
  fileSize: z.number().nullish(),
  contentUrl: z.string(),
})
const Page = z.looseObject({ results: z.array(Post) })

/**
 * Reads all posts of a szurubooru site that this user sees.
 * @param key `NAME:TOKEN`, a login token of the user's account; without it, reads as a visitor
 */
export function szurubooruSource(
  base: URL,
  key: string | undefined,
  fetchPicture: FetchPicture,
  signal: AbortSignal,
): ImportSource {
  const authorization: Record<string, string> =
    key === undefined ? {} : { authorization: `Token ${Buffer.from(key).toString('base64')}` }
  const api = new RemoteSite(base, authorization, signal)
  const files = new RemoteSite(base, {}, signal)
  async function* items() {
    for await (const post of postsOf(api)) yield itemOf(files, fetchPicture, post)
  }
  return { kind: 'szurubooru', items, close: async () => {} }
}

/** Pages by ID, because offsets shift when posts are added or deleted meanwhile. */
async function* postsOf(api: RemoteSite): AsyncGenerator<z.infer<typeof Post>> {
  for (let from = 1; ; ) {
    const query = { query: `id:${from}.. sort:id,asc`, offset: '0', limit: String(PAGE_POSTS), fields: FIELDS }
    const page = Page.safeParse(await api.json(`api/posts/?${new URLSearchParams(query)}`)).data
    if (!page) throw new Error(`${api.base.href} does not answer like szurubooru`)
    yield* page.results
    const last = page.results.at(-1)?.id
    if (last === undefined) return
    if (last < from) throw new Error(`${api.base.href} does not answer like szurubooru`)
    from = last + 1
  }
}

function itemOf(files: RemoteSite, fetchPicture: FetchPicture, post: z.infer<typeof Post>): ImportItem {
  const label = `post ${post.id}`
  if (!PICTURE_MIME.test(post.mimeType ?? '')) return skippedItem(label, 'unsupported type', post.mimeType ?? post.type)
  if ((post.fileSize ?? 0) > PICTURE_MAX_BYTES) return skippedItem(label, 'too large')
  const { name, description, tags, createdAt, isSensitive } = readPost(post)
  const url = URL.canParse(post.contentUrl, files.base.href) ? new URL(post.contentUrl, files.base) : undefined
  return {
    label,
    key: `${files.base.href} post ${post.id}`,
    fileName: path.posix.basename(url?.pathname ?? ''),
    name,
    description,
    tags,
    createdAt: timeFrom(createdAt),
    isSensitive,
    async open() {
      if (!url) throw new Skipped('missing file', post.contentUrl)
      // DATA_URL may be on another host.
      return url.origin === files.base.origin ? files.download(url.href) : fetched(fetchPicture, url.href)
    },
  }
}
