import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'

/** Resource pressure of this process. Under strain, uploads slow down; under overload, requests are rejected. */
export interface Pressure {
  isStrained(): boolean
  isOverloaded(): boolean
  stop(): void
}

export interface Sample {
  /** Average event loop delay in the last second, in milliseconds. */
  delayMs: number
  /** Share of the process's memory limit in use. */
  memoryShare: number
}

const LOOK_EVERY_MS = 1000
const RESOLUTION_MS = 20
/** Share of a second. A less busy event loop cannot reach the average delay that counts as strain. */
const BUSY_SHARE = 0.5
const STRAINED = { delayMs: 150, memoryShare: 0.8 }
const OVERLOADED = { delayMs: 1000, memoryShare: 0.92 }
/** A single long task or garbage collection is no overload. */
const OVERLOADED_FOR_SAMPLES = 3

/** Evaluates samples: strained at once, overloaded after three in a row; a sample below a limit ends that state. */
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
  /** Average event loop delay since the last reading, in milliseconds. */
  read(): number
  stop(): void
}

/**
 * Samples the event loop delay, fifty times per second, only while the loop is busy. For the first busy second it reports only
 * how late that second's reading is. Permanent sampling would take a quarter of a percent of a core on an idle site.
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
 * Monitors the process's event loop and memory until stopped. Unlike @fastify/under-pressure, which rejects all requests alike,
 * this slows down uploads first.
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

/** Subtracts the timer's own interval, which the histogram includes. */
const delayOf = (histogram: ReturnType<typeof monitorEventLoopDelay>) =>
  Number.isNaN(histogram.mean) ? 0 : Math.max(0, histogram.mean / 1e6 - RESOLUTION_MS)

/** Memory use as a share of the heap limit or of the container's limit, whichever is higher. */
function memoryShare(): number {
  const heap = getHeapStatistics()
  const constrained = process.constrainedMemory()
  // Without a limit, some systems report 0, others more than any machine has.
  const isLimited = constrained > 0 && constrained < Number.MAX_SAFE_INTEGER
  return Math.max(heap.used_heap_size / heap.heap_size_limit, isLimited ? process.memoryUsage.rss() / constrained : 0)
}
