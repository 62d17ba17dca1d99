import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'

/** What this process is short of now. Under strain, uploads slow down; when it is overloaded, requests are refused. */
export interface Pressure {
  isStrained(): boolean
  isOverloaded(): boolean
  stop(): void
}

export interface Sample {
  /** How much later than asked the event loop came around in the last second, on average. */
  delayMs: number
  /** Share of the memory that this process may use. */
  memoryShare: number
}

const LOOK_EVERY_MS = 1000
const RESOLUTION_MS = 20
/** Of a second. An event loop that is idle for more of it cannot be late on average by what makes strain. */
const BUSY_SHARE = 0.5
const STRAINED = { delayMs: 150, memoryShare: 0.8 }
const OVERLOADED = { delayMs: 1000, memoryShare: 0.92 }
/** A single long task, or a collection of garbage, is no overload. */
const OVERLOADED_FOR_SAMPLES = 3

/** Judges samples: strained at once, overloaded after three in a row, neither as soon as a sample is below. */
export function judgePressure() {
  let strained = false
  let overloadedSamples = 0
  const exceeds = (sample: Sample, bound: Sample) =>
    sample.delayMs > bound.delayMs || sample.memoryShare > bound.memoryShare
  return {
    note(sample: Sample): void {
      strained = exceeds(sample, STRAINED)
      overloadedSamples = exceeds(sample, OVERLOADED) ? overloadedSamples + 1 : 0
    },
    isStrained: () => strained,
    isOverloaded: () => overloadedSamples >= OVERLOADED_FOR_SAMPLES,
  }
}

export interface DelayMeter {
  /** How late the event loop was on average since the last reading. */
  read(): number
  stop(): void
}

/**
 * Measures how late the event loop is, fifty times a second, while it is busy. In the first busy second it knows how late that second's
 * reading is. Measuring all the time would take a quarter of a per cent of a core of a site where nothing happens.
 */
export function measureDelay(everyMs = LOOK_EVERY_MS): DelayMeter {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  let isMeasuring = false
  let before = performance.eventLoopUtilization()
  let dueAt = performance.now() + everyMs
  return {
    read() {
      const delayMs = isMeasuring ? delayOf(histogram) : Math.max(0, performance.now() - dueAt)
      const now = performance.eventLoopUtilization()
      const isBusy = performance.eventLoopUtilization(now, before).utilization >= BUSY_SHARE
      if (isBusy !== isMeasuring) isBusy ? histogram.enable() : histogram.disable()
      isMeasuring = isBusy
      histogram.reset()
      before = now
      dueAt = performance.now() + everyMs
      return delayMs
    },
    stop: () => void histogram.disable(),
  }
}

/**
 * Watches the event loop and the memory of this process until stopped. @fastify/under-pressure refuses all requests alike; here
 * uploads give way first.
 */
export function watchPressure(): Pressure {
  const delay = measureDelay()
  const judge = judgePressure()
  const timer = setInterval(() => {
    judge.note({ delayMs: delay.read(), memoryShare: memoryShare() })
  }, LOOK_EVERY_MS).unref()
  return {
    isStrained: judge.isStrained,
    isOverloaded: judge.isOverloaded,
    stop() {
      clearInterval(timer)
      delay.stop()
    },
  }
}

/** The histogram counts the wait that was asked for as well. */
const delayOf = (histogram: ReturnType<typeof monitorEventLoopDelay>) =>
  Number.isNaN(histogram.mean) ? 0 : Math.max(0, histogram.mean / 1e6 - RESOLUTION_MS)

/** Of the heap's limit, or of what the container gives this process, whichever is nearer to its end. */
function memoryShare(): number {
  const heap = getHeapStatistics()
  const constrained = process.constrainedMemory()
  // Without a limit some systems answer 0, others more than any machine has.
  const isLimited = constrained > 0 && constrained < Number.MAX_SAFE_INTEGER
  return Math.max(heap.used_heap_size / heap.heap_size_limit, isLimited ? process.memoryUsage.rss() / constrained : 0)
}
