export interface StreamedEvent {
  id: string | undefined
  name: string | undefined
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events of every shape, checked by their assertions.
  data: any
  /** Milliseconds since the request was sent. */
  atMs: number
}

/** Reads server-sent events until the server ends the stream, or until `until` returns true. */
export async function readEvents(
  url: string,
  options: { token: string; lastEventId?: string; until?: (event: StreamedEvent) => boolean },
): Promise<{ status: number; headers: Headers; events: StreamedEvent[]; ended: boolean }> {
  const controller = new AbortController()
  const started = performance.now()
  const response = await fetch(url, {
    signal: controller.signal,
    headers: {
      authorization: `Bearer ${options.token}`,
      ...(options.lastEventId ? { 'last-event-id': options.lastEventId } : {}),
    },
  })
  const result = { status: response.status, headers: response.headers, events: [] as StreamedEvent[], ended: false }
  let text = ''
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const event = parseEvent(block, performance.now() - started)
      result.events.push(event)
      if (!options.until?.(event)) continue
      controller.abort()
      return result
    }
  }
  return { ...result, ended: true }
}

function parseEvent(block: string, atMs: number): StreamedEvent {
  const fields = new Map(
    block.split('\n').map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon), line.slice(colon + 1).trim()]
    }),
  )
  return { id: fields.get('id'), name: fields.get('event'), data: JSON.parse(fields.get('data') ?? 'null'), atMs }
}
