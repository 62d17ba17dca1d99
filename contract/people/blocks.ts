import * as z from 'zod'
import { defineCall } from '../call.ts'
import { FOLLOW_ACCOUNT_PAGE_SIZE } from '../limits.ts'
import { entryPage, Id, IsoDate, MessageAnswer, pageQuery } from '../primitives.ts'
import { UserIdOrName } from './users.ts'

export const HiddenPerson = z
  .object({
    _id: Id,
    username: z.string(),
    displayName: z.string(),
    avatarUrl: z.string().nullable(),
    since: IsoDate,
  })
  .meta({ id: 'HiddenPerson', description: 'A person that the caller blocked or muted' })
export type HiddenPerson = z.infer<typeof HiddenPerson>

export const HiddenState = z.object({ isBlocked: z.boolean(), isMuted: z.boolean() }).meta({ id: 'HiddenState' })

const tag = 'blocks'
const change = {
  tag,
  auth: 'member',
  params: UserIdOrName,
  response: MessageAnswer.extend({ data: HiddenState }),
} as const

export const blockUser = defineCall({
  ...change,
  method: 'POST',
  path: '/users/{id}/block',
  summary: 'Block a person: neither sees the other anywhere, and follows between the two end',
  failures: ['block.self', 'block.tooMany'],
})
export const unblockUser = defineCall({
  ...change,
  method: 'DELETE',
  path: '/users/{id}/block',
  summary: 'Unblock a person; does not restore follows',
  failures: ['block.self'],
})
export const muteUser = defineCall({
  ...change,
  method: 'POST',
  path: '/users/{id}/mute',
  summary: 'Mute a person: hides them and their memes from feed, search, and trending; they are not notified',
  failures: ['block.self', 'block.tooMany'],
})
export const unmuteUser = defineCall({
  ...change,
  method: 'DELETE',
  path: '/users/{id}/mute',
  summary: 'Unmute a person',
  failures: ['block.self'],
})

const list = {
  method: 'GET',
  tag,
  auth: 'member',
  query: pageQuery(FOLLOW_ACCOUNT_PAGE_SIZE),
  response: entryPage(HiddenPerson),
} as const

export const listBlocks = defineCall({
  ...list,
  path: '/users/me/blocks',
  summary: 'List the people that the caller blocked, latest first',
})
export const listMutes = defineCall({
  ...list,
  path: '/users/me/mutes',
  summary: 'List the people that the caller muted, latest first',
})
