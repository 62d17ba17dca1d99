import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { PICTURE_MAX_BYTES } from '#contract/limits.ts'
import * as contract from '#contract/memes/memes.ts'
import { getMemberStorage as getStorageCall } from '#contract/memes/storage.ts'
import type { Deps } from '#server/platform/deps.ts'
import { requirePicture, withPictureForm } from '#server/platform/http/picture-form.ts'
import { registerCall, sendUncached } from '#server/platform/http/register-call.ts'
import { receivePicture } from '#server/platform/images/staging.ts'
import { readFor } from '#server/platform/read-for.ts'
import { messageText } from '#server/platform/texts/messages.ts'
import { deleteMeme, restoreMeme } from './delete-meme.ts'
import { editMeme } from './edit-meme.ts'
import { fetchPicture } from './fetch-picture.ts'
import { getMeme } from './get-meme.ts'
import { listUserMemes } from './list-user-memes.ts'
import { getMemberStorage } from './quota.ts'
import {
  type AnnounceHook,
  type SkippedFileHook,
  type StudioRecordHook,
  type UploadHooks,
  uploadMeme,
  type WordsHook,
} from './upload-meme.ts'

const UPLOADS_PER_MINUTE = 60
const LINKS_PER_MINUTE = 20

export interface PictureArrivalHook {
  /** Called while the bytes of a picture still arrive, before its use is decided. */
  onPictureArriving(): void
}

export function memeRoutes(
  app: FastifyInstance,
  deps: Deps & UploadHooks & StudioRecordHook & AnnounceHook & SkippedFileHook & PictureArrivalHook & WordsHook,
): void {
  const pictureForm = {
    field: 'image',
    maxBytes: PICTURE_MAX_BYTES,
    fields: contract.UploadMemeInput,
    stage: (stream: Readable) => {
      deps.onPictureArriving()
      return receivePicture(stream, { stagingDir: deps.stagingDir, maxBytes: PICTURE_MAX_BYTES })
    },
  }

  registerCall(
    app,
    contract.uploadMeme,
    async ({ viewer, request }) => ({
      data: await withPictureForm(request, pictureForm, (input, picture) =>
        uploadMeme(deps, viewer, input, requirePicture(picture)),
      ),
    }),
    { perMinute: UPLOADS_PER_MINUTE },
  )

  registerCall(app, getStorageCall, async ({ viewer }) => ({ data: await getMemberStorage(deps.db, viewer.userId) }))

  registerCall(app, contract.getMeme, async ({ viewer, params }) => ({
    data: await readFor(deps, viewer, (from) => getMeme(from, viewer, params.id)),
  }))

  registerCall(app, contract.editMeme, async ({ viewer, params, body }) => ({
    data: await editMeme(deps, viewer, params.id, body),
  }))

  registerCall(app, contract.deleteMeme, async ({ viewer, params }) => {
    await deleteMeme(deps, viewer, params.id)
    return { message: messageText('memeDeleted', viewer.language) }
  })

  registerCall(app, contract.restoreMeme, async ({ viewer, params }) => ({
    data: await restoreMeme(deps, viewer, params.id),
  }))

  registerCall(
    app,
    contract.fetchImageLink,
    async ({ body, request, reply }) => sendUncached(reply, await fetchPicture(deps, body.url, request.host)),
    { perMinute: LINKS_PER_MINUTE },
  )

  registerCall(app, contract.listUserMemes, async ({ viewer, params, query }) => {
    const { memes, hasNext, nextCursor } = await readFor(deps, viewer, (from) =>
      listUserMemes(from, viewer, params.id, query),
    )
    return { data: memes, hasNext, nextCursor }
  })
}
