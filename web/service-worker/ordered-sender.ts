export interface Waiting {
  id: number
  /** The subject of the action; undefined in entries of earlier versions. */
  topic: string | undefined
  request: Request
}

/** Storage of queued actions, oldest first. */
export interface WaitingStore {
  all(): Promise<readonly Waiting[]>
  push(request: Request, topic: string): Promise<void>
  remove(id: number): Promise<void>
}

export interface OrderedSender {
  /**
   * Sends an action, or queues it while offline. Resolves with null if it was queued.
   * @param isStillHere false once the member has logged out; nothing is queued then
   */
  send(request: Request, topic: string, isStillHere: () => boolean): Promise<Response | null>
  /** Sends all queued actions. Rejects if the server is unreachable or busy; the rest stays queued. */
  sendWaiting(): Promise<void>
}

/**
 * Sends the actions of each topic one after another, in the order in which they were made. A new action waits for queued ones of
 * the same topic, so the newest one determines the final state.
 * @param onSent called for each queued action that was sent
 */
export function createOrderedSender(
  store: WaitingStore,
  fetchIt: (request: Request) => Promise<Response>,
  onSent: (topic: string, response: Response, request: Request) => Promise<void>,
): OrderedSender {
  const inTurn = createTurns()

  /**
   * Returns false if the entry must stay queued. Otherwise removes the entry only after the server has it: sending it twice is
   * harmless.
   */
  async function sendEntry({ id, request }: Waiting, topic: string): Promise<boolean> {
    const response = await fetchIt(request.clone()).catch(() => null)
    if (!response || response.status >= 500 || response.status === 429) return false
    await store.remove(id)
    await onSent(topic, response, request)
    return true
  }

  const waitingFor = async (topic: string) => {
    const entries = await store.all()
    const topics = await Promise.all(entries.map(topicOf))
    return entries.filter((_, index) => topics[index] === topic)
  }

  return {
    send: (request, topic, isStillHere) =>
      inTurn(topic, async () => {
        for (const entry of await waitingFor(topic)) {
          if (!isStillHere()) throw new Error('the member has left')
          if (await sendEntry(entry, topic)) continue
          if (isStillHere()) await store.push(request, topic)
          return null
        }
        const copy = request.clone()
        try {
          return await fetchIt(request)
        } catch (error) {
          if (request.signal.aborted || !isStillHere()) throw error
          await store.push(copy, topic)
          return null
        }
      }),
    async sendWaiting() {
      for (const entry of await store.all()) {
        const topic = (await topicOf(entry)) ?? ''
        const isSent = await inTurn(topic, async () => {
          // A newer action may have sent this entry, or `forget` may have removed it.
          const isThere = (await store.all()).some(({ id }) => id === entry.id)
          return !isThere || sendEntry(entry, topic)
        })
        if (!isSent) throw new Error('waiting actions could not be sent')
      }
    },
  }
}

/** Returns the id of the meme that an action is about. */
export async function topicOf({ topic, request }: Pick<Waiting, 'topic' | 'request'>): Promise<string | undefined> {
  if (topic !== undefined) return topic
  const body = (await request
    .clone()
    .json()
    .catch(() => null)) as { memeId?: unknown } | null
  return typeof body?.memeId === 'string' ? body.memeId : undefined
}

/** Runs the work of each topic sequentially. */
function createTurns(): <T>(topic: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>()
  return (topic, work) => {
    const mine = (last.get(topic) ?? Promise.resolve()).then(work)
    const end = mine.then(
      () => undefined,
      () => undefined,
    )
    last.set(topic, end)
    void end.then(() => {
      if (last.get(topic) === end) last.delete(topic)
    })
    return mine
  }
}
