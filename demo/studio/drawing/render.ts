import sharp from 'sharp'

export type PictureFormat = 'png' | 'jpeg' | 'webp' | 'gif'

/** What a template hands over: one SVG document a frame, in pixels of the finished picture. */
export interface Drawing {
  width: number
  height: number
  frames: string[]
  /** Milliseconds a frame; unused for still pictures. */
  delay: number
  format: PictureFormat
}

async function pixels(svg: string): Promise<{ data: Buffer; width: number; height: number }> {
  const { data, info } = await sharp(Buffer.from(svg))
    .flatten({ background: '#ffffff' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/**
 * Renders frame after frame, so that no more than one is being rasterised at a time.
 * @returns the encoded picture: JPEG and WebP for scenes, PNG for flat charts, GIF and WebP for what moves.
 */
export async function renderDrawing(drawing: Drawing): Promise<Buffer> {
  const frames: { data: Buffer; width: number; height: number }[] = []
  for (const svg of drawing.frames) frames.push(await pixels(svg))
  const [first] = frames
  if (first === undefined) throw new Error('A drawing has at least one frame')
  const { width, height } = first
  const image =
    frames.length === 1
      ? sharp(first.data, { raw: { width, height, channels: 3 } })
      : sharp(Buffer.concat(frames.map((frame) => frame.data)), {
          raw: { width, height: height * frames.length, channels: 3, pageHeight: height },
        })
  const delay = frames.map(() => drawing.delay)
  switch (drawing.format) {
    case 'png':
      return image.png({ palette: true, colours: 256, dither: 0.6, effort: 4 }).toBuffer()
    case 'jpeg':
      return image.jpeg({ quality: 88, chromaSubsampling: '4:4:4' }).toBuffer()
    case 'webp':
      return image.webp({ quality: 86, effort: 3, ...(frames.length > 1 ? { delay, loop: 0 } : {}) }).toBuffer()
    case 'gif':
      return image.gif({ delay, loop: 0, effort: 3, dither: 0, interFrameMaxError: 3 }).toBuffer()
  }
}
