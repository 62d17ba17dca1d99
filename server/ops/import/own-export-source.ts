import * as z from 'zod'
import { type FileTree, readFrom } from './file-tree.ts'
import { type ImportItem, type ImportSource, timeFrom } from './import-item.ts'
import { readJsonList } from './json-list.ts'

const PROFILE_MAX_BYTES = 1024 * 1024

const Listed = z.looseObject({
  name: z.string().default(''),
  description: z.string().nullish(),
  altText: z.string().nullish(),
  file: z.string().nullish(),
  createdAt: z.string().optional(),
  status: z.string().optional(),
  deletedAt: z.string().nullish(),
})
const Profile = z.looseObject({ username: z.string() })

/** Reads a member's data export from this product: the memes of memes.json with their pictures. */
export async function ownExportSource(tree: FileTree): Promise<ImportSource> {
  const profile = await readFrom(tree, 'profile.json', PROFILE_MAX_BYTES)
    .then((text) => Profile.safeParse(JSON.parse(text)).data)
    .catch(() => undefined)
  return { kind: 'a data export', username: profile?.username, items: () => itemsOf(tree), close: tree.close }
}

async function* itemsOf(tree: FileTree): AsyncGenerator<ImportItem> {
  let index = 0
  for await (const raw of (await readJsonList(await tree.open('memes.json'))).elements) {
    index += 1
    const meme = Listed.safeParse(raw).data
    // Skip memes that moderators removed or the member deleted.
    if (meme && (meme.status === 'removed' || meme.deletedAt)) continue
    yield {
      label: meme?.file ?? `meme ${index}`,
      fileName: meme?.file ?? '',
      name: meme?.name ?? '',
      description: meme?.description ?? '',
      altText: meme?.altText ?? undefined,
      tags: [],
      createdAt: timeFrom(meme?.createdAt),
      open: () => tree.open(meme?.file ?? ''),
    }
  }
}
