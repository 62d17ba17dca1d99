/** What a face is made of, and how the parts combine into moods. */

export type EyeKind = 'open' | 'joy' | 'calm' | 'heart' | 'star' | 'spiral' | 'squeeze'
export type MouthKind =
  | 'smile'
  | 'grin'
  | 'flat'
  | 'smirk'
  | 'frown'
  | 'wail'
  | 'oh'
  | 'wave'
  | 'teeth'
  | 'tongue'
  | 'small'
export type BrowKind = 'none' | 'flat' | 'angry' | 'worried' | 'raised' | 'doubt'
export type Extra = 'sweat' | 'tears' | 'tear' | 'blush' | 'vein' | 'bags' | 'sparkles' | 'gloom'

export interface FaceParts {
  eye: EyeKind
  /** How far the upper lid is shut, 0 to 1, and how it slants: positive is angry, negative is sad, in degrees. */
  lid: number
  slant: number
  /** How far the lower lid is up, 0 to 1. */
  under: number
  /** Where the pupils look, -1 to 1 each way. */
  gaze: readonly [number, number]
  /** Pupil size as a share of the eye. */
  pupil: number
  brow: BrowKind
  mouth: MouthKind
  extras: readonly Extra[]
}

const NEUTRAL: FaceParts = {
  eye: 'open',
  lid: 0,
  slant: 0,
  under: 0,
  gaze: [0, 0],
  pupil: 0.58,
  brow: 'none',
  mouth: 'smile',
  extras: [],
}

function mood(parts: Partial<FaceParts>): FaceParts {
  return { ...NEUTRAL, ...parts }
}

export const MOODS = {
  happy: mood({ brow: 'raised', extras: ['blush'] }),
  joy: mood({ eye: 'joy', brow: 'raised', mouth: 'grin', extras: ['blush'] }),
  smug: mood({ lid: 0.46, gaze: [0.55, 0.1], brow: 'doubt', mouth: 'smirk' }),
  deadpan: mood({ lid: 0.45, gaze: [0, 0.1], brow: 'flat', mouth: 'flat' }),
  tired: mood({ lid: 0.55, slant: -10, gaze: [0, 0.3], brow: 'worried', mouth: 'small', extras: ['bags'] }),
  shock: mood({ pupil: 0.26, brow: 'raised', mouth: 'oh' }),
  panic: mood({ pupil: 0.24, brow: 'worried', mouth: 'teeth', extras: ['sweat'] }),
  angry: mood({ lid: 0.3, slant: 20, brow: 'angry', mouth: 'frown', extras: ['vein'] }),
  cry: mood({ eye: 'squeeze', brow: 'worried', mouth: 'wail', extras: ['tears'] }),
  sad: mood({ lid: 0.2, slant: -18, gaze: [0, 0.4], brow: 'worried', mouth: 'frown', extras: ['tear'] }),
  love: mood({ eye: 'heart', brow: 'raised', mouth: 'grin', extras: ['blush'] }),
  starry: mood({ eye: 'star', brow: 'raised', mouth: 'grin', extras: ['blush', 'sparkles'] }),
  doubt: mood({ lid: 0.34, under: 0.22, gaze: [0.7, 0], brow: 'doubt', mouth: 'flat' }),
  zen: mood({ eye: 'calm', mouth: 'small', extras: ['blush'] }),
  proud: mood({ eye: 'joy', brow: 'raised', mouth: 'smirk', extras: ['sparkles'] }),
  dizzy: mood({ eye: 'spiral', brow: 'worried', mouth: 'wave' }),
  stare: mood({ pupil: 0.34, lid: 0.12, brow: 'none', mouth: 'flat' }),
  nervous: mood({ gaze: [-0.75, 0.1], pupil: 0.45, brow: 'worried', mouth: 'wave', extras: ['sweat'] }),
  silly: mood({ gaze: [0.3, -0.3], brow: 'raised', mouth: 'tongue', extras: ['blush'] }),
  gloomy: mood({ lid: 0.4, slant: -14, gaze: [0, 0.5], brow: 'worried', mouth: 'wave', extras: ['gloom', 'bags'] }),
} as const satisfies Record<string, FaceParts>

export type Mood = keyof typeof MOODS

/** Where the parts of a face sit, in the coordinates of its head. */
export interface FaceShape {
  /** Distance of each eye from the middle, radius and height of the eyes. */
  dx: number
  r: number
  y: number
  /** Middle of the mouth, half its width. */
  mouthY: number
  mouthW: number
  /** Colour of the lids: the skin or fur around the eye. */
  skin: string
  /** White of the eye; cats have it coloured. */
  white?: string
  /** Upright pupils, as cats and frogs have. */
  slit?: 'upright' | 'level'
  ink?: string
  /** Animals with a muzzle draw their own mouth's place; false leaves the mouth out. */
  mouth?: boolean
  browGap?: number
}
