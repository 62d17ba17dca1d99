import { createReadStream } from 'node:fs'
import { readFile, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod'
import type { ImportItem, ImportSource } from './import-item.ts'

/** Fetches a picture of the public internet. */
export type FetchPicture = (url: string) => Promise<Buffer>

const JSON_MAX_BYTES = 256 * 1024 * 1024
const NAMED_TAGS = 3

const Tag = z.union([z.string(), z.looseObject({ names: z.array(z.string()).min(1) })])

/** What posts of szurubooru, Danbooru and Gelbooru have in common; each has its own names for it. */
const Post = z.looseObject({
  id: z.union([z.number(), z.string()]).optional(),
  tags: z.union([z.array(Tag), z.string()]).optional(),
  tag_string: z.string().optional(),
  contentUrl: z.string().optional(),
  file_url: z.string().optional(),
  large_file_url: z.string().optional(),
  creationTime: z.string().optional(),
  created_at: z.string().optional(),
  title: z.string().nullish(),
  description: z.string().nullish(),
})
type Post = z.infer<typeof Post>

const Export = z.union([
  z.array(z.unknown()),
  z.looseObject({ results: z.array(z.unknown()) }).transform(({ results }) => results),
  z.looseObject({ posts: z.array(z.unknown()) }).transform(({ posts }) => posts),
  z.looseObject({ post: z.array(z.unknown()) }).transform(({ post }) => post),
])

/**
 * Posts as the API of szurubooru (`{"results": […]}`) or Danbooru (`[…]`) lists them. Pictures are files beside the JSON file,
 * or fetched from their addresses.
 * @throws an error with one line if it is none of these
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
  const posts = Export.safeParse(content)
  if (!posts.success) throw new Error(`${file} has no list of posts, as szurubooru and Danbooru export it`)
  return {
    kind: 'booru export',
    items: () => itemsOf(posts.data, path.dirname(file), fetchPicture),
    close: async () => {},
  }
}

async function* itemsOf(posts: unknown[], folder: string, fetchPicture: FetchPicture): AsyncGenerator<ImportItem> {
  for (const [index, raw] of posts.entries()) {
    const parsed = Post.safeParse(raw)
    const post: Post = parsed.success ? parsed.data : {}
    const address = post.contentUrl ?? post.file_url ?? post.large_file_url
    const tags = tagsOf(post)
    yield {
      label: `post ${post.id ?? index + 1}`,
      fileName: path.posix.basename(address?.split(/[?#]/)[0] ?? ''),
      name: post.title ?? tags.slice(0, NAMED_TAGS).join(' ').replaceAll('_', ' '),
      description: post.description ?? '',
      tags,
      createdAt: dateOf(post.creationTime ?? post.created_at),
      open: () => openPost(address, folder, fetchPicture),
    }
  }
}

function tagsOf(post: Post): string[] {
  const tags = post.tags ?? post.tag_string ?? ''
  if (typeof tags === 'string') return tags.split(/\s+/).filter(Boolean)
  return tags.flatMap((tag) => (typeof tag === 'string' ? tag : (tag.names[0] ?? [])))
}

function dateOf(text: string | undefined): Date | undefined {
  const date = new Date(text ?? '')
  return Number.isNaN(date.getTime()) ? undefined : date
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
  // The export may come from a stranger: it must not lead to other files of this machine.
  const root = await realpath(folder)
  const file = await realpath(path.join(root, address.replace(/^\/+/, ''))).catch(() => null)
  if (file === null) throw new Error(`the file ${address} is missing`)
  if (!file.startsWith(`${root}${path.sep}`)) throw new Error(`the file ${address} lies outside of the export`)
  return createReadStream(file)
}
