export interface ServerEvent {
  /** `message` where the server names none. */
  name: string
  /** Where to go on after a lost connection. */
  id: string | undefined
  data: string
}

/**
 * Server-sent events out of a body. `EventSource` would do the same, but cannot send who asks.
 * Ends with the stream, throws what it throws.
 */
export async function* readEvents(stream: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      text += decoder.decode(value, { stream: true })
      // A carriage return may be half of an end of line that is still on its way.
      const whole = text.endsWith('\r') ? text.slice(0, -1) : text
      const blocks = whole.replace(/\r\n?/g, '\n').split('\n\n')
      text = (blocks.pop() ?? '') + text.slice(whole.length)
      for (const block of blocks) {
        const event = parseBlock(block)
        if (event) yield event
      }
    }
  } finally {
    // Also when the reader breaks off: the connection is let go.
    await reader.cancel().catch(() => undefined)
  }
}

function parseBlock(block: string): ServerEvent | null {
  const event = { name: 'message', id: undefined as string | undefined, data: [] as string[] }
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':')
    if (colon === 0) continue
    const field = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'event') event.name = value
    else if (field === 'id') event.id = value
    else if (field === 'data') event.data.push(value)
  }
  return event.data.length > 0 ? { ...event, data: event.data.join('\n') } : null
}
