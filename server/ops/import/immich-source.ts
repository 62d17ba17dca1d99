import * as z from 'zod'
import { PICTURE_MAX_BYTES } from '#contract/limits.ts'
import { type ImportItem, type ImportSource, PICTURE_MIME, Skipped, skippedItem, timeFrom } from './import-item.ts'
import { RemoteSite } from './remote-site.ts'

// Facts from immich-app/immich, server/src: controllers/search.controller.ts, dtos/search.dto.ts and asset-response.dto.ts
// (requests, fields and pages), services/asset.service.ts (only single assets have their tags), services/auth.service.ts (keys).

const PAGE_ASSETS = 250
const ALBUM = /^\/albums\/([\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12})\/?$/i

const Asset = z.looseObject({
  id: z.guid(),
  type: z.string(),
  originalFileName: z.string(),
  originalMimeType: z.string().optional(),
  fileCreatedAt: z.string().optional(),
})
const Found = z.looseObject({
  assets: z.looseObject({ items: z.array(Asset), nextPage: z.string().nullable() }),
})
const Details = z.looseObject({
  exifInfo: z.looseObject({ description: z.string().nullish(), fileSizeInByte: z.number().nullish() }).optional(),
  tags: z.array(z.looseObject({ name: z.string() })).optional(),
})

/**
 * Reads the pictures of an album, never the whole library: most of it is private.
 * @param album the album's page, `https://photos.example.org/albums/ID`
 * @param key an API key with the permissions asset.read and asset.download
 * @throws a one-line error
 */
export function immichSource(album: URL, key: string | undefined, signal: AbortSignal): ImportSource {
  const [, albumId] = ALBUM.exec(album.pathname) ?? []
  if (!albumId) throw new Error('name an album of Immich: the address of its page, which ends with /albums/ID')
  if (key === undefined) throw new Error('Immich needs --key-file: a file with an API key')
  const api = new RemoteSite(new URL('/', album), { 'x-api-key': key }, signal)
  return { kind: 'Immich', items: () => itemsOf(api, albumId), close: async () => {} }
}

async function* itemsOf(api: RemoteSite, albumId: string): AsyncGenerator<ImportItem> {
  for (let page = 1; ; ) {
    const wanted = { albumIds: [albumId], order: 'asc', size: PAGE_ASSETS, page }
    const found = Found.safeParse(await api.json('api/search/metadata', wanted)).data
    if (!found) throw new Error(`${api.base.href} does not answer like Immich`)
    for (const asset of found.assets.items) yield itemOf(api, asset)
    if (found.assets.nextPage === null) return
    const next = Number(found.assets.nextPage)
    if (!(next > page)) throw new Error(`${api.base.href} does not answer like Immich`)
    page = next
  }
}

function itemOf(api: RemoteSite, asset: z.infer<typeof Asset>): ImportItem {
  const label = `asset ${asset.id}, ${asset.originalFileName}`
  if (asset.type !== 'IMAGE' || !PICTURE_MIME.test(asset.originalMimeType ?? 'image/jpeg'))
    return skippedItem(label, 'unsupported type', asset.originalMimeType ?? asset.type)
  const item: ImportItem = {
    label,
    key: `${api.base.href} asset ${asset.id}`,
    fileName: asset.originalFileName,
    name: '',
    description: '',
    tags: [],
    createdAt: timeFrom(asset.fileCreatedAt),
    async open() {
      const { exifInfo, tags } = Details.safeParse(await api.json(`api/assets/${asset.id}`)).data ?? {}
      item.description = exifInfo?.description ?? ''
      item.tags = (tags ?? []).map(({ name }) => name)
      if ((exifInfo?.fileSizeInByte ?? 0) > PICTURE_MAX_BYTES) throw new Skipped('too large')
      return api.download(`api/assets/${asset.id}/original`)
    },
  }
  return item
}
