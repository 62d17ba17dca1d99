/** Colours: one ink for all lines, and palettes that were chosen to sit beside each other in a grid. */

export const INK = '#241f31'
export const PAPER = '#fffaf0'

export interface Palette {
  /** Large quiet surface. */
  wall: string
  /** Second surface: floor, stripe, shadow side. */
  floor: string
  /** The loudest colour. */
  pop: string
  /** A companion of the loudest colour. */
  mate: string
  /** Dark, for night, screens and type. */
  deep: string
}

export const PALETTES = {
  apricot: { wall: '#ffc9a3', floor: '#e88f6f', pop: '#f2545b', mate: '#ffe08a', deep: '#5b2a4a' },
  mint: { wall: '#bfe8d4', floor: '#7cc4a9', pop: '#ff7a59', mate: '#fff1a8', deep: '#1f4e4f' },
  sky: { wall: '#b5e0f7', floor: '#74b6dd', pop: '#ffb02e', mate: '#fff3d6', deep: '#1f3f6e' },
  lilac: { wall: '#d9cbf7', floor: '#a58fdc', pop: '#ff6f91', mate: '#ffe9a8', deep: '#3b2a6b' },
  butter: { wall: '#ffe9a8', floor: '#f0bd5a', pop: '#e5493a', mate: '#8fd3c8', deep: '#5a3a1e' },
  rose: { wall: '#ffc7d3', floor: '#ee8fa6', pop: '#7a5cff', mate: '#fff0c2', deep: '#5e1f47' },
  matcha: { wall: '#dbe8b0', floor: '#a3c168', pop: '#e76f51', mate: '#fff6d8', deep: '#38512b' },
  dusk: { wall: '#6a5d9e', floor: '#463f78', pop: '#ffb35c', mate: '#f78fb3', deep: '#221d42' },
  ocean: { wall: '#4fb3bf', floor: '#2a8795', pop: '#ffd166', mate: '#ff8f6b', deep: '#0f3d4c' },
  tomato: { wall: '#f9745d', floor: '#d24f45', pop: '#ffd95a', mate: '#fff1dc', deep: '#5c1626' },
  night: { wall: '#2f3b69', floor: '#20284d', pop: '#ffd66b', mate: '#8ed1fc', deep: '#12162e' },
  clay: { wall: '#e9d3bd', floor: '#c7a183', pop: '#2f7f79', mate: '#f4b860', deep: '#4b3325' },
} as const satisfies Record<string, Palette>

export type PaletteName = keyof typeof PALETTES

function channels(color: string): [number, number, number] {
  const value = Number.parseInt(color.slice(1), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}

/** Mixes two `#rrggbb` colours; amount 0 gives the first, 1 the second. */
export function mix(first: string, second: string, amount: number): string {
  const [a, b] = [channels(first), channels(second)]
  const out = a.map((value, i) => Math.round(value + ((b[i] ?? 0) - value) * amount))
  return `#${out.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

/** Shadows lean to violet rather than to black: flat colour stays lively. */
export function darker(color: string, amount = 0.16): string {
  return mix(color, '#3a1f5c', amount)
}

export function lighter(color: string, amount = 0.25): string {
  return mix(color, '#ffffff', amount)
}
