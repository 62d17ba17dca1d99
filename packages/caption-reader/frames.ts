import sharp from 'sharp'

/** Maximum number of frames of an animation that are read. */
export const FRAMES_MAX = 8
/** Maximum number of frames that are compared; longer animations are sampled. */
const COMPARED_MAX = 64
/** Frames are compared as a grid of brightness cells with this many cells per side. */
const SIDE = 24
const CELL_CHANGE = 30
/** Minimum share of changed cells that makes a new scene; a caption that appears or disappears changes about this share. */
const CHANGED_MIN = 0.04

/**
 * Selects the frames of a picture that are worth reading, by number: the first of each scene of an animation, or the only frame
 * of a still.
 * @throws when the picture cannot be decoded
 */
export async function pickFrames(picture: Buffer, most: number): Promise<number[]> {
  const { pages = 1 } = await sharp(picture).metadata()
  if (pages === 1) return [0]
  const step = Math.max(1, Math.ceil(pages / COMPARED_MAX))
  let scene: Uint8Array | undefined
  const scenes: { frame: number; change: number }[] = []
  for (let frame = 0; frame < pages; frame += step) {
    const light = await sharp(picture, { page: frame })
      .flatten({ background: '#fff' })
      .resize({ width: SIDE, height: SIDE, fit: 'fill' })
      .greyscale()
      .raw()
      .toBuffer()
    const change = scene ? changeBetween(scene, light) : 1
    if (change < CHANGED_MIN) continue
    scenes.push({ frame, change })
    scene = light
  }
  return scenes
    .toSorted((a, b) => b.change - a.change)
    .slice(0, most)
    .map(({ frame }) => frame)
    .toSorted((a, b) => a - b)
}

function changeBetween(a: Uint8Array, b: Uint8Array): number {
  let changed = 0
  for (let at = 0; at < a.length; at += 1) if (Math.abs((a[at] ?? 0) - (b[at] ?? 0)) > CELL_CHANGE) changed += 1
  return changed / a.length
}
