import { stat } from 'node:fs/promises'
import path from 'node:path'
import { type FileTree, folderTree, readFrom } from './file-tree.ts'
import { type ImportItem, type ImportSource, Skipped, timeFrom } from './import-item.ts'
import { type FetchPicture, fetched } from './links-source.ts'
import { PostList, readPost } from './post-formats.ts'

/** Parsed in one piece, in the server's process if it owns the embedded database. */
const JSON_MAX_BYTES = 64 * 1024 * 1024

/**
 * Reads posts from a JSON file: szurubooru (`{"results": […]}`) or Danbooru (`[…]`) API lists, Pixelfed statuses, an
 * ActivityPub outbox, or rows of Chevereto's image table. Pictures are files beside the JSON file, or are fetched from their
 * URLs.
 * @throws a one-line error if it is none of these
 */
export async function booruSource(file: string, fetchPicture: FetchPicture): Promise<ImportSource> {
  const { size } = await stat(file)
  if (size > JSON_MAX_BYTES) throw new Error(`${file} is larger than ${JSON_MAX_BYTES} bytes: split it`)
  const tree = folderTree(path.dirname(file))
  let content: unknown
  try {
    content = JSON.parse(await readFrom(tree, path.basename(file), JSON_MAX_BYTES))
  } catch {
    throw new Error(`${file} is not JSON`)
  }
  const posts = PostList.safeParse(content)
  if (!posts.success)
    throw new Error(`${file} has no list of posts, as szurubooru, Danbooru, Pixelfed and Chevereto export it`)
  return { kind: 'a list of posts', items: () => itemsOf(posts.data, tree, fetchPicture), close: tree.close }
}

async function* itemsOf(posts: unknown[], tree: FileTree, fetchPicture: FetchPicture): AsyncGenerator<ImportItem> {
  for (const [index, raw] of posts.entries()) {
    const post = readPost(raw)
    const pictures = post.pictures.length > 0 ? post.pictures : [{ address: undefined, altText: undefined }]
    for (const [at, { address, altText }] of pictures.entries()) {
      const isLink = /^https?:\/\//i.test(address ?? '')
      yield {
        label: `post ${post.id ?? index + 1}${pictures.length > 1 ? `, picture ${at + 1}` : ''}`,
        ...(isLink ? { key: `link ${address}` } : {}),
        fileName: path.posix.basename(address?.split(/[?#]/)[0] ?? ''),
        name: post.name,
        description: post.description,
        altText,
        tags: post.tags,
        createdAt: timeFrom(post.createdAt),
        isSensitive: post.isSensitive,
        async open() {
          if (post.isRestricted) throw new Skipped('no rights', 'is not public')
          if (address === undefined) throw new Skipped('missing file', 'the post names no file')
          return isLink ? fetched(fetchPicture, address) : tree.open(address)
        },
      }
    }
  }
}
