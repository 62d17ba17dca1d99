import { face } from './face.ts'
import type { Mood } from './mood.ts'
import { limb, line, solid, stroke } from './shapes.ts'
import { el, num, oval, type Point, roundRect } from './svg.ts'

function leaf(x: number, y: number, length: number, angle: number, fill: string): string {
  const w = length * 0.3
  const d = `M0 0C${num(w)} ${num(-length * 0.25)} ${num(w)} ${num(-length * 0.75)} 0 ${num(-length)}C${num(-w)} ${num(-length * 0.75)} ${num(-w)} ${num(-length * 0.25)} 0 0Z`
  const body = solid(d, fill, { light: [-6, -4] }) + stroke(`M0 0V${num(-length * 0.8)}`, '#24402f', 0.55)
  return `<g transform="translate(${num(x)} ${num(y)}) rotate(${num(angle)})">${body}</g>`
}

/**
 * A potted plant with a face on its pot, standing on its origin.
 * @param health 1 thriving, 0.5 doubtful, 0 past saving
 */
export function plant(mood: Mood, health: number, pot = '#e0714f'): string {
  const fill = health > 0.7 ? '#4fa35b' : health > 0.3 ? '#a9a84a' : '#a58257'
  const droop = (1 - health) * 78
  let leaves = ''
  const angles = health > 0.7 ? [-78, -50, -26, 0, 26, 50, 78] : health > 0.3 ? [-70, -36, 0, 36, 70] : [-60, -10, 50]
  for (const angle of angles) {
    const lean = angle + Math.sign(angle || 1) * droop
    const reach = 90 + (1 - health) * 40
    const tip: Point = [Math.sin((angle * Math.PI) / 180) * reach, -150 - Math.cos((angle * Math.PI) / 180) * reach]
    leaves +=
      limb([0, -140, tip[0] * 0.4, (-150 + tip[1]) / 2 - 10, ...tip], 9, fill) +
      leaf(tip[0], tip[1], 110 + health * 36, lean, fill)
  }
  return (
    leaves +
    solid('M-92 -140H92L74 -12Q72 0 58 0H-58Q-72 0 -74 -12Z', pot) +
    solid(roundRect(-106, -172, 212, 44, 12), pot, { light: [-6, -8] }) +
    `<g transform="translate(0 -76)">${face(mood, { dx: 32, r: 18, y: -8, mouthY: 26, mouthW: 24, skin: pot, browGap: 8 })}</g>`
  )
}

/** A cactus with arms, standing on its origin. */
export function cactus(mood: Mood): string {
  const green = '#5fae6b'
  const spines = 'M-40 -270l-8 -8M-10 -300v-11M30 -282l8 -8M-46 -190l-10 -3M46 -176l10 -3M-30 -150l-8 4M36 -232l9 -4'
  return (
    limb([40, -200, 104, -200, 108, -262], 42, green) +
    limb([-40, -170, -100, -172, -104, -226], 38, green) +
    solid('M-60 -100V-250C-60 -330 60 -330 60 -250V-100Z', green) +
    stroke(spines, undefined, 0.7) +
    `<g transform="translate(0 -214)">${face(mood, { dx: 26, r: 16, y: -8, mouthY: 24, mouthW: 22, skin: green, browGap: 7 })}</g>` +
    solid('M-84 -112H84L70 0H-70Z', '#d98a5b') +
    solid(roundRect(-96, -136, 192, 38, 12), '#d98a5b', { light: [-6, -8] }) +
    solid(oval(8, -318, 22, 16), '#ff7aa2', { light: [-3, -3] })
  )
}

/** A big leaf for the edges of a scene. */
export function frond(x: number, y: number, size: number, angle: number, fill: string): string {
  let cuts = ''
  for (let i = 1; i < 5; i++)
    cuts += `M0 ${num(-size * 0.2 * i)}l${num(size * 0.2)} ${num(-size * 0.13)}M0 ${num(-size * 0.2 * i)}l${num(-size * 0.2)} ${num(-size * 0.13)}`
  const w = size * 0.4
  const d = `M0 0C${num(w)} ${num(-size * 0.15)} ${num(w)} ${num(-size * 0.7)} 0 ${num(-size)}C${num(-w)} ${num(-size * 0.7)} ${num(-w)} ${num(-size * 0.15)} 0 0Z`
  return `<g transform="translate(${num(x)} ${num(y)}) rotate(${num(angle)})">${solid(d, fill, { marks: stroke(`M0 0V${num(-size * 0.9)}${cuts}`, '#24402f', 0.6) })}</g>`
}

/** A bowl of noodle soup with a face, standing on its origin, some 420 wide. */
export function noodleBowl(mood: Mood): string {
  const rim = oval(0, -190, 210, 58)
  const soup = oval(0, -190, 186, 46)
  const china = '#fdfaf3'
  let noodles = ''
  for (let i = 0; i < 7; i++) {
    const x = -130 + i * 34
    noodles += `M${x} -206q22 -16 40 2t44 2t38 -4`
  }
  const herb = (x: number, y: number, turn: number) =>
    `<g transform="translate(${x} ${y}) rotate(${turn})">${el('path', { d: 'M0 0C16 -8 18 -30 0 -44C-18 -30 -16 -8 0 0Z', fill: '#4fa35b', 'stroke-width': line(0.7) })}</g>`
  const beef = (x: number, y: number) => solid(oval(x, y, 34, 17), '#c9776a', { light: [-5, -5], weight: 0.8 })
  return (
    limb([120, -214, 236, -400], 14, '#b5562f') +
    limb([150, -208, 272, -384], 14, '#b5562f') +
    solid('M-210 -190C-206 -60 -120 -10 -86 -6H86C120 -10 206 -60 210 -190Z', china, {
      shade: 0.14,
      marks: stroke('M-220 -128Q0 -60 220 -128', '#3a78b8', 1.3) + stroke('M-220 -112Q0 -44 220 -112', '#3a78b8', 0.7),
    }) +
    solid('M-92 -8H92L78 14H-78Z', china, { light: [-5, -3] }) +
    el('path', { d: rim, fill: china }) +
    el('path', { d: soup, fill: '#e2a857', 'stroke-width': line(0.8) }) +
    el('path', { d: noodles, stroke: '#fff6df', 'stroke-width': 9 }) +
    beef(-84, -196) +
    beef(-36, -176) +
    beef(70, -180) +
    herb(10, -178, -60) +
    herb(28, -196, 30) +
    herb(110, -196, 70) +
    solid(oval(-128, -184, 22, 13), '#b6d95a', { light: [-4, -3], weight: 0.8 }) +
    stroke('M30 -214q8 -8 14 0M-8 -214q8 -8 14 0', '#d9423f', 0.9) +
    `<g transform="translate(0 -86)">${face(mood, { dx: 46, r: 22, y: -14, mouthY: 26, mouthW: 28, skin: china, browGap: 8 })}</g>`
  )
}

/** Rising steam; phase 0 to 1 turns once. */
export function steam(x: number, y: number, phase = 0): string {
  const wave = (dx: number, shift: number) => {
    const k = Math.sin((phase + shift) * Math.PI * 2) * 14
    return `M${num(x + dx)} ${num(y)}q${num(-22 + k)} -32 0 -62t0 -62`
  }
  return el('path', {
    d: wave(-60, 0) + wave(0, 0.33) + wave(60, 0.66),
    stroke: '#ffffff',
    'stroke-width': 13,
    opacity: '0.75',
  })
}
