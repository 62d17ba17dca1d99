import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * A CLIP model of a few hundred bytes that only distinguishes colors: a text's vector is the mean of its words' colors, a
 * picture's the mean of its pixels. It has the files that operators provide: two ONNX files, a tokenizer, and the picture
 * preprocessing.
 */
export interface TinyClip {
  /** The vector of each word, as red, green and blue from -1 to 1; other words have none. */
  words: Record<string, readonly [number, number, number]>
  /** Length of its vectors: 3, or more, padded with zeros. */
  dimensions?: number
}

const SPECIAL_TOKENS = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]']
const COLORS = 3

export function writeTinyClip(dir: string, { words, dimensions = COLORS }: TinyClip): void {
  const vocabulary = [...SPECIAL_TOKENS, ...Object.keys(words)]
  const filled = (values: readonly number[]) => Array.from({ length: dimensions }, (_, index) => values[index] ?? 0)
  const table = vocabulary.flatMap((word) => filled(words[word] ?? []))
  const channels = Array.from({ length: COLORS }, (_, channel) => filled(unit(channel))).flat()
  mkdirSync(path.join(dir, 'onnx'), { recursive: true })
  const json = (name: string, value: object) => writeFileSync(path.join(dir, name), JSON.stringify(value))
  writeFileSync(
    path.join(dir, 'onnx', 'text_model.onnx'),
    model(
      node('Gather', ['table', 'input_ids'], 'words'),
      node('ReduceMean', ['words'], 'text_embeds', integers('axes', [1]), integer('keepdims', 0)),
      floats('table', [vocabulary.length, dimensions], table),
      input('input_ids', INT64, ['batch', 'length']),
      output('text_embeds', FLOAT, ['batch', dimensions]),
    ),
  )
  writeFileSync(
    path.join(dir, 'onnx', 'vision_model.onnx'),
    model(
      node('GlobalAveragePool', ['pixel_values'], 'pooled'),
      node('Flatten', ['pooled'], 'means', integer('axis', 1)),
      node('MatMul', ['means', 'channels'], 'image_embeds'),
      floats('channels', [COLORS, dimensions], channels),
      input('pixel_values', FLOAT, ['batch', COLORS, 'height', 'width']),
      output('image_embeds', FLOAT, ['batch', dimensions]),
    ),
  )
  json('config.json', { model_type: 'clip', projection_dim: dimensions, text_config: {}, vision_config: {} })
  json('preprocessor_config.json', {
    feature_extractor_type: 'CLIPFeatureExtractor',
    do_resize: true,
    size: { shortest_edge: 32 },
    do_center_crop: true,
    crop_size: 32,
    do_normalize: true,
    image_mean: [0.5, 0.5, 0.5],
    image_std: [0.5, 0.5, 0.5],
    resample: 3,
  })
  json('tokenizer_config.json', { tokenizer_class: 'BertTokenizer', model_max_length: 16 })
  json('tokenizer.json', {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: [],
    normalizer: { type: 'Lowercase' },
    pre_tokenizer: { type: 'Whitespace' },
    post_processor: null,
    decoder: null,
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(vocabulary.map((word, index) => [word, index])),
    },
  })
}

const unit = (channel: number) => Array.from({ length: COLORS }, (_, index) => (index === channel ? 1 : 0))

// --- ONNX is protobuf: each field has a number and wire type, then a varint, or a length and bytes. Numbers as in onnx.proto.

const FLOAT = 1
const INT64 = 7
const VARINT = 0
const BYTES = 2

function varint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  while (rest > 127) {
    bytes.push((rest & 127) | 128)
    rest = Math.floor(rest / 128)
  }
  return Buffer.from([...bytes, rest])
}

const number = (field: number, value: number) => Buffer.concat([varint(field * 8 + VARINT), varint(value)])

function bytes(field: number, content: string | Buffer): Buffer {
  const body = Buffer.from(content as string)
  return Buffer.concat([varint(field * 8 + BYTES), varint(body.length), body])
}

const message = (field: number, ...parts: Buffer[]) => bytes(field, Buffer.concat(parts))

/** ModelProto: IR version, operator set 13, and the graph. */
const model = (...graph: Buffer[]) =>
  Buffer.concat([number(1, 8), message(8, bytes(1, ''), number(2, 13)), message(7, bytes(2, 'tiny'), ...graph)])

const node = (operator: string, inputs: string[], result: string, ...attributes: Buffer[]) =>
  message(1, ...inputs.map((name) => bytes(1, name)), bytes(2, result), bytes(4, operator), ...attributes)

const integer = (name: string, value: number) => message(5, bytes(1, name), number(3, value), number(20, 2))
const integers = (name: string, values: number[]) =>
  message(5, bytes(1, name), ...values.map((value) => number(8, value)), number(20, 7))

const floats = (name: string, dimensions: number[], values: number[]) =>
  message(
    5,
    ...dimensions.map((length) => number(1, length)),
    number(2, FLOAT),
    bytes(8, name),
    bytes(9, Buffer.from(Float32Array.from(values).buffer)),
  )

type Shape = (string | number)[]
function valueInfo(field: number, name: string, type: number, shape: Shape): Buffer {
  const lengths = shape.map((length) => message(1, typeof length === 'string' ? bytes(2, length) : number(1, length)))
  return message(field, bytes(1, name), message(2, message(1, number(1, type), message(2, ...lengths))))
}
const input = (name: string, type: number, shape: Shape) => valueInfo(11, name, type, shape)
const output = (name: string, type: number, shape: Shape) => valueInfo(12, name, type, shape)
