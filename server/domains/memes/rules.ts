import { MEME_NAME_MAX_CHARS, TAG_MAX_CHARS, TAGS_PER_MEME_MAX } from '#contract/limits.ts'
import { hasLetterOrDigit, isVisible, lineFrom } from '#contract/names.ts'

const HASHTAG = /#([\p{L}\p{M}\p{N}_]+)/gu

/** The hashtags in name and description, lower case, without #, each once, in the order they come. */
export function tagsOf(name: string, description: string): string[] {
  const tags = new Set<string>()
  for (const [, tag = ''] of `${name} ${description}`.normalize('NFC').matchAll(HASHTAG)) {
    const seen = tag.replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    if ([...seen].length <= TAG_MAX_CHARS && hasLetterOrDigit(seen)) tags.add(seen.toLowerCase())
    if (tags.size === TAGS_PER_MEME_MAX) break
  }
  return [...tags]
}

/** A file's name without folder and extension, cut to a name's bound: what a meme is called when nobody named it. */
export function nameFromFile(fileName: string): string {
  const base = lineFrom((fileName.split(/[\\/]/).at(-1) ?? '').replace(/\.[^.]*$/, ''))
  return isVisible(base) ? [...base].slice(0, MEME_NAME_MAX_CHARS).join('').trim() : UNNAMED
}

const UNNAMED = 'meme'

const VIETNAMESE = /[ăâđêôơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/iu

/** Vietnamese where a letter says so; undefined where the words could be either. */
export function languageOfText(text: string): 'vi' | 'en' | undefined {
  const words = text.normalize('NFC')
  if (VIETNAMESE.test(words)) return 'vi'
  return /[a-z]{3,}/i.test(words) ? 'en' : undefined
}

/** Seconds during which a deletion by its owner can be taken back. */
export const DELETE_UNDO_SECONDS = 10

/** A deleted meme's row and files go after this: later than the last undo can arrive. */
export const PURGE_AFTER_SECONDS = 20
