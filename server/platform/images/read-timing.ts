import { sharp } from './sharp-engine.ts'

/** The time that viewers give a frame without a delay. */
export const DEFAULT_DELAY_MS = 100

/** Returns the number of frames of a stored picture, and the seconds of one loop; 0 for a still picture. */
export async function readTiming(picture: Buffer): Promise<{ frames: number; seconds: number }> {
  const { pages: frames = 1, delay = [] } = await sharp(picture, { animated: true }).metadata()
  if (frames === 1) return { frames, seconds: 0 }
  const delays = Array.from({ length: frames }, (_, frame) => delay[frame] || DEFAULT_DELAY_MS)
  return { frames, seconds: delays.reduce((sum, ms) => sum + ms, 0) / 1000 }
}
