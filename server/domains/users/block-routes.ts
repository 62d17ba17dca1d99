import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/people/blocks.ts'
import type { Deps } from '#server/platform/deps.ts'
import { registerCall } from '#server/platform/http/register-call.ts'
import { messageText } from '#server/platform/texts/messages.ts'
import { type BlockHooks, hidePerson, showPerson } from './block-person.ts'
import { listHiddenPeople } from './list-hidden-people.ts'

const CHANGES_PER_MINUTE = 120

export function blockRoutes(app: FastifyInstance, deps: Deps & BlockHooks): void {
  const bound = { perMinute: CHANGES_PER_MINUTE }
  const changes = [
    [contract.blockUser, 'block', hidePerson, 'blocked'],
    [contract.unblockUser, 'block', showPerson, 'unblocked'],
    [contract.muteUser, 'mute', hidePerson, 'muted'],
    [contract.unmuteUser, 'mute', showPerson, 'unmuted'],
  ] as const
  for (const [call, reason, change, message] of changes)
    registerCall(
      app,
      call,
      async ({ viewer, params }) => ({
        message: messageText(message, viewer.language),
        data: await change(deps, viewer, params.id, reason),
      }),
      bound,
    )

  registerCall(app, contract.listBlocks, ({ viewer, query }) => listHiddenPeople(deps, viewer, 'block', query))
  registerCall(app, contract.listMutes, ({ viewer, query }) => listHiddenPeople(deps, viewer, 'mute', query))
}
