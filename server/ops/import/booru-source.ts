import { createReadStream } from 'node:fs'
import { readFile, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { type ImportItem, type ImportSource, timeFrom } from './import-item.ts'
import { PostList, readPost } from './post-formats.ts'

/** Fetches a picture from the public internet. */
export type FetchPicture = (url: string) => Promise<Buffer>

const JSON_MAX_BYTES = 256 * 1024 * 1024
/**
 * Reads posts from a JSON file: szurubooru (`{"results": […]}`) or Danbooru (`[…]`) API lists, Pixelfed statuses, an
 * ActivityPub outbox, or rows of Chevereto's image table. Pictures are files beside the JSON file, or are fetched from their
 * URLs.
 * @throws a one-line error if it is none of these
 */
export async function booruSource(file: string, fetchPicture: FetchPicture): Promise<ImportSource> {
  const { size } = await stat(file)
  if (size > JSON_MAX_BYTES) throw new Error(`${file} is larger than ${JSON_MAX_BYTES} bytes: split it`)
  let content: unknown
  try {
    content = JSON.parse(await readFile(file, 'utf8'))
  } catch {
    throw new Error(`${file} is not JSON`)
  }
  const posts = PostList.safeParse(content)
  if (!posts.success)
    throw new Error(`${file} has no list of posts, as szurubooru, Danbooru, Pixelfed and Chevereto export it`)
  return {
    kind: 'list of posts',
    items: () => itemsOf(posts.data, path.dirname(file), fetchPicture),
    close: async () => {},
  }
}

async function* itemsOf(posts: unknown[], folder: string, fetchPicture: FetchPicture): AsyncGenerator<ImportItem> {
  for (const [index, raw] of posts.entries()) {
    const post = readPost(raw)
    const pictures = post.pictures.length > 0 ? post.pictures : [{ address: undefined, altText: undefined }]
    for (const [at, { address, altText }] of pictures.entries())
      yield {
        label: `post ${post.id ?? index + 1}${pictures.length > 1 ? `, picture ${at + 1}` : ''}`,
        fileName: path.posix.basename(address?.split(/[?#]/)[0] ?? ''),
        name: post.name,
        description: post.description,
        altText,
        tags: post.tags,
        createdAt: timeFrom(post.createdAt),
        isSensitive: post.isSensitive,
        async open() {
          if (post.refusal) throw new Error(post.refusal)
          return openPost(address, folder, fetchPicture)
        },
      }
  }
}

async function openPost(
  address: string | undefined,
  folder: string,
  fetchPicture: FetchPicture,
): Promise<AsyncIterable<Buffer>> {
  if (address === undefined) throw new Error('the post names no file')
  if (/^https?:\/\//i.test(address)) {
    const bytes = await fetchPicture(address)
    return (async function* () {
      yield bytes
    })()
  }
  // The export is untrusted: it must not reach other files of this machine.
  const root = await realpath(folder)
  const file = await realpath(path.join(root, address.replace(/^\/+/, ''))).catch(() => null)
  if (file === null) throw new Error(`the file ${address} is missing`)
  if (!file.startsWith(`${root}${path.sep}`)) throw new Error(`the file ${address} lies outside of the export`)
  return createReadStream(file)
}
