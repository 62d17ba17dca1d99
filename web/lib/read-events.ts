import { type EventSourceMessage, EventSourceParserStream } from 'eventsource-parser/stream'

/** Far above the size of any event that the server sends. A stream with a larger event fails. */
const MAX_EVENT_CHARS = 1_000_000

/**
 * Yields the server-sent events of a response body. `EventSource` would do the same, but cannot send an Authorization header.
 * Ends with the stream, throws its errors, and cancels it when the caller stops reading.
 */
export async function* readEvents(stream: ReadableStream<Uint8Array>): AsyncGenerator<EventSourceMessage> {
  const events = stream
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .pipeThrough(new EventSourceParserStream({ maxBufferSize: MAX_EVENT_CHARS }))
  const reader = events.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
