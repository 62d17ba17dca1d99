import type { Tx } from '../db/db.ts'
import type { Engine } from '../db/engine.ts'
import { notifyNodes } from '../db/notify-queries.ts'
import { type KeyedTopic, type PlainTopic, TOPICS, type TopicName } from './topics.ts'
import { type Changes, createWatch, type Watch } from './watch.ts'

export interface ChangeBus {
  /** Calls `listener` for each change, of this node and of others alike. Listeners run in the order of their registration. */
  on(topics: readonly TopicName[], listener: (key: string, topic: TopicName) => void): void
  /** Calls `listener` when the bus begins to listen, and when it loses its connection. */
  onListening(listener: (isListening: boolean) => void): void
  /** Returns true if changes arrive. While they do not, everything that depends on them must be off. */
  isListening(): boolean
  /** Waits for changes of one key; also wakes up after a reconnect, since changes may have been missed. */
  watch(topic: KeyedTopic, key: string): Changes
  /** Starts to listen. Throws if it cannot. */
  open(): Promise<void>
  close(): Promise<void>
}

/** Publishes a change to every node, this one included, when the transaction commits; a rollback discards it. */
export function publish(tx: Tx, topic: PlainTopic): Promise<void>
export function publish(tx: Tx, topic: KeyedTopic, key: string): Promise<void>
export function publish(tx: Tx, topic: TopicName, key = ''): Promise<void> {
  const { channel, payload } = TOPICS[topic]
  return notifyNodes(tx, channel, payload ?? key)
}

const CHANNELS = new Set(Object.values(TOPICS).map(({ channel }) => channel))

/** Returns the topic of a message. Another release's unknown payload counts as the channel's most general topic. */
function topicOf(channel: string, payload: string): TopicName | undefined {
  const topics = (Object.keys(TOPICS) as TopicName[]).filter((name) => TOPICS[name].channel === channel)
  return topics.find((name) => TOPICS[name].payload === payload) ?? topics[0]
}

export function createChangeBus(engine: Pick<Engine, 'listen'>): ChangeBus {
  const listeners = new Map<TopicName, ((key: string, topic: TopicName) => void)[]>()
  const stateListeners: ((isListening: boolean) => void)[] = []
  const watches = new Map<string, Set<Watch>>()
  let opened: { close(): Promise<void> }[] = []
  let isListening = false

  function receive(channel: string, payload: string): void {
    const topic = topicOf(channel, payload)
    if (!topic) return
    for (const listener of listeners.get(topic) ?? []) listener(payload, topic)
    for (const watch of watches.get(`${topic} ${payload}`) ?? []) watch.signal()
  }

  function setListening(is: boolean): void {
    if (isListening === is) return
    isListening = is
    for (const listener of stateListeners) listener(is)
    if (is) for (const group of watches.values()) for (const watch of group) watch.signal()
  }

  return {
    on(topics, listener) {
      for (const topic of topics) listeners.set(topic, [...(listeners.get(topic) ?? []), listener])
    },
    onListening: (listener) => void stateListeners.push(listener),
    isListening: () => isListening,
    watch(topic, key) {
      const name = `${topic} ${key}`
      const group = watches.get(name) ?? new Set()
      const watch = createWatch(() => {
        group.delete(watch)
        if (group.size === 0 && watches.get(name) === group) watches.delete(name)
      })
      watches.set(name, group.add(watch))
      return watch
    },
    async open() {
      for (const channel of CHANNELS)
        opened.push(
          await engine.listen(
            channel,
            (payload) => receive(channel, payload),
            () => setListening(true),
            () => setListening(false),
          ),
        )
      setListening(true)
    },
    async close() {
      setListening(false)
      for (const listening of opened) await listening.close()
      opened = []
    },
  }
}
