import * as z from 'zod'
import { defineCall } from '../call.ts'
import { QUOTA_WARN_PERCENT } from '../limits.ts'
import { Count, okData } from '../primitives.ts'

export const MemberStorage = z
  .object({
    memes: Count,
    memesMax: Count.nullable(),
    bytes: Count,
    bytesMax: Count.nullable(),
    isSiteFull: z.boolean(),
  })
  .meta({
    id: 'MemberStorage',
    description:
      'The member’s memes, except removed ones, and the bytes of their files; a limit is null if there is none. With `isSiteFull`, the site accepts no uploads',
  })
export type MemberStorage = z.infer<typeof MemberStorage>

/** Returns true from the share of a quota on at which members and admins are warned. */
export const isNearQuota = (used: number, max: number): boolean => used * 100 >= max * QUOTA_WARN_PERCENT

export const getMemberStorage = defineCall('GET /users/me/storage', {
  tag: 'users',
  auth: 'member',
  summary: 'Get the storage that the caller uses, with its limits',
  response: okData(MemberStorage),
})
