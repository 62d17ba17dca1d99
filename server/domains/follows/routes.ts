import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/people/follows.ts'
import type { Deps } from '#server/platform/deps.ts'
import { registerCall } from '#server/platform/http/register-call.ts'
import { messageText } from '#server/platform/texts/messages.ts'
import { unsubscribe } from '../users/unsubscribe.ts'
import { followUser } from './follow-user.ts'
import { listFollows } from './list-follows.ts'
import { removeFollower, unfollowUser } from './unfollow-user.ts'

const CHANGES_PER_MINUTE = 120

export function followRoutes(app: FastifyInstance, deps: Deps): void {
  registerCall(app, contract.listFollowers, ({ viewer, params, query }) =>
    listFollows(deps, viewer, 'followers', { ...params, ...query }),
  )

  registerCall(app, contract.listFollowing, ({ viewer, params, query }) =>
    listFollows(deps, viewer, 'following', { ...params, ...query }),
  )

  const bound = { perMinute: CHANGES_PER_MINUTE }
  registerCall(
    app,
    contract.followUser,
    async ({ viewer, params }) => ({
      message: messageText('followed', viewer.language),
      data: await followUser(deps, viewer, params.id),
    }),
    bound,
  )

  registerCall(
    app,
    contract.unfollowUser,
    async ({ viewer, params }) => ({
      message: messageText('unfollowed', viewer.language),
      data: await unfollowUser(deps, viewer, params.id),
    }),
    bound,
  )

  registerCall(
    app,
    contract.removeFollower,
    async ({ viewer, params }) => ({
      message: messageText('followerRemoved', viewer.language),
      data: await removeFollower(deps, viewer, params.id),
    }),
    bound,
  )

  unsubscribeRoute(app, deps)
}

/** Mail clients post a form (RFC 8058). Its single field is ignored, but must be accepted. */
function unsubscribeRoute(app: FastifyInstance, deps: Deps): void {
  app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, _body, done) =>
      done(null, {}),
    )
    registerCall(scope, contract.unsubscribe, async ({ viewer, query }) => {
      await unsubscribe(deps, query.token)
      return { message: messageText('unsubscribed', viewer.language) }
    })
  })
}
