import { darker, lighter } from './color.ts'
import { face } from './face.ts'
import type { Mood } from './mood.ts'
import { limb, patch, solid, stroke } from './shapes.ts'
import { el, oval, type Point } from './svg.ts'

export type Hair = 'short' | 'messy' | 'bob' | 'long' | 'bun' | 'curly' | 'cap' | 'grey' | 'bald' | 'helmet'
export type Outfit = 'shirt' | 'hoodie' | 'tee' | 'apron' | 'pyjamas'

export interface Look {
  skin?: string
  hair?: Hair
  hairColor?: string
  outfit?: Outfit
  color?: string
  glasses?: boolean
}

export interface PersonOptions extends Look {
  mood: Mood
  /** Where the hands are, from the bottom middle of the figure; undefined hangs the arm. */
  left?: Point
  right?: Point
  /** Tilts the head, degrees. */
  tilt?: number
}

const HEAD = 'M-92 -20C-92 -88 -52 -118 0 -118C52 -118 92 -88 92 -20C92 62 54 108 0 108C-54 108 -92 62 -92 -20Z'

function hairBehind(hair: Hair, color: string): string {
  switch (hair) {
    case 'long':
      return solid(
        'M-112 -30C-118 -120 -60 -150 0 -150C60 -150 118 -120 112 -30C112 60 124 120 108 170H-108C-124 120 -112 60 -112 -30Z',
        color,
      )
    case 'bob':
      return solid(
        'M-116 -20C-120 -120 -62 -148 0 -148C62 -148 120 -120 116 -20C116 40 126 70 112 86H-112C-126 70 -116 40 -116 -20Z',
        color,
      )
    case 'bun':
      return solid(oval(0, -150, 46, 42), color)
    case 'curly':
      return solid(
        'M-118 10C-150 -20 -140 -60 -120 -74C-126 -118 -86 -138 -60 -130C-40 -160 30 -160 48 -134C84 -146 126 -112 118 -74C146 -56 146 -16 118 10C128 40 100 56 84 50H-84C-104 56 -130 40 -118 10Z',
        color,
      )
    default:
      return ''
  }
}

function hairInFront(hair: Hair, color: string): string {
  switch (hair) {
    case 'short':
      return solid(
        'M-98 -28C-112 -110 -64 -140 -4 -140C66 -142 110 -104 97 -28C90 -52 84 -66 72 -78C30 -66 -30 -64 -62 -82C-80 -72 -92 -52 -98 -28Z',
        color,
      )
    case 'grey':
      return solid(
        'M-98 -14C-108 -60 -98 -90 -82 -98C-84 -72 -86 -44 -86 -14ZM98 -14C108 -60 98 -90 82 -98C84 -72 86 -44 86 -14Z',
        color,
      )
    case 'messy':
      return solid(
        'M-99 -22C-118 -76 -106 -112 -86 -118L-96 -146L-54 -132L-44 -164L-10 -138L22 -166L34 -136L78 -152L76 -120C108 -104 112 -66 98 -22C92 -50 84 -64 70 -74L46 -54L34 -78L6 -52L-14 -78L-42 -54L-58 -80C-80 -68 -92 -50 -99 -22Z',
        color,
      )
    case 'bob':
    case 'long':
      return solid(
        'M-97 -2C-110 -96 -70 -136 0 -138C70 -136 110 -96 97 -2C88 -34 76 -62 46 -84C10 -50 -50 -44 -74 -52C-86 -40 -92 -22 -97 -2Z',
        color,
      )
    case 'bun':
      return solid(
        'M-97 -24C-106 -100 -62 -134 0 -134C62 -134 106 -100 97 -24C88 -62 56 -88 0 -90C-56 -88 -88 -62 -97 -24Z',
        color,
      )
    case 'curly':
      return solid(
        'M-96 -40C-108 -90 -80 -112 -62 -104C-48 -132 -14 -130 -2 -112C18 -132 56 -126 60 -104C86 -108 106 -80 96 -40C80 -52 76 -66 62 -66C46 -48 22 -50 10 -64C-8 -46 -34 -48 -46 -66C-66 -66 -80 -56 -96 -40Z',
        color,
      )
    case 'cap':
      return (
        solid('M-102 -44C-104 -120 -56 -146 0 -146C56 -146 104 -120 102 -44Q0 -76 -102 -44Z', color) +
        solid('M-108 -40Q0 -92 108 -40Q124 -20 60 -34Q0 -48 -60 -34Q-124 -20 -108 -40Z', darker(color, 0.25))
      )
    case 'helmet':
      return (
        solid(
          'M-112 -18C-122 -112 -66 -156 0 -156C66 -156 122 -112 112 -18Q96 -30 86 -44Q0 -66 -86 -44Q-96 -30 -112 -18Z',
          color,
        ) + patch('M-66 -122Q-40 -142 -8 -142Q-44 -124 -54 -92Z', '#ffffff', 0.6)
      )
    case 'bald':
      return patch('M-54 -88Q-36 -106 -8 -108Q-34 -92 -42 -70Z', '#ffffff', 0.6)
  }
}

