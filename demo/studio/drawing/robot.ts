import { face } from './face.ts'
import type { Mood } from './mood.ts'
import { limb, line, patch, solid, stroke } from './shapes.ts'
import { el, oval, roundRect } from './svg.ts'

/** A robot with a screen for a face, standing on its origin, some 500 high. */
export function robot(mood: Mood, metal = '#b9c6d8', arms: 'down' | 'hold' | 'up' = 'down'): string {
  const arm = (s: number) =>
    arms === 'up'
      ? limb([s * 96, -200, s * 160, -220, s * 176, -310], 30, metal)
      : arms === 'hold'
        ? limb([s * 96, -200, s * 138, -130, s * 52, -104], 30, metal)
        : limb([s * 96, -200, s * 136, -140, s * 132, -70], 30, metal)
  const hand: readonly [number, number] = arms === 'up' ? [176, -316] : arms === 'hold' ? [48, -104] : [132, -64]
  const grip = (s: number) => solid(oval(s * hand[0], hand[1], 25, 25), '#8c9ab0', { light: [-5, -5] })
  return (
    limb([-46, -60, -46, -10], 36, metal) +
    limb([46, -60, 46, -10], 36, metal) +
    solid(roundRect(-86, -24, 74, 28, 14) + roundRect(12, -24, 74, 28, 14), '#8c9ab0', { light: [-4, -5] }) +
    solid(roundRect(-34, -290, 68, 40, 8), '#8c9ab0') +
    solid(roundRect(-100, -262, 200, 204, 40), metal) +
    solid(roundRect(-58, -150, 116, 62, 14), '#e9eef5', { shade: 0.1, light: [-5, -5] }) +
    patch(oval(-30, -119, 11, 11), '#ff6b6b') +
    patch(oval(2, -119, 11, 11), '#ffd23f') +
    patch(oval(34, -119, 11, 11), '#5fd38a') +
    stroke('M-44 -218H44M-44 -196H16', '#8c9ab0', 1) +
    arm(-1) +
    arm(1) +
    grip(-1) +
    grip(1) +
    robotHead(mood, metal)
  )
}

/** A robot's head, at the height at which the body carries it. */
function robotHead(mood: Mood, metal: string): string {
  const glow = '#7df3e1'
  const screen = roundRect(-104, -436, 208, 132, 34)
  return (
    stroke('M0 -470V-520') +
    el('circle', { cx: 0, cy: -530, r: 16, fill: '#ff6b6b' }) +
    solid(roundRect(-158, -402, 40, 66, 14) + roundRect(118, -402, 40, 66, 14), '#8c9ab0', { light: [-5, -5] }) +
    solid(roundRect(-136, -470, 272, 200, 56), metal) +
    el('path', { d: screen, fill: '#1e2a45', 'stroke-width': line(0.8) }) +
    patch('M-92 -420Q-88 -428 -74 -428H-20L-62 -312H-74Q-96 -312 -96 -340Z', '#ffffff', 0.1) +
    `<g transform="translate(0 -384)">${face(mood, { dx: 48, r: 24, y: -4, mouthY: 42, mouthW: 26, skin: '#1e2a45', white: '#1e2a45', ink: glow, browGap: 4 })}</g>`
  )
}
