import { readFile, writeFile } from 'node:fs/promises'
import { CAPITALS } from '../capital-classes.ts'
import { FEATURES } from '../capital-features.ts'
import type { CapitalNet } from '../capital-net.ts'
import { random } from '../samples/draw.ts'

export interface Example {
  family: string
  label: number
  features: Float32Array
}

const HIDDEN = 120
const MINIBATCH = 96
const RATE = 0.002
const RATE_LAST = 0.00002
const DECAY = 0.001
/** Dropout rate of hidden units. */
const DROPPED = 0.15
const CLASSES = CAPITALS.length

/** Weights with Adam's moment estimates (Kingma and Ba, 2015; decoupled weight decay, Loshchilov and Hutter, 2019). */
interface Layer {
  weights: Float32Array
  slopes: Float32Array
  mean: Float32Array
  spread: Float32Array
}

type Next = () => number

function layer(size: number, deviation: number, next: Next): Layer {
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
  return {
    weights: Float32Array.from({ length: size }, () => (deviation > 0 ? normal() * deviation : 0)),
    slopes: new Float32Array(size),
    mean: new Float32Array(size),
    spread: new Float32Array(size),
  }
}

function step({ weights, slopes, mean, spread }: Layer, rate: number, time: number): void {
  const [a, b] = [1 - 0.9 ** time, 1 - 0.999 ** time]
  for (let index = 0; index < weights.length; index += 1) {
    const slope = (slopes[index] ?? 0) / MINIBATCH
    const first = 0.9 * (mean[index] ?? 0) + 0.1 * slope
    const second = 0.999 * (spread[index] ?? 0) + 0.001 * slope * slope
    const weight = weights[index] ?? 0
    mean[index] = first
    spread[index] = second
    weights[index] = weight - rate * (first / a / (Math.sqrt(second / b) + 1e-8) + DECAY * weight)
    slopes[index] = 0
  }
}

/** Adds a row of one array, times a factor, to a row of another. */
function add(to: Float32Array, toFrom: number, row: Float32Array, rowFrom: number, times: number): void {
  for (let index = 0; index < HIDDEN; index += 1)
    to[toFrom + index] = (to[toFrom + index] ?? 0) + times * (row[rowFrom + index] ?? 0)
}

class Pupil {
  // Ordered by feature and then by unit, so that white cells cost nothing.
  readonly inner: Layer
  readonly innerBias: Layer
  readonly outer: Layer
  readonly outerBias: Layer
  private readonly cells = new Float32Array(HIDDEN)
  private readonly back = new Float32Array(HIDDEN)
  private readonly chances = new Float32Array(CLASSES)
  /** Random source for dropout. */
  next: Next = random('learn capitals')

  constructor() {
    const { next } = this
    this.inner = layer(FEATURES * HIDDEN, Math.sqrt(2 / 150), next)
    this.innerBias = layer(HIDDEN, 0, next)
    this.outer = layer(CLASSES * HIDDEN, Math.sqrt(1 / HIDDEN), next)
    this.outerBias = layer(CLASSES, 0, next)
  }

  /** Accumulates the gradients of one example; returns its loss. */
  see({ features, label }: Example): number {
    this.forward(features)
    this.back.fill(0)
    for (let index = 0; index < CLASSES; index += 1) {
      const slope = (this.chances[index] ?? 0) - (index === label ? 1 : 0)
      if (Math.abs(slope) < 1e-5) continue
      this.outerBias.slopes[index] = (this.outerBias.slopes[index] ?? 0) + slope
      add(this.outer.slopes, index * HIDDEN, this.cells, 0, slope)
      add(this.back, 0, this.outer.weights, index * HIDDEN, slope)
    }
    for (let cell = 0; cell < HIDDEN; cell += 1)
      this.back[cell] = this.cells[cell] === 0 ? 0 : (this.back[cell] ?? 0) / (1 - DROPPED)
    add(this.innerBias.slopes, 0, this.back, 0, 1)
    for (let feature = 0; feature < FEATURES; feature += 1) {
      const value = features[feature] ?? 0
      if (value !== 0) add(this.inner.slopes, feature * HIDDEN, this.back, 0, value)
    }
    return -Math.log((this.chances[label] ?? 0) + 1e-12)
  }

