import type { FastifyInstance } from 'fastify'
import { PICTURE_MAX_BYTES } from '#contract/limits.ts'
import * as contract from '#contract/memes.ts'
import type { Deps } from '#server/deps.ts'
import { readMultipart } from '#server/http/multipart.ts'
import { parse, registerCall } from '#server/http/register-call.ts'
import { getMeme } from './get-meme.ts'
import { type UploadHooks, uploadMeme } from './upload-meme.ts'

const UPLOADS_PER_MINUTE = 60

export function memeRoutes(app: FastifyInstance, deps: Deps & UploadHooks): void {
  registerCall(
    app,
    contract.uploadMeme,
    async ({ viewer, request }) => {
      const bounds = { fileFields: ['image'], maxFiles: 1, maxFileBytes: PICTURE_MAX_BYTES }
      const data = await uploadMeme(deps, viewer, async (onPicture) => {
        const fields = await readMultipart(request, bounds, (part) => onPicture(part.stream, part.fileName))
        return parse(contract.UploadMemeInput, fields, 'body')
      })
      return { data }
    },
    { perMinute: UPLOADS_PER_MINUTE },
  )

  registerCall(app, contract.getMeme, async ({ viewer, params }) => ({ data: await getMeme(deps, viewer, params.id) }))
}
