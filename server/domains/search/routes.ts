import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { PICTURE_MAX_BYTES } from '#contract/limits.ts'
import { getPictureWords } from '#contract/memes/picture-words.ts'
import * as contract from '#contract/memes/search.ts'
import type { Deps } from '#server/platform/deps.ts'
import { requirePicture, withPictureForm } from '#server/platform/http/picture-form.ts'
import { registerCall } from '#server/platform/http/register-call.ts'
import { receivePicture } from '#server/platform/images/staging.ts'
import { readFor } from '#server/platform/read-for.ts'
import { listCorrections } from './list-corrections.ts'
import { listSimilar } from './list-similar.ts'
import { suggest } from './query/suggest.ts'
import { widen } from './query/widen.ts'
import { searchByPicture } from './search-by-picture.ts'
import { searchWithPeople } from './search-by-text.ts'

const SEARCHES_PER_MINUTE = 240
const PICTURE_SEARCHES_PER_MINUTE = 20
const SUGGESTIONS_PER_MINUTE = 600
const WIDENED_PER_MINUTE = 60

export function searchRoutes(app: FastifyInstance, deps: Deps): void {
  const pictureForm = {
    field: 'image',
    maxBytes: PICTURE_MAX_BYTES,
    fields: contract.searchByPicture.body,
    stage: (stream: Readable) => receivePicture(stream, { stagingDir: deps.stagingDir, maxBytes: PICTURE_MAX_BYTES }),
  }

  registerCall(
    app,
    contract.searchByText,
    async ({ viewer, query }) => {
      const { memes, ...rest } = await readFor(deps, viewer, (from) => searchWithPeople(from, viewer, query))
      return { data: memes, ...rest }
    },
    { perMinute: SEARCHES_PER_MINUTE },
  )

  registerCall(
    app,
    contract.searchByPicture,
    async ({ viewer, request }) => {
      const data = await withPictureForm(request, pictureForm, ({ limit }, picture) =>
        searchByPicture(deps, viewer, requirePicture(picture), limit),
      )
      return { data, hasNext: false, nextCursor: null }
    },
    { perMinute: PICTURE_SEARCHES_PER_MINUTE },
  )

  registerCall(
    app,
    contract.suggest,
    async ({ viewer, query }) => ({ data: await readFor(deps, viewer, (from) => suggest(from, viewer, query.q)) }),
    {
      perMinute: SUGGESTIONS_PER_MINUTE,
    },
  )

  registerCall(
    app,
    contract.widenSearch,
    async ({ viewer, query }) => ({ data: await readFor(deps, viewer, (from) => widen(from, viewer, query.q)) }),
    {
      perMinute: WIDENED_PER_MINUTE,
    },
  )

  registerCall(app, getPictureWords, async ({ viewer, params }) => ({
    data: await listCorrections(deps, viewer, params.id),
  }))

  registerCall(app, contract.listSimilar, async ({ viewer, query }) => ({
    data: await readFor(deps, viewer, (from) => listSimilar(from, viewer, query)),
  }))
}
