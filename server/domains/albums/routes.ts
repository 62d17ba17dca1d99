import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/memes/albums.ts'
import type { Deps } from '#server/platform/deps.ts'
import { registerCall } from '#server/platform/http/register-call.ts'
import { messageText } from '#server/platform/texts/messages.ts'
import {
  addToAlbum,
  changeAlbum,
  createAlbum,
  deleteAlbum,
  getAlbum,
  listAlbumMemes,
  listAlbums,
  moveInAlbum,
  removeFromAlbum,
} from './albums.ts'

const LISTS_PER_MINUTE = 240
const CHANGES_PER_MINUTE = 120

export function albumRoutes(app: FastifyInstance, deps: Deps): void {
  const reading = { perMinute: LISTS_PER_MINUTE }
  const changing = { perMinute: CHANGES_PER_MINUTE }
  registerCall(
    app,
    contract.listAlbums,
    async ({ viewer, params, query }) => ({ data: await listAlbums(deps, viewer, params.id, query.memeId) }),
    reading,
  )
  registerCall(
    app,
    contract.getAlbum,
    async ({ viewer, params }) => ({ data: await getAlbum(deps, viewer, params.id) }),
    reading,
  )
  registerCall(
    app,
    contract.listAlbumMemes,
    async ({ viewer, params, query }) => {
      const { memes, hasNext, nextCursor } = await listAlbumMemes(deps, viewer, params.id, query)
      return { data: memes, hasNext, nextCursor }
    },
    reading,
  )
  registerCall(
    app,
    contract.createAlbum,
    async ({ viewer, body }) => ({ data: await createAlbum(deps, viewer, body) }),
    changing,
  )
  registerCall(
    app,
    contract.changeAlbum,
    async ({ viewer, params, body }) => ({ data: await changeAlbum(deps, viewer, params.id, body) }),
    changing,
  )
  registerCall(
    app,
    contract.deleteAlbum,
    async ({ viewer, params }) => {
      await deleteAlbum(deps, viewer, params.id)
      return { message: messageText('albumDeleted', viewer.language) }
    },
    changing,
  )
  registerCall(
    app,
    contract.addToAlbum,
    async ({ viewer, params }) => ({ data: await addToAlbum(deps, viewer, params.id, params.memeId) }),
    changing,
  )
  registerCall(
    app,
    contract.removeFromAlbum,
    async ({ viewer, params }) => ({ data: await removeFromAlbum(deps, viewer, params.id, params.memeId) }),
    changing,
  )
  registerCall(
    app,
    contract.moveInAlbum,
    async ({ viewer, params, body }) => ({
      data: await moveInAlbum(deps, viewer, params.id, params.memeId, body.move),
    }),
    changing,
  )
}
