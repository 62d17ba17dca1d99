import { cutShown, lengthOf } from '#contract/bounded.ts'
import { MEME_ALT_TEXT_MAX_CHARS, MEME_DESCRIPTION_MAX_CHARS, MEME_NAME_MAX_CHARS } from '#contract/limits.ts'
import { lineFrom, normalText } from '#contract/people/names.ts'
import { AltText, MemeDescription, MemeName } from '#contract/primitives.ts'
import type { MemeWords } from '../../domains/memes/add-meme.ts'
import type { ImportItem } from './import-item.ts'

/** Returns the texts as an upload would have them: truncated, and without characters that the API rejects. */
export function wordsOf(item: Pick<ImportItem, 'name' | 'description' | 'altText' | 'tags'>): MemeWords {
  const name = MemeName.safeParse(cutShown(lineFrom(item.name), MEME_NAME_MAX_CHARS)).data ?? ''
  const tags = item.tags.flatMap((tag) => hashtagOf(tag) ?? [])
  const text = cutShown(normalText(item.description), MEME_DESCRIPTION_MAX_CHARS)
  let description = MemeDescription.safeParse(text).data ?? ''
  for (const tag of tags) {
    const longer = `${description} ${tag}`.trim()
    const has = ` ${description} `.toLowerCase().includes(` ${tag.toLowerCase()} `)
    if (!has && lengthOf(longer) <= MEME_DESCRIPTION_MAX_CHARS) description = longer
  }
  const altText = AltText.safeParse(cutShown(normalText(item.altText ?? ''), MEME_ALT_TEXT_MAX_CHARS)).data ?? ''
  return { name, description, altText }
}

function hashtagOf(tag: string): string | undefined {
  const word = tag
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')
  return word === '' ? undefined : `#${word}`
}
