/** Side of the square that the model looks at, in pixels. */
export const SCORED_SIDE = 224

/** The packages that the operator installs; their models are files in the first. */
export const SCORER_PACKAGES = ['nsfwjs', '@tensorflow/tfjs', '@tensorflow/tfjs-backend-wasm'] as const
