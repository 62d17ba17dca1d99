import type { CaptionBox } from './templates.ts'

/** Places of captions in a picture without any: at the top and at the bottom. */
export const USUAL_BOXES = [
  { x: 0.05, y: 0.03, width: 0.9, height: 0.2 },
  { x: 0.05, y: 0.77, width: 0.9, height: 0.2 },
] as const satisfies readonly CaptionBox[]
