import type { Candidate } from '../rules.ts'
import { type TopicsRow, topicsOf } from '../topics.ts'

/** A cached meme that feeds choose from, with all data that ranking and the viewer's filters need. */
export interface KnownMeme
  extends Pick<
    Candidate,
    'id' | 'creatorId' | 'templateId' | 'createdAt' | 'language' | 'topics' | 'views' | 'likes' | 'copies' | 'dislikes'
  > {
  /** The random last digits of its id, its key in lists of seen memes; see `keysOf`. */
  key: number
  /** The meme's own tags, not its creator's. */
  tags: string[]
  isSensitive: boolean
}

export interface KnownMemeRow extends TopicsRow {
  id: string
  user_id: string | null
  created_at: Date
  language: Candidate['language']
  sensitive: boolean
  view_count: number
  like_count: number
  copy_count: number
  dislike_count: number
  template_id: string | null
}

export const toKnownMeme = (row: KnownMemeRow): KnownMeme => ({
  id: row.id,
  key: keyOf(row.id),
  creatorId: row.user_id,
  templateId: row.template_id,
  createdAt: row.created_at,
  language: row.language,
  tags: row.tags,
  topics: topicsOf(row),
  isSensitive: row.sensitive,
  views: row.view_count,
  likes: row.like_count,
  copies: row.copy_count,
  dislikes: row.dislike_count,
})

/** Hexadecimal digits of a key: 48 random bits, which a number holds exactly. */
export const KEY_DIGITS = 12

export const keyOf = (id: string): number => Number.parseInt(id.slice(-KEY_DIGITS), 16)

/** Parses a text of concatenated keys. */
export function keysOf(text: string | null): Float64Array {
  const keys = new Float64Array((text?.length ?? 0) / KEY_DIGITS)
  for (let index = 0; index < keys.length; index += 1)
    keys[index] = Number.parseInt(text?.slice(index * KEY_DIGITS, (index + 1) * KEY_DIGITS) ?? '', 16)
  return keys
}
