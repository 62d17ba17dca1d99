import { darker, INK, lighter } from './color.ts'
import { FOOD } from './food.ts'
import { limb, line, patch, solid, stroke } from './shapes.ts'
import { el, oval, roundRect } from './svg.ts'

/** Small things, each standing on its origin and some 200 high, for shelves, desks and grids. */

function laptop(screen = '#8ed1fc'): string {
  return (
    solid(roundRect(-122, -176, 244, 156, 16), '#454c63', { light: [-5, -5] }) +
    patch(roundRect(-104, -160, 208, 122, 8), screen) +
    stroke('M-84 -138H-10M-84 -116H40M-84 -94H-30M-84 -72H16', '#ffffff', 1.1) +
    solid('M-150 -20H150L138 0H-138Z', '#aab2c5', { light: [-4, -4] })
  )
}

function phone(): string {
  return (
    solid(roundRect(-58, -210, 116, 210, 22), '#33384d', { light: [-5, -5] }) +
    patch(roundRect(-46, -190, 92, 166, 8), '#a9e5d8') +
    patch(roundRect(-34, -172, 52, 24, 12), '#ffffff') +
    patch(roundRect(-16, -138, 52, 24, 12), '#5b8def') +
    patch(roundRect(-34, -104, 62, 24, 12), '#ffffff') +
    stroke('M-12 -11H12', '#ffffff', 0.8)
  )
}

function alarmClock(): string {
  return (
    stroke('M-58 -24L-76 0M58 -24L76 0', INK, 1.8) +
    solid('M-96 -150C-100 -190 -60 -206 -38 -186ZM96 -150C100 -190 60 -206 38 -186Z', '#e5493a') +
    solid(oval(0, -96, 92), '#e5493a') +
    el('circle', { cx: 0, cy: -96, r: 68, fill: '#fffaf0' }) +
    stroke('M0 -96V-140M0 -96L30 -80M0 -152v6M0 -40v-6M-56 -96h6M56 -96h-6', INK, 1.1) +
    stroke('M-112 -196q-18 10 -18 32M112 -196q18 10 18 32')
  )
}

function wallet(): string {
  return (
    solid('M-116 -110L-96 -138H96L116 -110V-14Q114 0 98 0H-98Q-114 0 -116 -14Z', '#8a5a3c') +
    solid(roundRect(38, -84, 92, 44, 18), '#a9714c', { light: [-4, -4] }) +
    patch(oval(66, -62, 8), '#ffd45c') +
    stroke('M-104 -16V-98H30', '#d9a777', 0.6) +
    `<g transform="translate(-30 -196) rotate(-14)">${solid('M0 0C-40 -50 -60 -10 -6 6C-50 20 -20 46 0 14C20 46 50 20 6 6C60 -10 40 -50 0 0Z', '#e9e2f5', { light: [-3, -3], weight: 0.8 })}${stroke('M0 -2v18M0 -4q-8 -14 -14 -16M0 -4q8 -14 14 -16', INK, 0.7)}</g>` +
    stroke('M-14 -150q10 -10 0 -22', INK, 0.6)
  )
}

function slipper(): string {
  const sole =
    'M-46 -196C-4 -212 26 -186 24 -130C24 -92 4 -84 8 -50C10 -14 -10 2 -36 0C-66 -2 -70 -34 -66 -60C-62 -92 -84 -110 -86 -146C-86 -172 -72 -188 -46 -196Z'
  const strap = (weight: number, color?: string) =>
    el('path', { d: 'M-34 -164Q-64 -140 -72 -96M-34 -164Q-2 -146 12 -104', stroke: color, 'stroke-width': weight })
  const one =
    solid(sole, '#3fa7d6', { marks: stroke('M-60 -30h50M-60 -16h50', '#2f86b3', 0.8) }) +
    strap(26) +
    strap(26 - 2 * line(), '#ff7a59')
  return `<g transform="translate(-30 0) rotate(-8)">${one}</g><g transform="translate(34 0) scale(-1 1) rotate(-8)">${one}</g>`
}

function book(): string {
  return (
    solid(roundRect(-100, -56, 210, 56, 8), '#3f7f6f') +
    patch(roundRect(-88, -44, 190, 32, 3), '#fff8e8') +
    solid(roundRect(-112, -110, 206, 54, 8), '#e2577a') +
    patch(roundRect(-112, -94, 176, 24, 3), '#ffe9a8') +
    solid(roundRect(-90, -160, 196, 50, 8), '#5b6bd6') +
    patch(roundRect(-78, -148, 178, 26, 3), '#fff8e8')
  )
}

function headphones(): string {
  return (
    el('path', { d: 'M-86 -60C-96 -210 96 -210 86 -60', 'stroke-width': 26 }) +
    el('path', { d: 'M-86 -60C-96 -210 96 -210 86 -60', stroke: '#6f63d9', 'stroke-width': 26 - 2 * line() }) +
    solid(roundRect(-114, -98, 56, 96, 24) + roundRect(58, -98, 56, 96, 24), '#ffb35c')
  )
}

