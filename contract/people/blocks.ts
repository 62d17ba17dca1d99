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

const member = { tag: 'blocks', auth: 'member' } as const
const change = {
  ...member,
  params: UserIdOrName,
  response: MessageAnswer.extend({ data: HiddenState }),
} as const

export const blockUser = defineCall('POST /users/{id}/block', {
  ...change,
  summary: 'Block a person: neither sees the other anywhere, and follows between the two end',
  failures: ['block.self', 'block.tooMany'],
})
export const unblockUser = defineCall('DELETE /users/{id}/block', {
  ...change,
  summary: 'Unblock a person; does not restore follows',
  failures: ['block.self'],
})
export const muteUser = defineCall('POST /users/{id}/mute', {
  ...change,
  summary: 'Mute a person: hides them and their memes from feed, search, and trending; they are not notified',
  failures: ['block.self', 'block.tooMany'],
})
export const unmuteUser = defineCall('DELETE /users/{id}/mute', {
  ...change,
  summary: 'Unmute a person',
  failures: ['block.self'],
})

const list = {
  ...member,
  query: pageQuery(FOLLOW_ACCOUNT_PAGE_SIZE),
  response: entryPage(HiddenPerson),
} as const

export const listBlocks = defineCall('GET /users/me/blocks', {
  ...list,
  summary: 'List the people that the caller blocked, latest first',
})
export const listMutes = defineCall('GET /users/me/mutes', {
  ...list,
  summary: 'List the people that the caller muted, latest first',
})
