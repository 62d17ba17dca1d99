import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { PICTURE_MAX_BYTES } from '#contract/limits.ts'
import * as contract from '#contract/search.ts'
import { receivePicture } from '#server/adapters/images/staging.ts'
import type { Deps } from '#server/deps.ts'
import { requirePicture, withPictureForm } from '#server/http/picture-form.ts'
import { registerCall } from '#server/http/register-call.ts'
import { readFor } from '#server/read-for.ts'
import { listSimilar } from './likeness/list-similar.ts'
import { searchByPicture } from './likeness/search-by-picture.ts'
import { searchWithPeople } from './query/search-with-people.ts'
import { suggest } from './query/suggest.ts'
import { widen } from './query/widen.ts'

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
    async ({ viewer, query }) => ({ data: await readFor(deps, viewer, (from) => widen(from, query.q)) }),
    {
      perMinute: WIDENED_PER_MINUTE,
    },
  )

  registerCall(app, contract.listSimilar, async ({ viewer, query }) => ({
    data: await readFor(deps, viewer, (from) => listSimilar(from, viewer, query)),
  }))
}