  private forward(features: Float32Array): void {
    this.cells.set(this.innerBias.weights)
    for (let feature = 0; feature < FEATURES; feature += 1) {
      const value = features[feature] ?? 0
      if (value !== 0) add(this.cells, 0, this.inner.weights, feature * HIDDEN, value)
    }
    for (let cell = 0; cell < HIDDEN; cell += 1) {
      const value = this.cells[cell] ?? 0
      this.cells[cell] = value > 0 && this.next() >= DROPPED ? value / (1 - DROPPED) : 0
    }
    let total = 0
    for (let index = 0; index < CLASSES; index += 1) {
      let sum = this.outerBias.weights[index] ?? 0
      for (let cell = 0; cell < HIDDEN; cell += 1)
        sum += (this.cells[cell] ?? 0) * (this.outer.weights[index * HIDDEN + cell] ?? 0)
      const chance = Math.exp(Math.min(60, sum))
      this.chances[index] = chance
      total += chance
    }
    for (let index = 0; index < CLASSES; index += 1) this.chances[index] = (this.chances[index] ?? 0) / total
  }

  step(rate: number, time: number): void {
    for (const one of [this.inner, this.innerBias, this.outer, this.outerBias]) step(one, rate, time)
  }

  private stored(): Float32Array[] {
    const layers = [this.inner, this.innerBias, this.outer, this.outerBias]
    return layers.flatMap(({ weights, mean, spread }) => [weights, mean, spread])
  }

  /** The state at the start of the next epoch. */
  remember(round: number, time: number): Buffer {
    return Buffer.concat([new Float32Array([round, time]), ...this.stored()].map((part) => Buffer.from(part.buffer)))
  }

  recall(file: Buffer): { round: number; time: number } {
    const values = new Float32Array(file.buffer.slice(file.byteOffset, file.byteOffset + file.length))
    let at = 2
    for (const part of this.stored()) {
      part.set(values.subarray(at, at + part.length))
      at += part.length
    }
    return { round: values[0] ?? 0, time: values[1] ?? 0 }
  }

  net(): CapitalNet {
    const inner = new Float32Array(HIDDEN * FEATURES)
    this.inner.weights.forEach((weight, at) => {
      inner[(at % HIDDEN) * FEATURES + Math.floor(at / HIDDEN)] = weight
    })
    const [innerBias, outer, outerBias] = [this.innerBias.weights, this.outer.weights, this.outerBias.weights]
    return { hidden: HIDDEN, inner, innerBias, outer, outerBias }
  }
}

/**
 * Trains with softmax cross-entropy, with examples in a seeded random order.
 * @param file stores the state after each epoch, so that the next run can continue
 * @param secondsMax time limit; stops at the end of the current epoch
 * @returns undefined when epochs are left
 */
export async function learn(
  examples: Example[],
  { rounds, file, secondsMax }: { rounds: number; file: string; secondsMax: number },
): Promise<CapitalNet | undefined> {
  const began = performance.now()
  const trainer = new Pupil()
  const stored = await readFile(file).catch(() => undefined)
  let { round, time } = stored ? trainer.recall(stored) : { round: 0, time: 0 }
  for (; round < rounds; round += 1) {
    if (performance.now() - began > secondsMax * 1000) return undefined
    trainer.next = random(`learn capitals ${round}`)
    const order = [...examples]
    shuffle(order, trainer.next)
    let loss = 0
    order.forEach((example, at) => {
      loss += trainer.see(example)
      if ((at + 1) % MINIBATCH !== 0) return
      time += 1
      trainer.step(RATE * (1 - (round + at / order.length) / rounds) + RATE_LAST, time)
    })
    console.log(`  round ${round + 1} of ${rounds}: loss ${(loss / order.length).toFixed(4)}`)
    await writeFile(file, trainer.remember(round + 1, time))
  }
  return trainer.net()
}

function shuffle(list: Example[], next: Next): void {
  for (let at = list.length - 1; at > 0; at -= 1) {
    const other = Math.floor(next() * (at + 1))
    const [one, two] = [list[at], list[other]]
    if (one && two) [list[at], list[other]] = [two, one]
  }
}
