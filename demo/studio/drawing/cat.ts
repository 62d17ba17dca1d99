import { darker } from './color.ts'
import { face } from './face.ts'
import type { Mood } from './mood.ts'
import { limb, line, patch, solid, stroke } from './shapes.ts'
import { el, oval, poly } from './svg.ts'

export interface Coat {
  fur: string
  /** Muzzle, chest and paws. */
  light: string
  /** Stripes or patches; undefined for a plain coat. */
  marks?: string
  eyes: string
}

export const COATS = {
  ginger: { fur: '#f4a04a', light: '#fff0d9', marks: '#d9752b', eyes: '#e9f7a8' },
  grey: { fur: '#9aa3b5', light: '#eef1f6', marks: '#727b90', eyes: '#ffe58a' },
  black: { fur: '#474357', light: '#6a657e', eyes: '#ffe14d' },
  cream: { fur: '#fbe6c8', light: '#fffaf0', marks: '#c98f5e', eyes: '#a9e0ff' },
  white: { fur: '#fdf8f2', light: '#ffffff', eyes: '#9fdcf5' },
} as const satisfies Record<string, Coat>

export type CoatName = keyof typeof COATS

const HEAD =
  'M-132 22C-140 -40 -136 -100 -122 -152C-119 -163 -108 -166 -98 -158L-50 -112C-18 -121 18 -121 50 -112L98 -158C108 -166 119 -163 122 -152C136 -100 140 -40 132 22C126 84 64 112 0 112C-64 112 -126 84 -132 22Z'

/** A cat's head around its middle, some 270 wide and 280 high. */
export function catHead(mood: Mood, coatName: CoatName = 'ginger'): string {
  const coat: Coat = COATS[coatName]
  const stripes =
    coat.marks === undefined
      ? ''
      : patch('M-12 -130Q-9 -85 0 -70Q9 -85 12 -130Z', coat.marks) +
        patch('M-48 -125Q-38 -90 -27 -78Q-25 -95 -27 -125Z', coat.marks) +
        patch('M48 -125Q38 -90 27 -78Q25 -95 27 -125Z', coat.marks) +
        patch('M-140 20Q-115 22 -98 34Q-115 40 -140 42ZM-140 54Q-112 52 -94 58Q-110 68 -140 78Z', coat.marks) +
        patch('M140 20Q115 22 98 34Q115 40 140 42ZM140 54Q112 52 94 58Q110 68 140 78Z', coat.marks)
  const inner = darker('#ffb3ad', coatName === 'black' ? 0.25 : 0.04)
  const ears = (side: number) =>
    patch(
      poly([
        [side * 110, -132],
        [side * 112, -72],
        [side * 68, -104],
      ]),
      inner,
    )
  const whiskers = (side: number) =>
    stroke(
      `M${side * 74} 52Q${side * 120} 40 ${side * 165} 34M${side * 76} 64Q${side * 122} 64 ${side * 168} 70`,
      undefined,
      0.5,
    )
  return (
    solid(HEAD, coat.fur, { marks: stripes, light: [-14, -14] }) +
    ears(-1) +
    ears(1) +
    patch(oval(-27, 62, 38, 31), coat.light) +
    patch(oval(27, 62, 38, 31), coat.light) +
    patch(oval(0, 86, 24, 18), coat.light) +
    whiskers(-1) +
    whiskers(1) +
    face(mood, {
      dx: 60,
      r: 33,
      y: -8,
      mouthY: 66,
      mouthW: 36,
      skin: coat.fur,
      white: coat.eyes,
      slit: 'upright',
      browGap: 16,
    }) +
    el('path', { d: 'M-13 33Q0 28 13 33Q11 44 0 50Q-11 44 -13 33Z', fill: '#f0808c', 'stroke-width': line(0.7) })
  )
}

export interface CatOptions {
  mood: Mood
  coat?: CoatName
  /** A raised paw, as for pushing things off a table: -1 left, 1 right. */
  paw?: -1 | 1
  /** Swings the tail, -1 to 1. */
  tail?: number
}

/** A sitting cat, standing on its origin, some 480 high. */
export function cat(options: CatOptions): string {
  const coat: Coat = COATS[options.coat ?? 'ginger']
  const swing = (options.tail ?? 0) * 30
  const tail = limb([80, -30, 150, -20, 190, -80 + swing, 165 + swing, -150], 34, coat.fur)
  const body = 'M-98 0C-128 -70 -96 -225 0 -238C96 -225 128 -70 98 0Z'
  const bands =
    coat.marks === undefined
      ? ''
      : patch('M-120 -120Q-80 -112 -66 -98Q-84 -92 -122 -92ZM-122 -72Q-84 -66 -70 -52Q-88 -46 -124 -44Z', coat.marks) +
        patch('M120 -120Q80 -112 66 -98Q84 -92 122 -92ZM122 -72Q84 -66 70 -52Q88 -46 124 -44Z', coat.marks)
  const paw = (side: -1 | 1) =>
    options.paw === side
      ? limb([side * 60, -120, side * 120, -130, side * 168, -170], 44, coat.fur)
      : solid(
          `M${side * 36 - 30} 2V-70Q${side * 36} -92 ${side * 36 + 30} -70V2Q${side * 36} 12 ${side * 36 - 30} 2Z`,
          coat.fur,
          { light: [-6, -6] },
        ) + stroke(`M${side * 36 - 9} 2v-13M${side * 36 + 9} 2v-13`, undefined, 0.6)
  return (
    tail +
    solid(body, coat.fur, { marks: bands + patch(oval(0, -120, 52, 78), coat.light) }) +
    paw(-1) +
    paw(1) +
    `<g transform="translate(0 -290)">${catHead(options.mood, options.coat)}</g>`
  )
}

/** A cat seen from behind or lying down is a loaf: for shelves, beds and keyboards. */
export function catLoaf(mood: Mood, coatName: CoatName = 'grey'): string {
  const coat: Coat = COATS[coatName]
  const body = 'M-190 0C-215 -90 -150 -165 -10 -165C130 -165 215 -110 200 0Z'
  const marks =
    coat.marks === undefined
      ? ''
      : patch('M20 -180Q30 -130 42 -112Q52 -130 56 -180ZM88 -180Q94 -130 106 -108Q118 -126 124 -180Z', coat.marks)
  return (
    limb([180, -22, 232, -18, 236, -60, 206, -74], 32, coat.fur) +
    solid(body, coat.fur, { marks }) +
    `<g transform="translate(-95 -150) scale(.92)">${catHead(mood, coatName)}</g>` +
    solid('M-170 2Q-168 -34 -130 -34Q-98 -34 -98 2ZM-86 2Q-86 -34 -50 -34Q-14 -34 -14 2Z', coat.light, {
      light: [-4, -6],
    })
  )
}
