import * as z from 'zod'
import { defineCall } from '../call.ts'
import { FOLLOW_ACCOUNT_PAGE_SIZE } from '../limits.ts'
import { Count, Id, IsoDate, MessageAnswer, okData, pageQuery, text } from '../primitives.ts'
import { UserIdOrName } from './users.ts'

export const Relationship = z
  .object({ isFollowing: z.boolean(), isFollowedBy: z.boolean(), followedAt: IsoDate.nullable() })
  .meta({ id: 'Relationship' })
export type Relationship = z.infer<typeof Relationship>

export const FollowUser = z
  .object({
    _id: Id,
    username: z.string(),
    displayName: z.string(),
    bio: z.string(),
    avatar: z.string().nullable(),
    followersCount: Count,
    isFollowing: z.boolean(),
    isFollowedBy: z.boolean(),
    followedAt: IsoDate,
  })
  .meta({ id: 'FollowUser' })
export type FollowUser = z.infer<typeof FollowUser>

export const FollowResponse = MessageAnswer.extend({
  data: z.object({ relationship: Relationship, followersCount: Count, followingCount: Count }),
})

const tag = 'follows'
const anyone = { tag, auth: 'public' } as const
const list = {
  ...anyone,
  params: UserIdOrName,
  query: pageQuery(FOLLOW_ACCOUNT_PAGE_SIZE),
  response: okData(z.array(FollowUser)).extend({
    hasNextPage: z.boolean(),
    nextCursor: z.string().nullable(),
    totalCount: Count,
  }),
} as const

export const listFollowers = defineCall('GET /users/{id}/followers', {
  ...list,
  summary: 'List a person’s followers, newest first',
})
export const listFollowing = defineCall('GET /users/{id}/following', {
  ...list,
  summary: 'List the people that a person follows, newest first',
})

const change = { tag, auth: 'member', params: UserIdOrName, response: FollowResponse } as const
export const followUser = defineCall('POST /users/{id}/follow', {
  ...change,
  summary: 'Follow a person; idempotent',
  failures: ['follow.self', 'follow.busy'],
})
export const unfollowUser = defineCall('DELETE /users/{id}/unfollow', {
  ...change,
  summary: 'Unfollow a person',
  failures: ['follow.self', 'follow.busy'],
})
export const removeFollower = defineCall('DELETE /users/{id}/remove-follower', {
  ...change,
  summary: 'Remove a follower of the caller',
  failures: ['follow.self', 'follow.busy'],
})

/** The unsubscribe link in an email, for its recipient. Mail clients also POST to it with a body (RFC 8058). */
export const unsubscribe = defineCall('POST /notifications/unsubscribe', {
  ...anyone,
  strangers: 'always',
  summary: 'Turn off emails about followers, likes, new memes, and uploads, with the token of an email',
  query: z.object({ token: text().max(200) }),
  failures: ['mail.linkInvalid'],
  response: MessageAnswer,
})
