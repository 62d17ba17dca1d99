import { INK } from './color.ts'
import { face } from './face.ts'
import { MOODS, type Mood } from './mood.ts'
import { mouthOf } from './mouth.ts'
import { limb, patch, solid, stroke } from './shapes.ts'
import { el, oval } from './svg.ts'

export interface Breed {
  fur: string
  light: string
  ears: 'floppy' | 'pointed'
  earColor: string
  /** A patch around one eye. */
  spot?: string
  collar: string
}

export const BREEDS = {
  shiba: { fur: '#e9a25b', light: '#fff3e0', ears: 'pointed', earColor: '#d9853c', collar: '#d9423f' },
  beagle: { fur: '#fff4e4', light: '#ffffff', ears: 'floppy', earColor: '#9c5a33', spot: '#c47a45', collar: '#2f7fb8' },
  choco: { fur: '#8a5a3c', light: '#c79a72', ears: 'floppy', earColor: '#6b4029', collar: '#f2b632' },
  husky: { fur: '#7d8aa3', light: '#f6f8fb', ears: 'pointed', earColor: '#66738c', collar: '#e2577a' },
} as const satisfies Record<string, Breed>

export type BreedName = keyof typeof BREEDS

const ROUND = 'M-118 -10C-118 -90 -62 -122 0 -122C62 -122 118 -90 118 -10C118 70 70 118 0 118C-70 118 -118 70 -118 -10Z'

function earsOf(breed: Breed): string {
  if (breed.ears === 'floppy') {
    const ear = (s: number) =>
      solid(
        `M${s * 78} -102C${s * 130} -128 ${s * 172} -70 ${s * 168} 0C${s * 166} 52 ${s * 132} 62 ${s * 112} 28C${s * 98} 0 ${s * 110} -50 ${s * 78} -102Z`,
        breed.earColor,
      )
    return ear(-1) + ear(1)
  }
  const ear = (s: number) =>
    solid(`M${s * 34} -108L${s * 98} -190Q${s * 112} -196 ${s * 116} -180L${s * 112} -40Z`, breed.earColor) +
    patch(`M${s * 66} -112L${s * 98} -160L${s * 104} -84Z`, '#f7b9a4')
  return ear(-1) + ear(1)
}

/** A dog's head around its middle, some 250 wide. */
export function dogHead(mood: Mood, breedName: BreedName = 'shiba'): string {
  const breed: Breed = BREEDS[breedName]
  const mask =
    breed.ears === 'pointed'
      ? patch(
          'M-130 40C-100 -10 -64 0 -40 22C-20 -20 -14 -50 0 -70C14 -50 20 -20 40 22C64 0 100 -10 130 40V130H-130Z',
          breed.light,
        ) +
        patch(oval(-52, -56, 17, 11), breed.light) +
        patch(oval(52, -56, 17, 11), breed.light)
      : breed.spot === undefined
        ? ''
        : patch('M10 -140C20 -60 18 0 60 34C110 40 140 0 140 -60V-140Z', breed.spot)
  const eyeSkin = breed.spot ?? breed.fur
  const muzzle =
    breed.ears === 'floppy'
      ? solid(oval(0, 58, 70, 54), breed.light, { shade: 0.08, light: [-5, -7], weight: 0.8 })
      : ''
  return (
    (breed.ears === 'pointed' ? earsOf(breed) : '') +
    solid(ROUND, breed.fur, { marks: mask }) +
    (breed.ears === 'floppy' ? earsOf(breed) : '') +
    muzzle +
    face(mood, {
      dx: 54,
      r: 25,
      y: -16,
      mouthY: 74,
      mouthW: 38,
      skin: breed.ears === 'floppy' ? eyeSkin : breed.fur,
      mouth: false,
      browGap: 14,
    }) +
    mouthOf(MOODS[mood].mouth, 0, 76, 40) +
    stroke('M0 46V68', undefined, 0.8) +
    el('path', { d: 'M-27 27Q0 14 27 27Q26 48 0 56Q-26 48 -27 27Z', fill: INK }) +
    patch(oval(-8, 30, 8, 4), '#ffffff', 0.7)
  )
}

export interface DogOptions {
  mood: Mood
  breed?: BreedName
  /** Swings the tail, -1 to 1. */
  tail?: number
}

/** A sitting dog, standing on its origin, some 480 high. */
export function dog(options: DogOptions): string {
  const breed: Breed = BREEDS[options.breed ?? 'shiba']
  const swing = (options.tail ?? 0) * 28
  const tail =
    breed.ears === 'pointed'
      ? limb([80, -60, 150, -70, 176, -130, 136 + swing, -160, 116 + swing, -122], 40, breed.fur)
      : limb([80, -40, 150, -70, 188 + swing, -140], 28, breed.fur)
  const leg = (s: number) =>
    solid(`M${s * 42 - 32} 2V-110Q${s * 42} -130 ${s * 42 + 32} -110V2Q${s * 42} 12 ${s * 42 - 32} 2Z`, breed.fur, {
      light: [-7, -6],
    }) + stroke(`M${s * 42 - 9} 3v-14M${s * 42 + 9} 3v-14`, undefined, 0.6)
  return (
    tail +
    solid('M-112 0C-136 -80 -100 -240 0 -250C100 -240 136 -80 112 0Z', breed.fur, {
      marks: patch(oval(0, -150, 58, 92), breed.light),
    }) +
    leg(-1) +
    leg(1) +
    solid('M-78 -212Q0 -176 78 -212L74 -184Q0 -150 -74 -184Z', breed.collar, { light: [-4, -4] }) +
    el('circle', { cx: 0, cy: -160, r: 15, fill: '#ffd45c' }) +
    `<g transform="translate(0 -310)">${dogHead(options.mood, options.breed)}</g>`
  )
}
