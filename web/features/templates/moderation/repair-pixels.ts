export interface Pixels {
  width: number
  height: number
  /** RGB, row by row. */
  data: Uint8Array
}

/** Loads a picture, in its own size or the given one. Throws if it does not load. */
export async function loadPixels(
  url: string,
  signal: AbortSignal,
  size?: { width: number; height: number },
): Promise<Pixels> {
  const response = await fetch(url, { signal })
  if (!response.ok) throw new Error(`The picture did not load: ${response.status}`)
  const picture = await createImageBitmap(await response.blob())
  const { width, height } = size ?? picture
  const context = new OffscreenCanvas(width, height).getContext('2d')
  if (!context) throw new Error('No canvas')
  context.drawImage(picture, 0, 0, width, height)
  picture.close()
  const { data: colors } = context.getImageData(0, 0, width, height)
  const data = new Uint8Array(width * height * 3)
  for (let at = 0; at < width * height; at += 1) data.set(colors.subarray(at * 4, at * 4 + 3), at * 3)
  return { width, height, data }
}

export function showPixels(canvas: HTMLCanvasElement, { width, height, data }: Pixels): void {
  canvas.width = width
  canvas.height = height
  const image = new ImageData(width, height)
  image.data.fill(255)
  for (let at = 0; at < width * height; at += 1) image.data.set(data.subarray(at * 3, at * 3 + 3), at * 4)
  canvas.getContext('2d')?.putImageData(image, 0, 0)
}
