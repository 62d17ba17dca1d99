import type { MemeImage } from '#contract/memes/memes.ts'

/**
 * Returns the `sizes` attribute. A card is 16:9 or square on phones, 4:3 in one of three columns elsewhere. The whole picture is
 * visible.
 */
export function cardSizes({ width, height }: MemeImage, rank: number): string {
  const share = (card: number, ratio: number) => `${Math.ceil(card * Math.min(1, width / height / ratio))}vw`
  return `(width < 44rem) ${rank === 1 ? share(94, 16 / 9) : share(46, 1)}, ${share(32, 4 / 3)}`
}
