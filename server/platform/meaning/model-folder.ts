import { createHash } from 'node:crypto'
import { closeSync, fstatSync, openSync, readFileSync, readSync, statSync } from 'node:fs'
import path from 'node:path'

/** Number formats of a model, by the runtime's name, with their file suffixes; most precise first. */
const PRECISIONS = [
  ['fp32', ''],
  ['fp16', '_fp16'],
  ['q8', '_quantized'],
] as const
export type Precision = (typeof PRECISIONS)[number][0]

/** A folder with a CLIP model in ONNX format, provided by the operator. */
export interface ModelFolder {
  dir: string
  /** A digest of the model's files, identical on every node. 16 hex digits. */
  id: string
  /** The type given in config.json, such as `clip`. */
  kind: string
  textPrecision: Precision
  picturePrecision: Precision
}

const JSON_FILES = ['config.json', 'tokenizer.json', 'tokenizer_config.json', 'preprocessor_config.json']
/** Number of evenly spaced samples to hash of a model file, which can have hundreds of megabytes. */
const SAMPLES = 64
const SAMPLE_BYTES = 4096

/**
 * Checks that a folder has all files of a CLIP model, without loading it. Throws a one-line error that names the missing file.
 */
export function readModelFolder(dir: string): ModelFolder {
  if (!statSync(dir, { throwIfNoEntry: false })?.isDirectory()) throw new Error(`${dir} is not a folder`)
  const hash = createHash('sha256')
  const [config] = JSON_FILES.map((name) => {
    const { text, parsed } = readJson(dir, name)
    hash.update(text)
    return parsed
  })
  const kind = config?.model_type
  if (typeof kind !== 'string') throw new Error(`${path.join(dir, 'config.json')} has no model_type`)
  const text = findOnnx(dir, 'text_model')
  const picture = findOnnx(dir, 'vision_model')
  for (const { file } of [text, picture]) sample(file, hash)
  return {
    dir,
    id: hash.digest('hex').slice(0, 16),
    kind,
    textPrecision: text.precision,
    picturePrecision: picture.precision,
  }
}

function readJson(dir: string, name: string): { text: string; parsed: Record<string, unknown> } {
  let text: string
  try {
    text = readFileSync(path.join(dir, name), 'utf8')
  } catch {
    throw new Error(`${dir} has no ${name}`)
  }
  try {
    return { text, parsed: JSON.parse(text) as Record<string, unknown> }
  } catch {
    throw new Error(`${path.join(dir, name)} is not valid JSON`)
  }
}

function findOnnx(dir: string, name: string): { file: string; precision: Precision } {
  for (const [precision, suffix] of PRECISIONS) {
    const file = path.join(dir, 'onnx', `${name}${suffix}.onnx`)
    if (statSync(file, { throwIfNoEntry: false })?.isFile()) return { file, precision }
  }
  throw new Error(`${dir} has no onnx/${name}.onnx`)
}

function sample(file: string, hash: ReturnType<typeof createHash>): void {
  const descriptor = openSync(file, 'r')
  try {
    const { size } = fstatSync(descriptor)
    hash.update(String(size))
    const piece = Buffer.alloc(SAMPLE_BYTES)
    for (let index = 0; index < SAMPLES; index += 1) {
      const at = Math.floor((Math.max(0, size - SAMPLE_BYTES) * index) / (SAMPLES - 1))
      hash.update(piece.subarray(0, readSync(descriptor, piece, 0, SAMPLE_BYTES, at)))
    }
  } finally {
    closeSync(descriptor)
  }
}
