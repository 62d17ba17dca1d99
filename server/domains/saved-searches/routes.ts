import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/memes/saved-searches.ts'
import type { Deps } from '#server/platform/deps.ts'
import { registerCall } from '#server/platform/http/register-call.ts'
import { messageText } from '#server/platform/texts/messages.ts'
import { deleteSavedSearch, listSavedSearches, saveSearch } from './saved-searches.ts'

const CHANGES_PER_MINUTE = 60

export function savedSearchRoutes(app: FastifyInstance, deps: Deps): void {
  const changing = { perMinute: CHANGES_PER_MINUTE }
  registerCall(app, contract.listSavedSearches, async ({ viewer }) => ({ data: await listSavedSearches(deps, viewer) }))
  registerCall(
    app,
    contract.saveSearch,
    async ({ viewer, body }) => ({ data: await saveSearch(deps, viewer, body) }),
    changing,
  )
  registerCall(
    app,
    contract.deleteSavedSearch,
    async ({ viewer, params }) => {
      await deleteSavedSearch(deps, viewer, params.id)
      return { message: messageText('searchDeleted', viewer.language) }
    },
    changing,
  )
}
