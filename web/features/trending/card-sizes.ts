import type { MemeImage } from '#contract/memes/memes.ts'

/** Three columns of cards, with the longest words of both languages, need this width. Narrower windows have tabs. */
export const SIDE_BY_SIDE = '(width >= 80rem)'

/**
 * Returns the `sizes` attribute. A card is 16:9 in a column of its own, 4:3 with two others next to it. The whole picture is
 * visible.
 */
export function cardSizes({ width, height }: MemeImage): string {
  const share = (card: number, ratio: number) => `${Math.ceil(card * Math.min(1, width / height / ratio))}vw`
  return `(width < 44rem) ${share(94, 16 / 9)}, ${SIDE_BY_SIDE} ${share(31, 16 / 9)}, ${share(32, 4 / 3)}`
}
