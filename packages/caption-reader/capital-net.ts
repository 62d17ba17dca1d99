import { readFileSync } from 'node:fs'
import { CAPITALS } from './capital-classes.ts'
import { FEATURES } from './capital-features.ts'

/** A neural network with one hidden layer; one row of weights per unit. */
export interface CapitalNet {
  hidden: number
  inner: Float32Array
  innerBias: Float32Array
  outer: Float32Array
  outerBias: Float32Array
}

/** @returns the log probability of each class, in the order of CAPITALS */
export function classify(net: CapitalNet, features: Float32Array): Float32Array {
  const cells = new Float32Array(net.hidden)
  for (let cell = 0; cell < net.hidden; cell += 1) {
    cells[cell] = Math.max(0, dot(net.inner, cell * FEATURES, features) + (net.innerBias[cell] ?? 0))
  }
  const logits = new Float32Array(CAPITALS.length)
  for (let index = 0; index < logits.length; index += 1) {
    logits[index] = dot(net.outer, index * net.hidden, cells) + (net.outerBias[index] ?? 0)
  }
  const highest = logits.reduce((best, value) => Math.max(best, value), Number.NEGATIVE_INFINITY)
  const total = Math.log(logits.reduce((sum, value) => sum + Math.exp(value - highest), 0)) + highest
  return logits.map((value) => value - total)
}

function dot(weights: Float32Array, from: number, values: Float32Array): number {
  let sum = 0
  for (let index = 0; index < values.length; index += 1) sum += (weights[from + index] ?? 0) * (values[index] ?? 0)
  return sum
}

const SCALE_BYTES = 4

/**
 * Serializes a network: for each row of each layer its bias and the scale of its weights (32-bit floats), then its weights as
 * signed bytes.
 */
export function packNet(net: CapitalNet): Buffer {
  const rows = [...rowsOf(net.inner, net.innerBias, FEATURES), ...rowsOf(net.outer, net.outerBias, net.hidden)].map(
    ({ weights, bias }) => {
      const scale = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 1e-9) / 127
      const row = Buffer.alloc(2 * SCALE_BYTES + weights.length)
      row.writeFloatLE(bias, 0)
      row.writeFloatLE(scale, SCALE_BYTES)
      weights.forEach((weight, index) => {
        row.writeInt8(Math.round(weight / scale), 2 * SCALE_BYTES + index)
      })
      return row
    },
  )
  return Buffer.concat(rows)
}

const rowsOf = (weights: Float32Array, biases: Float32Array, width: number) =>
  Array.from(biases, (bias, row) => ({ bias, weights: weights.subarray(row * width, (row + 1) * width) }))

/** Parses the output of packNet; derives the number of hidden units from its size. Throws if the size does not fit. */
export function unpackNet(file: Buffer): CapitalNet {
  const perCell = 2 * SCALE_BYTES + FEATURES + CAPITALS.length
  const hidden = (file.length - CAPITALS.length * 2 * SCALE_BYTES) / perCell
  if (!Number.isInteger(hidden)) throw new Error('The weights do not fit the shape of the net')
  const net: CapitalNet = {
    hidden,
    inner: new Float32Array(hidden * FEATURES),
    innerBias: new Float32Array(hidden),
    outer: new Float32Array(CAPITALS.length * hidden),
    outerBias: new Float32Array(CAPITALS.length),
  }
  let at = 0
  const fill = (weights: Float32Array, biases: Float32Array, width: number) => {
    for (let row = 0; row < biases.length; row += 1) {
      biases[row] = file.readFloatLE(at)
      const scale = file.readFloatLE(at + SCALE_BYTES)
      at += 2 * SCALE_BYTES
      for (let index = 0; index < width; index += 1) weights[row * width + index] = file.readInt8(at++) * scale
    }
  }
  fill(net.inner, net.innerBias, FEATURES)
  fill(net.outer, net.outerBias, hidden)
  return net
}

let trained: CapitalNet | undefined

/** The network trained by `npm run reader:train`. */
export function trainedNet(): CapitalNet {
  trained ??= unpackNet(readFileSync(new URL('capitals.weights', import.meta.url)))
  return trained
}
