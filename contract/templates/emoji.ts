// Emoji in captions: each is drawn as one picture, even if it consists of several code points.

const EMOJI =
  /\p{Regional_Indicator}{1,2}|\p{Emoji_Modifier}|[#*0-9]\uFE0F?\u20E3|\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier}|[\u{E0020}-\u{E007F}]+)?(?:\u200D\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?)*/u
const CLUSTER = new RegExp(`(${EMOJI.source})|[^]\\p{M}*`, 'gu')
const AS_PICTURE = '\uFE0F'

/** An indivisible unit of a line: an emoji, or a character with its combining marks. */
export interface Cluster {
  text: string
  /** The emoji's code; absent for a character. */
  emoji?: string
  /** True if a font may draw it: a single character without the emoji variation selector, such as ©. */
  isCharacter: boolean
}

export function clustersOf(text: string): Cluster[] {
  return [...text.matchAll(CLUSTER)].map(([cluster, emoji]) =>
    emoji === undefined
      ? { text: cluster, isCharacter: true }
      : { text: cluster, emoji: emojiCode(emoji), isCharacter: [...emoji].length === 1 },
  )
}

/** The code points of an emoji in hexadecimal, joined by hyphens, without the often omitted variation selector U+FE0F. */
const emojiCode = (emoji: string) =>
  [...emoji.replaceAll(AS_PICTURE, '')].map((character) => character.codePointAt(0)?.toString(16)).join('-')
