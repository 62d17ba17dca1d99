import { sharp } from './sharp-engine.ts'

/** The time that viewers give a frame without a delay. */
const DEFAULT_DELAY_MS = 100

/** Returns the duration of each frame in milliseconds. */
export const frameDelays = (frames: number, delay: readonly number[]): number[] =>
  Array.from({ length: frames }, (_, frame) => delay[frame] || DEFAULT_DELAY_MS)

/** Returns the number of frames of a stored picture, and the seconds of one loop; 0 for a still picture. */
export async function readTiming(picture: Buffer): Promise<{ frames: number; seconds: number }> {
  const { pages: frames = 1, delay = [] } = await sharp(picture, { animated: true }).metadata()
  if (frames === 1) return { frames, seconds: 0 }
  return { frames, seconds: frameDelays(frames, delay).reduce((sum, ms) => sum + ms, 0) / 1000 }
}
