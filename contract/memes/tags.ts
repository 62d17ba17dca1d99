import * as z from 'zod'
import { lengthOf } from '../bounded.ts'
import { defineCall } from '../call.ts'
import { SUGGESTION_TEXT_MAX_CHARS, TAG_MAX_CHARS } from '../limits.ts'
import { Count, MessageAnswer, okData, optional, text, upTo } from '../primitives.ts'

/** A hashtag without #; case does not matter. */
export const TagName = text()
  .overwrite((value) => value.replace(/^#/, '').normalize('NFC').toLowerCase())
  .refine((value) => /^[\p{L}\p{M}\p{N}_]+$/u.test(value) && lengthOf(value) <= TAG_MAX_CHARS, 'invalidValue')
  .describe('A hashtag, written without #; case does not matter')

export const TagCount = z.object({ tag: z.string(), count: Count }).meta({ id: 'TagCount' })
export type TagCount = z.infer<typeof TagCount>

export const TagDetails = z
  .object({
    tag: z.string(),
    aliases: z.array(z.string()).meta({ description: 'Other names that lead to this tag; at most 100' }),
    /** The number of public memes. */
    count: Count,
    related: z.array(TagCount),
    viewer: z.object({ isFollowing: z.boolean() }).optional(),
  })
  .meta({ id: 'TagDetails', description: 'A hashtag with related ones, most frequent first' })
export type TagDetails = z.infer<typeof TagDetails>

const TagParams = z.object({ tag: TagName })
const tag = 'tags'
const anyone = { tag, auth: 'public' } as const
const member = { tag, auth: 'member' } as const
const moderator = { ...member, role: 'moderator' } as const

export const listTags = defineCall('GET /tags', {
  ...anyone,
  shared: 1,
  summary: 'List the most used tags, the tags of the day, or tags that complete the typed text',
  query: z.object({
    q: optional(
      text()
        .trim()
        .refine(...upTo(TAG_MAX_CHARS + 1)),
    ).describe('The beginning of a tag; case and diacritics do not matter'),
    period: optional(z.enum(['day'])).describe('`day`: tags of today’s trending memes come first'),
  }),
  response: okData(z.array(TagCount)),
})

const TEMPLATE_TAGS_MAX = 30

export const suggestTags = defineCall('POST /tags/suggest', {
  ...member,
  summary:
    'Suggest existing tags for a new meme, by its texts, their translations, and its template; tags in the caller’s language come first',
  body: z.object({
    text: text().refine(...upTo(SUGGESTION_TEXT_MAX_CHARS)),
    ofTemplate: optional(z.array(TagName).max(TEMPLATE_TAGS_MAX)).describe('Include the template’s tags'),
  }),
  response: okData(z.array(TagCount)),
})

export const getTag = defineCall('GET /tags/{tag}', {
  ...anyone,
  shared: 1,
  summary:
    'Get a hashtag with its count and related hashtags; an alias returns its main tag, and an unused tag has the count 0',
  params: TagParams,
  response: okData(TagDetails),
})

const FollowedTag = MessageAnswer.extend({ data: z.object({ tag: z.string(), isFollowing: z.boolean() }) })

export const followTag = defineCall('POST /tags/{tag}/follow', {
  ...member,
  summary: 'Follow a hashtag: the feed then ranks its memes higher',
  params: TagParams,
  failures: ['tag.tooManyFollowed'],
  response: FollowedTag,
})

export const unfollowTag = defineCall('DELETE /tags/{tag}/follow', {
  ...member,
  summary: 'Unfollow a hashtag',
  params: TagParams,
  response: FollowedTag,
})

export const listFollowedTags = defineCall('GET /users/me/tags', {
  ...member,
  summary: 'List the hashtags that the caller follows, latest first',
  response: okData(z.array(z.object({ tag: z.string() }))),
})

export const joinTag = defineCall('PUT /moderation/tags/{tag}/alias', {
  ...moderator,
  summary: 'Make this hashtag an alias of another: its memes, followers, and addresses move there',
  params: TagParams,
  body: z.object({ of: TagName.describe('The main hashtag') }),
  failures: [
    'tag.aliasItself',
    'tag.aliasCharacters',
    'tag.aliasLoop',
    'tag.aliasChain',
    'tag.aliasTaken',
    'tag.tooManyAliases',
  ],
  response: okData(TagDetails),
})

export const splitTag = defineCall('DELETE /moderation/tags/{tag}/alias', {
  ...moderator,
  summary: 'Make an alias a separate hashtag again: its memes move back to it; returns the main hashtag',
  params: TagParams,
  failures: ['tag.aliasNotFound'],
  response: okData(TagDetails),
})
