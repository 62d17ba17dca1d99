const ELEMENT_MAX_BYTES = 1024 * 1024
const HEAD_MAX_BYTES = 64 * 1024

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

export class JsonListError extends Error {
  override name = 'JsonListError'
}

export interface JsonList {
  /** The document without the elements: `[]`, or the fields before the list and the empty list. */
  head: unknown
  elements: AsyncIterable<unknown>
}

/**
 * Reads a JSON document of any size that is a list of objects, or an object with such a list, such as
 * `{"name": "x", "messages": [{…}, {…}]}`. Parses one element at a time.
 * @throws JsonListError if it is neither; `elements` throw it if the document ends early or an element is too large
 */
export async function readJsonList(chunks: AsyncIterable<Buffer>): Promise<JsonList> {
  const parts = partsOf(chunks)
  const first = await parts.next()
  if (first.done) throw new JsonListError('has no list')
  const text = first.value
  return { head: parse(text.trimStart().startsWith('[') ? `${text}]` : `${text}]}`), elements: parsed(parts) }
}

async function* parsed(parts: AsyncIterable<string>): AsyncGenerator<unknown> {
  for await (const part of parts) yield parse(part)
}

/** Yields the text up to the beginning of the first list, then each of its objects. */
async function* partsOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let part: Buffer[] = []
  let partBytes = 0
  let depth = 0
  let listDepth = 0
  let isInText = false
  let isEscaped = false
  const add = (bytes: Buffer) => {
    part.push(bytes)
    partBytes += bytes.length
    if (listDepth === 0 && partBytes > HEAD_MAX_BYTES) throw new JsonListError('has no list')
    if (partBytes > ELEMENT_MAX_BYTES) throw new JsonListError(`has an entry of more than ${ELEMENT_MAX_BYTES} bytes`)
  }
  const take = () => {
    const text = Buffer.concat(part).toString()
    part = []
    partBytes = 0
    return text
  }
  for await (const chunk of chunks) {
    let from = 0
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at]
      if (isInText) {
        if (isEscaped) isEscaped = false
        else if (byte === BACKSLASH) isEscaped = true
        else if (byte === QUOTE) isInText = false
      } else if (byte === QUOTE) isInText = true
      else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
        if (listDepth > 0 && depth === listDepth) from = at
        depth += 1
        if (listDepth === 0 && byte === OPEN_LIST) {
          add(chunk.subarray(0, at + 1))
          listDepth = depth
          yield take()
        }
      } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
        if (depth === listDepth && listDepth > 0) return
        depth -= 1
        if (listDepth > 0 && depth === listDepth) {
          add(chunk.subarray(from, at + 1))
          from = at + 1
          yield take()
        }
      }
    }
    // Between two elements there are only commas and spaces.
    if (listDepth === 0 || depth > listDepth) add(chunk.subarray(from))
  }
  throw new JsonListError('ends early')
}

/**
 * Parses JSON that may contain `\x1F`, which JSON does not have: Telegram Desktop writes control characters that way
 * (`SerializeString` in its `export_output_json.cpp`).
 */
function parse(text: string): unknown {
  const repaired = text.replace(/\\(?:x([01][\dA-F])|[\s\S])/g, (whole, hex?: string) => (hex ? `\\u00${hex}` : whole))
  try {
    return JSON.parse(repaired)
  } catch {
    throw new JsonListError('is not JSON')
  }
}
