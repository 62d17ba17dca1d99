import { cutShown } from '#contract/bounded.ts'
import type { Meme } from '#contract/memes/memes.ts'

export interface TextPart {
  text: string
  /** Without the "#"; absent for plain text. */
  tag?: string
}

const HASHTAG = /#([\p{L}\p{N}_][\p{L}\p{M}\p{N}_]*)/gu

/** Splits a description into plain text and hashtags. Joining the parts restores the text. */
export function splitHashtags(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const match of text.matchAll(HASHTAG)) {
    // "a#b" is not a hashtag, nor is the fragment of a URL.
    if (/[\p{L}\p{M}\p{N}_/&#]$/u.test(text.slice(0, match.index))) continue
    if (match.index > end) parts.push({ text: text.slice(end, match.index) })
    parts.push({ text: match[0], tag: match[1] ?? '' })
    end = match.index + match[0].length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}

/** Returns a file name for downloads: letters, digits and dashes, with the extension of the actual file type. */
export function downloadName({ name, image }: Pick<Meme, 'name' | 'image'>): string {
  const stem = name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
  const extension = image.mime.split('/')[1]?.replace('jpeg', 'jpg') ?? 'webp'
  return `${cutShown(stem, 60) || 'meme'}.${extension}`
}
