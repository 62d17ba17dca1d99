import { drawCaption, missingCharacters, SHADOW_OPACITY, type Size } from '#contract/templates/caption-layout.ts'
import type { Caption } from '#contract/templates/captions.ts'
import { emojiSymbol, hasEmoji } from './caption-emoji.ts'
import { captionFont } from './caption-fonts.ts'

/** Returns the characters and emoji of captions that cannot be drawn. */
export function unsupportedCharacters(captions: readonly Caption[]): string[] {
  const missing = captions.flatMap((caption) => missingCharacters(caption, captionFont(caption.font), hasEmoji))
  return [...new Set(missing)]
}

/**
 * Returns captions as an SVG of the picture's size. It contains only numbers, validated colors and bundled drawings, never the
 * text of a caption.
 */
export function captionsSvg(captions: readonly Caption[], { width, height }: Size): string {
  const drawn = captions.map((caption) => drawCaption(caption, { width, height }, captionFont(caption.font)))
  const shapes = drawn.map(({ path, emoji, color, outline, outlineWidth, shadow, rotation, center }) => {
    const stroke =
      outlineWidth > 0
        ? ` stroke="${outline}" stroke-width="${outlineWidth.toFixed(2)}" stroke-linejoin="round" paint-order="stroke"`
        : ''
    const below =
      shadow > 0
        ? `<path d="${path}" fill="#000" fill-opacity="${SHADOW_OPACITY}" transform="translate(${shadow.toFixed(2)} ${shadow.toFixed(2)})"/>`
        : ''
    const turned = `rotate(${rotation} ${center.x.toFixed(2)} ${center.y.toFixed(2)})`
    const pictures = emoji.map(
      ({ code, x, y, side }) =>
        `<use href="#emoji-${code}" x="${x.toFixed(2)}" y="${y.toFixed(2)}" width="${side.toFixed(2)}" height="${side.toFixed(2)}"/>`,
    )
    return `<g transform="${turned}">${below}<path d="${path}" fill="${color}"${stroke}/>${pictures.join('')}</g>`
  })
  const codes = [...new Set(drawn.flatMap(({ emoji }) => emoji.map(({ code }) => code)))]
  const symbols = codes.length > 0 ? `<defs>${codes.map(emojiSymbol).join('')}</defs>` : ''
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${symbols}${shapes.join('')}</svg>`
}
