/** Side of the model's square input, in pixels. */
export const SCORED_SIDE = 224

/** The packages that the operator installs; the model files are in the first. */
export const SCORER_PACKAGES = ['nsfwjs', '@tensorflow/tfjs', '@tensorflow/tfjs-backend-wasm'] as const
