import { setImmediate as nextTurn } from 'node:timers/promises'
import { drawCaption, missingCharacters, SHADOW_OPACITY } from '#contract/caption-layout.ts'
import type { Caption, RenderFormat } from '#contract/captions.ts'
import { pictureQueue } from '../images/picture-queue.ts'
import { sharp } from '../images/sharp-engine.ts'
import { emojiSymbol, hasEmoji } from './caption-emoji.ts'
import { captionFont } from './caption-fonts.ts'

const JPEG_QUALITY = 90
const WEBP_QUALITY = 90
const TIME_LIMIT_SECONDS = 20

/** Works on one caption after another; other requests have their turn between them, since a long one takes a while. */
async function ofEach<Result>(captions: readonly Caption[], work: (caption: Caption) => Result): Promise<Result[]> {
  const results: Result[] = []
  for (const caption of captions) {
    await nextTurn()
    results.push(work(caption))
  }
  return results
}

/** The characters and emoji of captions that cannot be drawn. */
export async function unsupportedCharacters(captions: readonly Caption[]): Promise<string[]> {
  const missing = await ofEach(captions, (caption) => missingCharacters(caption, captionFont(caption.font), hasEmoji))
  return [...new Set(missing.flat())]
}

/**
 * A picture with captions on it.
 * @param picture bytes of a picture made by this server
 * @throws PictureError `image.busy`
 */
export async function renderCaptions(
  picture: Buffer,
  captions: readonly Caption[],
  format: RenderFormat,
): Promise<Buffer> {
  const { width = 1, height = 1 } = await sharp(picture).metadata()
  return pictureQueue.run(width * height, async () => {
    const svg = await captionsSvg(captions, { width, height })
    return sharp(picture)
      .flatten({ background: '#fff' })
      .composite([{ input: Buffer.from(svg) }])
      .timeout({ seconds: TIME_LIMIT_SECONDS })
      .toFormat(format, format === 'png' ? {} : { quality: format === 'jpeg' ? JPEG_QUALITY : WEBP_QUALITY })
      .toBuffer()
  })
}

/** Captions as SVG of a picture's size: numbers, checked colours and known drawings only, never the text of a caption. */
export async function captionsSvg(
  captions: readonly Caption[],
  { width, height }: { width: number; height: number },
): Promise<string> {
  const drawn = await ofEach(captions, (caption) => drawCaption(caption, { width, height }, captionFont(caption.font)))
  const shapes = drawn.map(({ path, emoji, color, outline, outlineWidth, shadow, rotation, centre }) => {
    const stroke =
      outlineWidth > 0
        ? ` stroke="${outline}" stroke-width="${outlineWidth.toFixed(2)}" stroke-linejoin="round" paint-order="stroke"`
        : ''
    const below =
      shadow > 0
        ? `<path d="${path}" fill="#000" fill-opacity="${SHADOW_OPACITY}" transform="translate(${shadow.toFixed(2)} ${shadow.toFixed(2)})"/>`
        : ''
    const turned = `rotate(${rotation} ${centre.x.toFixed(2)} ${centre.y.toFixed(2)})`
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
