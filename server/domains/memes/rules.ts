import { cutShown, lengthOf } from '#contract/bounded.ts'
import { MEME_NAME_MAX_CHARS, TAG_MAX_CHARS, TAGS_PER_MEME_MAX } from '#contract/limits.ts'
import { HASHTAG } from '#contract/memes/hashtags.ts'
import { hasLetterOrDigit, lineFrom } from '#contract/people/names.ts'
import { isVisible } from '#contract/words.ts'

/** Returns the distinct hashtags in name and description, in order, in lower case, without #. */
export function tagsOf(name: string, description: string): string[] {
  const tags = new Set<string>()
  for (const [, tag = ''] of `${name} ${description}`.normalize('NFC').matchAll(HASHTAG)) {
    const seen = tag.replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    if (lengthOf(seen) <= TAG_MAX_CHARS && hasLetterOrDigit(seen)) tags.add(seen.toLowerCase())
    if (tags.size === TAGS_PER_MEME_MAX) break
  }
  return [...tags]
}

/** Returns the default name of a meme: the file name without folder and extension, truncated. */
export function nameFromFile(fileName: string): string {
  const base = lineFrom((fileName.split(/[\\/]/).at(-1) ?? '').replace(/\.[^.]*$/, ''))
  return isVisible(base) ? cutShown(base, MEME_NAME_MAX_CHARS).trim() : UNNAMED
}

const UNNAMED = 'meme'

/** Time in seconds during which the owner can undo a deletion. */
export const DELETE_UNDO_SECONDS = 10

/** Time in seconds after which a deleted meme's row and files are purged; later than any undo can arrive. */
export const PURGE_AFTER_SECONDS = 20
