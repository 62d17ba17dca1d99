import { fileURLToPath } from 'node:url'
import { handleThreadRequests } from '../threads/handle-thread-requests.ts'
import { SCORED_SIDE, SCORER_PACKAGES } from './scorer-protocol.ts'

/**
 * The thread that runs the nsfwjs model, since a frame takes a tenth of a second of CPU time. The packages are optional, so
 * this file declares the parts it uses. Nothing is downloaded: model and WebAssembly are files in the packages.
 */

interface Tensor {
  dispose(): void
}
interface Tensorflow {
  enableProdMode(): void
  setBackend(name: string): Promise<boolean>
  ready(): Promise<void>
  tensor3d(values: Int32Array, shape: [number, number, number], type: 'int32'): Tensor
}
interface Model {
  classify(picture: Tensor): Promise<{ className: string; probability: number }[]>
}

/** Suggestive but clothed pictures are not blurred. */
const SENSITIVE_CLASSES = new Set(['Porn', 'Hentai'])

/** Imports by a variable name, so that a missing package is a runtime error instead of a compile error. */
const load = (name: string) => import(name)

async function openModel() {
  const [, library, backend] = SCORER_PACKAGES
  const tensorflow: Tensorflow = await load(library)
  const wasm: { setWasmPaths(folder: string): void; setThreadsCount(count: number): void } = await load(backend)
  wasm.setWasmPaths(fileURLToPath(new URL('.', import.meta.resolve(backend))))
  wasm.setThreadsCount(1)
  tensorflow.enableProdMode()
  if (!(await tensorflow.setBackend('wasm'))) throw new Error(`this machine cannot run the WebAssembly of ${backend}`)
  await tensorflow.ready()
  const { load: loadModel } = await load('nsfwjs/core')
  const { MobileNetV2MidModel } = await load('nsfwjs/models/mobilenet_v2_mid')
  const model: Model = await loadModel('MobileNetV2Mid', { modelDefinitions: [MobileNetV2MidModel] })
  return async (frame: Uint8Array): Promise<number> => {
    const tensor = tensorflow.tensor3d(Int32Array.from(frame), [SCORED_SIDE, SCORED_SIDE, 3], 'int32')
    try {
      const classes = await model.classify(tensor)
      return classes.reduce((sum, one) => sum + (SENSITIVE_CLASSES.has(one.className) ? one.probability : 0), 0)
    } finally {
      tensor.dispose()
    }
  }
}

// The library prints the chosen model to standard output.
console.log = () => {}
console.info = () => {}
console.warn = () => {}
await handleThreadRequests<Uint8Array[], number>(async () => {
  const scoreFrame = await openModel()
  return async (frames) => {
    let score = 0
    for (const frame of frames) score = Math.max(score, await scoreFrame(frame))
    return Math.min(1, score)
  }
})
