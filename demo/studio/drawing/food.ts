import { limb, line, patch, solid, stroke } from './shapes.ts'
import { el, oval, roundRect } from './svg.ts'

/** Things to eat and drink, each standing on its origin and some 200 high. */

function mug(color = '#f2545b'): string {
  return (
    el('path', { d: 'M70 -120C130 -130 130 -40 66 -46', 'stroke-width': 22 }) +
    el('path', { d: 'M70 -120C130 -130 130 -40 66 -46', stroke: color, 'stroke-width': 22 - 2 * line() }) +
    solid('M-76 -150H76V-22Q74 0 52 0H-52Q-74 0 -76 -22Z', color) +
    solid(oval(0, -150, 76, 19), '#5a3421', { shade: 0 }) +
    steamLines(0, -180)
  )
}

function steamLines(x: number, y: number): string {
  return stroke(
    `M${x - 24} ${y}q-12 -16 0 -30M${x + 4} ${y - 6}q-12 -16 0 -30M${x + 30} ${y}q-12 -16 0 -30`,
    '#ffffff',
    1.2,
  )
}

function icedCoffee(): string {
  return (
    limb([22, -130, 52, -236], 10, '#ff6f91') +
    solid('M-66 -170H66L50 -12Q48 0 36 0H-36Q-48 0 -50 -12Z', '#f7efe6', {
      marks:
        patch('M-80 -130H80V-60H-80Z', '#7a4a2b') +
        patch('M-80 -66H80V10H-80Z', '#f3d9b0') +
        patch('M-80 -72Q-30 -50 0 -70T80 -66V-40H-80Z', '#b98252'),
    }) +
    solid(roundRect(-46, -160, 36, 34, 8) + roundRect(-2, -148, 36, 34, 8), '#e7f6ff', { shade: 0.06, weight: 0.7 }) +
    stroke('M-66 -170H66')
  )
}

function bubbleTea(): string {
  let pearls = ''
  for (const [x, y] of [
    [-30, -18],
    [-4, -14],
    [24, -18],
    [-16, -38],
    [12, -36],
    [34, -42],
  ])
    pearls += oval(x ?? 0, y ?? 0, 11)
  return (
    limb([10, -190, 34, -262], 16, '#7ad1c2') +
    solid('M-62 -190H62L48 -12Q46 0 34 0H-34Q-46 0 -48 -12Z', '#f0d0a5') +
    patch(pearls, '#3b2430') +
    solid(roundRect(-72, -208, 144, 28, 10), '#fff6e5', { light: [-4, -5] }) +
    stroke('M-20 -120q8 10 16 0M14 -120q8 10 16 0M-6 -100q8 9 16 0')
  )
}

function sandwich(): string {
  return (
    solid('M-128 -48Q0 -36 128 -48C128 -10 100 0 0 0C-100 0 -128 -10 -128 -48Z', '#d9924a') +
    solid(
      'M-136 -64Q-112 -30 -88 -54Q-60 -22 -30 -50Q0 -22 30 -50Q60 -22 88 -54Q112 -30 136 -64V-92H-136Z',
      '#6fbf62',
      { shade: 0.1, light: [-2, -6] },
    ) +
    stroke('M-96 -74H-30M0 -74H44', '#ff8a3c', 2.2) +
    stroke('M56 -74H104M-20 -72H-8', '#fff6df', 2.2) +
    solid('M-132 -82C-132 -146 -74 -166 0 -166C74 -166 132 -146 132 -82Q0 -96 -132 -82Z', '#e2a354') +
    stroke('M-70 -142l24 26M-18 -150l24 28M36 -150l20 26', '#b9762f', 1)
  )
}

function pot(): string {
  return (
    solid(roundRect(-112, -140, 224, 140, 34), '#f7f2ea') +
    solid('M-112 -128C-108 -190 108 -190 112 -128Z', '#eadfd0') +
    solid(roundRect(-26, -190, 52, 20, 8), '#d9423f', { light: [-3, -3] }) +
    solid(roundRect(-46, -92, 92, 62, 14), '#46506b', { light: [-4, -4] }) +
    patch(roundRect(-32, -80, 64, 22, 5), '#9be7c4') +
    patch(oval(0, -44, 8), '#ff6b6b')
  )
}

function noodleCup(): string {
  return (
    limb([-10, -170, -64, -232], 9, '#b5562f') +
    limb([10, -170, -38, -240], 9, '#b5562f') +
    solid('M-84 -168H84L60 0H-60Z', '#fff3e0', { marks: patch('M-90 -120H90L76 -50H-76Z', '#e5493a') }) +
    solid('M-94 -178H94V-160H-94Z', '#fffaf0', { light: [-3, -3] }) +
    stroke('M-66 -178q14 -24 30 0q14 -24 30 0q14 -24 30 0q14 -20 30 0', '#f3c15a', 1.8) +
    stroke('M-26 -96q12 -12 24 0t26 0M-26 -76q12 -12 24 0t26 0', '#fff3e0', 1.3)
  )
}

function egg(): string {
  return (
    patch(oval(-10, -30, 120, 26), '#00000018') +
    solid(
      'M-130 -40C-140 -90 -80 -80 -50 -112C-10 -140 70 -130 90 -100C140 -90 140 -30 100 -20C60 10 -110 14 -130 -40Z',
      '#fffdf5',
      { shade: 0.1 },
    ) +
    solid(oval(-4, -74, 44, 38), '#ffb52e', { light: [-6, -7] }) +
    patch(oval(-18, -88, 12, 7), '#ffffff', 0.8)
  )
}

export const FOOD = {
  mug,
  'iced-coffee': icedCoffee,
  'bubble-tea': bubbleTea,
  sandwich,
  'rice-cooker': pot,
  'noodle-cup': noodleCup,
  egg,
} as const
