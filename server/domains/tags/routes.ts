import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/memes/tags.ts'
import type { Deps } from '#server/platform/deps.ts'
import { registerCall } from '#server/platform/http/register-call.ts'
import { readFor } from '#server/platform/read-for.ts'
import { messageText } from '#server/platform/texts/messages.ts'
import { joinTag, splitTag } from './change-aliases.ts'
import { followTag, listFollowedTags, unfollowTag } from './follow-tag.ts'
import { getTag } from './get-tag.ts'
import { listTags } from './list-tags.ts'

export function tagRoutes(app: FastifyInstance, deps: Deps): void {
  registerCall(app, contract.listTags, async ({ viewer, query }) => ({ data: await listTags(deps, viewer, query) }))

  registerCall(app, contract.getTag, async ({ viewer, params }) => ({
    data: await readFor(deps, viewer, (from) => getTag(from, viewer, params.tag)),
  }))

  registerCall(app, contract.joinTag, async ({ viewer, params, body }) => ({
    data: await joinTag(deps, viewer, { alias: params.tag, tag: body.of }),
  }))

  registerCall(app, contract.splitTag, async ({ viewer, params }) => ({
    data: await splitTag(deps, viewer, params.tag),
  }))

  registerCall(app, contract.followTag, async ({ viewer, params }) => {
    const tag = await followTag(deps, viewer, params.tag)
    return { message: messageText('tagFollowed', viewer.language), data: { tag, isFollowing: true } }
  })

  registerCall(app, contract.unfollowTag, async ({ viewer, params }) => {
    const tag = await unfollowTag(deps, viewer, params.tag)
    return { message: messageText('tagUnfollowed', viewer.language), data: { tag, isFollowing: false } }
  })

  registerCall(app, contract.listFollowedTags, async ({ viewer }) => ({
    data: (await listFollowedTags(deps, viewer.userId)).map((tag) => ({ tag })),
  }))
}
