import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import * as z from 'zod'

export interface ImmichAsset {
  id: string
  bytes: Buffer | null
  originalFileName: string
  type?: 'IMAGE' | 'VIDEO'
  originalMimeType?: string
  fileCreatedAt?: string
  description?: string
  tags?: string[]
  /** An asset that the search returns, but that cannot be downloaded, such as a partner's. */
  isOthers?: boolean
}

export const IMMICH_KEY = 'c9Dq3nXb1m0EJw8Hk2vYt5RzLs7PaQfGu4ToIeVx'
export const IMMICH_ALBUM = '3f1c0a52-7d1e-4c3b-9a43-1f0d9b2c4e5a'

/** `MetadataSearchDto`, as far as the tests need it. Older versions reject unknown fields, and so does this stand-in. */
const Search = z.strictObject({
  albumIds: z.array(z.uuidv4()).optional(),
  order: z.enum(['asc', 'desc']).optional(),
  size: z.int().min(1).max(1000).optional(),
  page: z.int().min(1).optional(),
})

/**
 * A stand-in for Immich with one album: `services/auth.service.ts` (keys, permissions), `services/search.service.ts` (pages),
 * `dtos/asset-response.dto.ts`, `services/asset.service.ts`, `middleware/global-exception.filter.ts` (errors).
 */
export async function immichServer(
  assets: ImmichAsset[],
  { permissions = ['asset.read', 'asset.download'], pageMax = 2 } = {},
) {
  const state = { requests: [] as string[], onFile: (_id: string) => {} }
  const server = createServer(async (request, response) => {
    state.requests.push(`${request.method} ${request.url}`)
    const answer = (status: number, body: unknown) =>
      void response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
    const url = request.url ?? ''
    const isDownload = url.endsWith('/original')
    const needed = isDownload ? 'asset.download' : 'asset.read'
    const key = request.headers['x-api-key']
    if (key === undefined) return answer(401, { message: 'Authentication required' })
    if (key !== IMMICH_KEY) return answer(401, { message: 'Invalid API key' })
    if (!permissions.includes(needed)) return answer(403, { message: `Missing required permission: ${needed}` })
    if (request.method === 'POST' && url === '/api/search/metadata') {
      const search = Search.safeParse(await bodyOf(request))
      if (!search.success || !request.headers['content-type']?.startsWith('application/json'))
        return answer(400, { message: 'Validation failed', errors: search.error?.issues })
      const { page = 1, size = 250, order = 'desc', albumIds = [] } = search.data
      const pageSize = Math.min(size, pageMax)
      const found = albumIds.every((id) => id === IMMICH_ALBUM) ? assets.map((asset) => serialize(asset)) : []
      found.sort((a, b) => String(a.fileCreatedAt).localeCompare(String(b.fileCreatedAt)))
      if (order === 'desc') found.reverse()
      const items = found.slice((page - 1) * pageSize, page * pageSize)
      const nextPage = found.length > page * pageSize ? String(page + 1) : null
      const none = { total: 0, count: 0, items: [], facets: [] }
      return answer(200, {
        albums: none,
        assets: { total: items.length, count: items.length, items, facets: [], nextPage },
      })
    }
    const [, id] = /^\/api\/assets\/([\da-f-]{36})(?:\/original)?$/.exec(url) ?? []
    const asset = assets.find((one) => one.id === id)
    if (request.method !== 'GET' || id === undefined) return answer(404, { message: `Cannot ${request.method} ${url}` })
    if (!asset || (isDownload && asset.isOthers)) return answer(400, { message: `Not found or no ${needed} access` })
    if (!isDownload) return answer(200, serialize(asset, true))
    // A file that is missing on the disk.
    if (!asset.bytes) return answer(500, { message: 'Internal server error' })
    state.onFile(asset.id)
    return void response.writeHead(200, { 'content-type': asset.originalMimeType ?? 'image/png' }).end(asset.bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return Object.assign(state, { origin, album: `${origin}/albums/${IMMICH_ALBUM}` })
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = ''
  for await (const chunk of request) text += chunk
  return JSON.parse(text)
}

/** Only the response for one asset has its tags and EXIF data. */
function serialize(asset: ImmichAsset, isSingle = false): Record<string, unknown> {
  const { fileCreatedAt = '2021-06-07T08:09:10.000Z', type = 'IMAGE', originalMimeType = 'image/png' } = asset
  return {
    id: asset.id,
    createdAt: '2025-01-01T00:00:00.000Z',
    ownerId: '0b0d8c5e-93d4-4c5a-8f0c-8f2a5a0b1c2d',
    libraryId: null,
    type,
    originalPath: `/data/upload/${asset.originalFileName}`,
    originalFileName: asset.originalFileName,
    originalMimeType,
    thumbhash: null,
    fileCreatedAt,
    fileModifiedAt: fileCreatedAt,
    localDateTime: fileCreatedAt,
    updatedAt: fileCreatedAt,
    isFavorite: false,
    isArchived: false,
    isTrashed: false,
    isOffline: false,
    visibility: 'timeline',
    duration: '0:00:00.00000',
    checksum: 'AAAAAAAAAAAAAAAAAAAAAAAAAAA=',
    hasMetadata: true,
    ...(isSingle
      ? {
          exifInfo: { description: asset.description ?? '', fileSizeInByte: asset.bytes?.length ?? 1000 },
          tags: (asset.tags ?? []).map((value) => ({
            id: '7c1f7a7e-2b0c-4a0e-8f6a-0f3d8d1a2b3c',
            name: value.split('/').at(-1),
            value,
            createdAt: fileCreatedAt,
            updatedAt: fileCreatedAt,
          })),
        }
      : {}),
  }
}
