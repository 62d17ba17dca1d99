/** Side of the square that the model looks at, in pixels. */
export const SCORED_SIDE = 224

/** Frames of one picture as RGB bytes, SCORED_SIDE x SCORED_SIDE x 3. */
export interface Question {
  id: number
  frames: Uint8Array[]
}

/** `score` is 0 to 1, of the frame with the highest. */
export type Answer = { id: number; score: number } | { id: number; error: string }
export type FromThread = { ready: true } | { broken: string } | Answer

/** The packages that the operator installs; their models are files in the first. */
export const SCORER_PACKAGES = ['nsfwjs', '@tensorflow/tfjs', '@tensorflow/tfjs-backend-wasm'] as const