function fan(): string {
  const blade = (turn: number) =>
    `<g transform="rotate(${turn})">${solid('M0 -8C30 -30 40 -76 6 -84C-34 -84 -32 -34 0 -8Z', '#8fd3c8', { light: [-4, -4], weight: 0.8 })}</g>`
  return (
    limb([0, -90, 0, -14], 18, '#cfd8e6') +
    solid(roundRect(-70, -18, 140, 20, 10), '#aab6cc', { light: [-3, -3] }) +
    el('circle', { cx: 0, cy: -150, r: 98, fill: '#eef6fb' }) +
    `<g transform="translate(0 -150)">${blade(10)}${blade(130)}${blade(250)}${el('circle', { cx: 0, cy: 0, r: 18, fill: '#f2545b' })}</g>` +
    el('circle', { cx: 0, cy: -150, r: 98 }) +
    stroke('M-90 -186Q0 -150 90 -186M-90 -114Q0 -150 90 -114', INK, 0.45)
  )
}

function helmet(): string {
  return (
    solid('M-112 -50C-120 -160 -50 -190 0 -190C60 -190 122 -156 112 -50Z', '#ff7a59', {
      marks: patch('M-26 -200H26V-40H-26Z', '#fff6e5'),
    }) +
    solid('M-124 -52Q0 -86 124 -52Q140 -30 100 -32Q0 -58 -100 -32Q-140 -30 -124 -52Z', '#c9523a', { light: [-3, -4] }) +
    stroke('M-92 -36Q-80 10 -20 8M92 -36Q80 10 20 8', INK, 1.2) +
    patch(roundRect(-22, -4, 44, 22, 8), '#46506b')
  )
}

function umbrella(color = '#e5493a'): string {
  return (
    el('path', { d: 'M0 -190V-26Q0 6 -30 4Q-52 0 -50 -26', 'stroke-width': 11 }) +
    solid(
      'M-150 -96C-146 -190 -70 -232 0 -232C70 -232 146 -190 150 -96Q124 -122 100 -96Q76 -122 50 -96Q24 -122 0 -96Q-24 -122 -50 -96Q-76 -122 -100 -96Q-124 -122 -150 -96Z',
      color,
    ) +
    stroke('M0 -232Q-46 -180 -50 -98M0 -232Q46 -180 50 -98M0 -232V-250', INK, 0.8)
  )
}

function calendar(): string {
  let cells = ''
  for (let row = 0; row < 3; row++)
    for (let col = 0; col < 4; col++) cells += roundRect(-76 + col * 40, -110 + row * 34, 28, 22, 5)
  return (
    solid(roundRect(-102, -176, 204, 176, 18), '#fffaf0') +
    solid('M-102 -132V-158Q-102 -176 -84 -176H84Q102 -176 102 -158V-132Z', '#e5493a', { light: [-4, -4] }) +
    patch(cells, '#cfd8e6') +
    stroke('M-56 -192V-160M56 -192V-160', INK, 1.6) +
    el('circle', { cx: 58, cy: -31, r: 24, stroke: '#e5493a', 'stroke-width': line(1.1) })
  )
}

function dumbbell(): string {
  return (
    limb([-90, -60, 90, -60], 20, '#aab2c5') +
    solid(roundRect(-122, -112, 46, 104, 14) + roundRect(76, -112, 46, 104, 14), '#46506b') +
    solid(roundRect(-150, -92, 32, 64, 10) + roundRect(118, -92, 32, 64, 10), '#5f6a88') +
    stroke('M-30 -132q-14 -16 -30 -6M-10 -140q4 -20 -8 -32', '#cfcfe0', 0.8)
  )
}

function box(color = '#d9a066'): string {
  return (
    solid(roundRect(-108, -150, 216, 150, 8), color) +
    patch('M-24 -150H24V-92L12 -100L0 -92L-12 -100L-24 -92Z', lighter(color, 0.45)) +
    stroke('M-108 -118H-24M24 -118H108', darker(color, 0.3), 0.7) +
    stroke('M50 -30h36M68 -58v20M58 -50l10 -10l10 10', INK, 0.8)
  )
}

function pillow(): string {
  return (
    solid(
      'M-130 -20C-150 -60 -150 -110 -118 -136C-80 -124 80 -124 118 -136C150 -110 150 -60 130 -20C118 4 -118 4 -130 -20Z',
      '#cfe3ff',
    ) + stroke('M-90 -96Q-60 -86 -50 -66M90 -96Q60 -86 50 -66M-70 -36Q-56 -46 -40 -48', '#8fb0dd', 0.9)
  )
}

function battery(): string {
  return (
    solid(roundRect(-122, -116, 228, 104, 20), '#fffaf0') +
    solid(roundRect(106, -84, 22, 42, 8), '#46506b', { shade: 0 }) +
    patch(roundRect(-108, -102, 30, 76, 10), '#e5493a')
  )
}

function sock(): string {
  return solid('M-40 -190H36V-86C40 -60 110 -52 110 -18C108 4 60 4 0 0C-40 -4 -44 -40 -40 -70Z', '#f78fb3', {
    marks: patch('M-60 -172H60V-150H-60ZM-60 -130H60V-108H-60Z', '#fff3d6') + patch(oval(108, -10, 40, 40), '#7a5cff'),
  })
}

export const THINGS = {
  ...FOOD,
  laptop,
  phone,
  clock: alarmClock,
  wallet,
  slipper,
  books: book,
  headphones,
  fan,
  helmet,
  umbrella,
  calendar,
  dumbbell,
  box,
  pillow,
  battery,
  sock,
} as const satisfies Record<string, () => string>

export type ThingName = keyof typeof THINGS

export function isThing(name: string): name is ThingName {
  return Object.hasOwn(THINGS, name)
}

/** One small thing, standing on its origin. */
export function thing(name: ThingName): string {
  return THINGS[name]()
}