/** A person's head around its middle, some 230 wide and 260 high. */
export function personHead(mood: Mood, look: Look = {}): string {
  const skin = look.skin ?? '#f2c199'
  const hair = look.hair ?? 'short'
  const color = look.hairColor ?? '#3a2a2e'
  const ear = (s: number) => solid(oval(s * 94, 6, 20, 26), skin, { light: [-4, -4] })
  const glasses =
    look.glasses === true
      ? stroke(
          `${oval(-40, 0, 33, 31)}${oval(40, 0, 33, 31)}M-7 -4Q0 -10 7 -4M-73 -4L-92 -12M73 -4L92 -12`,
          undefined,
          0.9,
        )
      : ''
  return (
    hairBehind(hair, color) +
    ear(-1) +
    ear(1) +
    solid(HEAD, skin, { light: [-10, -10] }) +
    face(mood, { dx: 40, r: 23, y: 0, mouthY: 62, mouthW: 36, skin, browGap: 9 }) +
    stroke('M-4 20Q8 32 -6 34', undefined, 0.8) +
    hairInFront(hair, color) +
    glasses
  )
}

function clothes(outfit: Outfit, color: string): string {
  const torso =
    'M-120 0C-126 -90 -128 -150 -104 -176C-80 -198 -46 -204 -34 -206H34C46 -204 80 -198 104 -176C128 -150 126 -90 120 0Z'
  switch (outfit) {
    case 'shirt':
      return (
        solid(torso, color) +
        solid('M-42 -208L0 -160L-30 -140L-64 -196ZM42 -208L0 -160L30 -140L64 -196Z', lighter(color, 0.5), {
          shade: 0.08,
          light: [-3, -3],
        }) +
        solid('M-16 -164H16L10 -136L24 -40L0 -14L-24 -40L-10 -136Z', '#d9423f', { light: [-6, -4] })
      )
    case 'hoodie':
      return (
        solid(torso, color) +
        solid('M-70 -196C-60 -150 60 -150 70 -196C40 -176 -40 -176 -70 -196Z', darker(color, 0.14), { shade: 0.1 }) +
        stroke('M-22 -166V-116M22 -166V-122', '#fff6e5', 1) +
        stroke('M-66 0V-46Q-64 -62 -46 -62H46Q64 -62 66 -46V0')
      )
    case 'tee':
      return (
        solid(torso, color, { marks: patch('M-46 -214Q0 -160 46 -214Z', '#00000022') }) +
        stroke('M-44 -206Q0 -164 44 -206')
      )
    case 'apron':
      return (
        solid(torso, '#fff3e0') +
        solid('M-62 0V-120Q-60 -136 -44 -136H44Q60 -136 62 -120V0Z', color) +
        stroke('M-46 -136L-40 -204M46 -136L40 -204') +
        stroke('M-34 -40H34V-76H-34Z')
      )
    case 'pyjamas':
      return (
        solid(torso, color, {
          marks: el('path', {
            d: 'M-90 -220V20M-60 -220V20M-30 -220V20M30 -220V20M60 -220V20M90 -220V20',
            stroke: lighter(color, 0.4),
            'stroke-width': 8,
          }),
        }) +
        solid('M-40 -208L0 -164L-34 -150L-60 -196ZM40 -208L0 -164L34 -150L60 -196Z', lighter(color, 0.4), {
          shade: 0,
        }) +
        stroke('M0 -160V0')
      )
  }
}

/** A person from the waist up; origin at the bottom middle, some 450 high. */
export function person(options: PersonOptions): string {
  const skin = options.skin ?? '#f2c199'
  const color = options.color ?? '#5b8def'
  const outfit = options.outfit ?? 'shirt'
  const sleeve = outfit === 'apron' ? '#fff3e0' : color
  const arm = (s: -1 | 1, hand: Point | undefined) => {
    if (hand === undefined) return limb([s * 112, -150, s * 140, -80, s * 132, 0], 50, sleeve)
    const elbow: Point = [s * 150 + (hand[0] - s * 112) * 0.35, Math.max(-70, (hand[1] - 150) / 2)]
    const wrist: Point = [hand[0] + (elbow[0] - hand[0]) * 0.2, hand[1] + (elbow[1] - hand[1]) * 0.2]
    return (
      limb([s * 108, -150, ...elbow, ...wrist], 48, sleeve) +
      solid(oval(hand[0], hand[1], 29, 29), skin, { light: [-6, -6] })
    )
  }
  return (
    solid('M-30 -260H30V-196Q0 -172 -30 -196Z', darker(skin, 0.1)) +
    clothes(outfit, color) +
    `<g transform="translate(0 -330) rotate(${options.tilt ?? 0})">${personHead(options.mood, options)}</g>` +
    arm(-1, options.left) +
    arm(1, options.right)
  )
}
