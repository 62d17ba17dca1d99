import * as z from 'zod'
import { defineCall } from './call.ts'
import { TAG_MAX_CHARS } from './limits.ts'
import { Count, okData, text } from './primitives.ts'

/** A hashtag without #; case does not matter. */
export const TagName = text()
  .overwrite((value) => value.replace(/^#/, '').normalize('NFC').toLowerCase())
  .refine((value) => /^[\p{L}\p{M}\p{N}_]+$/u.test(value) && [...value].length <= TAG_MAX_CHARS, 'invalidValue')
  .describe('A hashtag, written without #; case does not matter')

export const TagCount = z.object({ tag: z.string(), count: Count }).meta({ id: 'TagCount' })
export type TagCount = z.infer<typeof TagCount>

export const TagDetails = z
  .object({
    tag: z.string(),
    /** Memes that anybody can see. */
    count: Count,
    related: z.array(TagCount),
    viewer: z.object({ isFollowing: z.boolean() }).optional(),
  })
  .meta({ id: 'TagDetails', description: 'A hashtag with related ones, the most frequent first' })
export type TagDetails = z.infer<typeof TagDetails>

const TagParams = z.object({ tag: TagName })
const tag = 'tags'

export const getTag = defineCall({
  method: 'GET',
  path: '/tags/{tag}',
  tag,
  auth: 'public',
  summary: 'A hashtag with its count and related hashtags; one that nobody uses counts 0',
  params: TagParams,
  response: okData(TagDetails),
})
