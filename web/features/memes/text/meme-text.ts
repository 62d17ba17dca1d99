import { cutShown } from '#contract/bounded.ts'
import type { Meme } from '#contract/memes.ts'

export interface TextPart {
  text: string
  /** Without the "#"; absent for plain text. */
  tag?: string
}

const HASHTAG = /#([\p{L}\p{N}_][\p{L}\p{M}\p{N}_]*)/gu

/** A description cut into plain text and hashtags; joined again it is the same text. */
export function splitHashtags(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const match of text.matchAll(HASHTAG)) {
    // "a#b" is no hashtag, nor is the anchor of an address.
    if (/[\p{L}\p{M}\p{N}_/&#]$/u.test(text.slice(0, match.index))) continue
    if (match.index > end) parts.push({ text: text.slice(end, match.index) })
    parts.push({ text: match[0], tag: match[1] ?? '' })
    end = match.index + match[0].length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}

/** A name for the file of a download: letters, digits and dashes, by the kind that its bytes are. */
export function downloadName({ name, image }: Pick<Meme, 'name' | 'image'>): string {
  const stem = name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
  const extension = image.mime.split('/')[1]?.replace('jpeg', 'jpg') ?? 'webp'
  return `${cutShown(stem, 60) || 'meme'}.${extension}`
}
