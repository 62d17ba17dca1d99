import { parentPort, workerData } from 'node:worker_threads'
import type { PreTrainedModel, Processor, Tensor } from '@huggingface/transformers'
import type { FromThread, Question, RgbPicture, ThreadData, ToThread } from './meaning-protocol.ts'

/**
 * The thread that runs an operator's CLIP model: a picture takes a tenth of a second or more and must not block requests.
 * Handles one request at a time.
 */

/** Output names of the two halves of exported models. */
const OUTPUTS = {
  text: ['text_embeds', 'text_embeddings', 'sentence_embedding', 'pooler_output'],
  picture: ['image_embeds', 'image_embeddings', 'pooler_output'],
}
/** CLIP's limit, for tokenizers without one. */
const TOKENS_MAX = 77
/** Maximum vector length that a half-precision vector index supports. */
const DIMENSIONS_MAX = 4000

type Outputs = Record<string, Tensor | undefined>
type TextInput = (text: string, options: object) => object
interface Model {
  embed(question: Question): Promise<number[]>
  close(): Promise<void>
}

async function loadModel(data: ThreadData): Promise<Model> {
  const library = await import('@huggingface/transformers').catch(() => {
    throw new Error('the package @huggingface/transformers is not installed on this machine')
  })
  const { env, AutoProcessor, AutoTokenizer, RawImage } = library
  // Never download or write files, regardless of the model's files.
  env.allowRemoteModels = false
  env.useFSCache = false
  const local = { local_files_only: true } as const
  const session = { ...local, device: 'cpu', session_options: { intraOpNumThreads: 1, interOpNumThreads: 1 } } as const
  const tokenizer = await AutoTokenizer.from_pretrained(data.dir, local)
  const processor: Processor = await AutoProcessor.from_pretrained(data.dir, local)
  const textModel: PreTrainedModel = await library.CLIPTextModelWithProjection.from_pretrained(data.dir, {
    ...session,
    dtype: data.textPrecision,
  })
  const pictureModel: PreTrainedModel = await library.CLIPVisionModelWithProjection.from_pretrained(data.dir, {
    ...session,
    dtype: data.picturePrecision,
  })
  const bound = Number((tokenizer as { model_max_length?: number }).model_max_length)
  const toTokens = {
    // SigLIP was trained with texts padded to full length.
    padding: data.kind.startsWith('siglip') ? 'max_length' : true,
    truncation: true,
    max_length: bound > 0 && bound < 10_000 ? bound : TOKENS_MAX,
  }
  const embed = async (question: Question): Promise<number[]> => {
    if (question.kind === 'text') {
      const tokens = (tokenizer as unknown as TextInput)(question.text, toTokens)
      return vectorOf((await textModel(tokens)) as Outputs, OUTPUTS.text)
    }
    const { data: bytes, width, height } = question.picture
    const pixels = await processor(new RawImage(bytes, width, height, 3))
    return vectorOf((await pictureModel(pixels)) as Outputs, OUTPUTS.picture)
  }
  const close = async () => {
    await textModel.dispose()
    await pictureModel.dispose()
  }
  return { embed, close }
}

/** Returns the output vector, normalized to length 1. */
function vectorOf(outputs: Outputs, names: string[]): number[] {
  const found = names.map((name) => outputs[name]).find((tensor) => tensor !== undefined)
  if (!found) throw new Error(`the model returns ${Object.keys(outputs).join(', ')}, but none of ${names.join(', ')}`)
  if (found.dims.length !== 2) throw new Error('the model does not return a single vector')
  const values = Array.from(found.data as Float32Array, Number)
  const length = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0))
  if (!Number.isFinite(length)) throw new Error('the model does not return numbers')
  return length === 0 ? values : values.map((value) => value / length)
}

const PROBE: RgbPicture = { data: new Uint8Array(16 * 16 * 3).fill(90), width: 16, height: 16 }

/** Tries one text and one picture, so that a broken model fails before the first search. */
async function probe(model: Model): Promise<number> {
  const text = await model.embed({ kind: 'text', text: 'a' })
  const picture = await model.embed({ kind: 'picture', picture: PROBE })
  if (text.length !== picture.length)
    throw new Error(`its text vectors have ${text.length} dimensions and its picture vectors ${picture.length}`)
  if (text.length > DIMENSIONS_MAX) throw new Error(`its vectors have more than ${DIMENSIONS_MAX} dimensions`)
  return text.length
}

const post = (message: FromThread) => parentPort?.postMessage(message)
const lineOf = (error: unknown) => String((error as Error).message ?? error).split('\n')[0] ?? ''

async function serve(): Promise<void> {
  const model = await loadModel(workerData as ThreadData)
  const dimensions = await probe(model)
  parentPort?.on('message', async (message: ToThread) => {
    if (message.kind === 'close') {
      await model.close()
      parentPort?.close()
      return
    }
    await model.embed(message).then(
      (vector) => post({ kind: 'vector', id: message.id, vector }),
      (error: unknown) => post({ kind: 'failed', id: message.id, message: lineOf(error) }),
    )
  })
  post({ kind: 'ready', dimensions })
}

await serve().catch((error: unknown) => post({ kind: 'broken', message: lineOf(error) }))
