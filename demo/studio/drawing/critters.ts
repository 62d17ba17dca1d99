import { lighter } from './color.ts'
import { face } from './face.ts'
import { MOODS, type Mood } from './mood.ts'
import { mouthOf } from './mouth.ts'
import { limb, patch, solid, stroke } from './shapes.ts'
import { oval } from './svg.ts'

/** A sitting frog, standing on its origin, some 360 high. */
export function frog(mood: Mood, skin = '#7fbf5a', arms: 'down' | 'up' | 'prayer' = 'down'): string {
  const belly = '#e6efb0'
  const thigh = (s: number) =>
    solid(`M${s * 60} 0C${s * 70} -110 ${s * 190} -110 ${s * 178} -20Q${s * 172} 0 ${s * 150} 0Z`, skin)
  const foot = (s: number) =>
    solid(
      `M${s * 70} 6Q${s * 66} -18 ${s * 104} -16Q${s * 130} -22 ${s * 140} -8Q${s * 176} -14 ${s * 178} 6Z`,
      lighter(skin, 0.15),
      { light: [-3, -5] },
    )
  const arm = (s: number) =>
    arms === 'up'
      ? limb([s * 78, -130, s * 150, -160, s * 170, -230], 36, skin)
      : arms === 'prayer'
        ? limb([s * 84, -130, s * 92, -80, s * 10, -78], 32, skin)
        : limb([s * 82, -130, s * 88, -70, s * 62, -16], 34, skin)
  return (
    thigh(-1) +
    thigh(1) +
    solid('M-106 0C-124 -90 -90 -180 0 -180C90 -180 124 -90 106 0Z', skin, {
      marks: patch(oval(0, -60, 66, 86), belly),
    }) +
    foot(-1) +
    foot(1) +
    arm(-1) +
    arm(1) +
    `<g transform="translate(0 -225)">${frogHead(mood, skin)}</g>`
  )
}

export function frogHead(mood: Mood, skin = '#7fbf5a'): string {
  const head =
    'M-150 10C-150 -30 -132 -50 -116 -60C-120 -112 -94 -132 -66 -132C-40 -132 -22 -114 -20 -88Q0 -92 20 -88C22 -114 40 -132 66 -132C94 -132 120 -112 116 -60C132 -50 150 -30 150 10C150 62 84 92 0 92C-84 92 -150 62 -150 10Z'
  const freckles = patch(
    oval(-118, -10, 9, 7) + oval(-100, -26, 6, 5) + oval(118, -10, 9, 7) + oval(100, -26, 6, 5),
    '#5d9440',
  )
  return (
    solid(head, skin, { marks: patch('M-160 40Q0 96 160 40V120H-160Z', '#e6efb0') + freckles }) +
    stroke('M-8 -22v6M8 -22v6', undefined, 0.8) +
    face(mood, { dx: 66, r: 37, y: -82, mouthY: 22, mouthW: 62, skin, slit: 'level', white: '#fff7cf', browGap: 10 })
  )
}

/** A rubber duck, standing on its origin, some 380 high. */
export function duck(mood: Mood, rubber = '#ffd23f'): string {
  const body =
    'M-178 -96C-178 -20 -110 0 0 0C112 0 190 -30 206 -118C212 -158 196 -182 184 -176C160 -164 140 -130 92 -134C70 -170 -60 -180 -110 -150C-150 -140 -178 -130 -178 -96Z'
  const wing = 'M10 -104C50 -128 110 -116 128 -84C120 -50 60 -38 26 -58C6 -70 0 -92 10 -104Z'
  const head = oval(-34, -252, 122, 114)
  return (
    solid(body, rubber, { light: [-14, -18] }) +
    solid(wing, rubber, { shade: 0.1, light: [-6, -8] }) +
    solid(head, rubber, { light: [-14, -12] }) +
    patch('M-108 -318Q-80 -350 -36 -352Q-70 -336 -92 -306Z', '#ffffff', 0.65) +
    `<g transform="translate(-46 -262)">` +
    face(mood, { dx: 50, r: 25, y: -16, mouthY: 60, mouthW: 30, skin: rubber, mouth: false, browGap: 12 }) +
    solid('M-54 34C-50 8 50 8 54 34C62 46 40 52 0 52C-40 52 -62 46 -54 34Z', '#ff8a2b', { light: [-4, -8] }) +
    solid('M-38 51Q0 58 38 51Q30 80 0 80Q-30 80 -38 51Z', '#e8681a', { light: [-4, -6] }) +
    patch(oval(-14, 27, 4, 3) + oval(14, 27, 4, 3), '#7a3610') +
    '</g>'
  )
}

/** A capybara's upper half above whatever hides the rest; origin at the bottom middle, some 330 high. */
export function capybara(mood: Mood, fur = '#a9744a'): string {
  const ear = (s: number) => solid(oval(s * 92, -282, 26, 30), '#8a5a36', { light: [-5, -5] })
  const snout =
    'M-86 -150C-92 -196 -60 -214 0 -214C60 -214 92 -196 86 -150C84 -104 50 -92 0 -92C-50 -92 -84 -104 -86 -150Z'
  return (
    ear(-1) +
    ear(1) +
    solid('M-170 0C-190 -120 -128 -300 0 -300C128 -300 190 -120 170 0Z', fur, {
      marks: patch('M-60 -300v26M-20 -306v30M24 -306v28M60 -300v24', fur),
    }) +
    stroke('M-34 -276v18M0 -284v20M34 -276v18M-130 -70v22M-104 -46v22M118 -80v22M96 -50v22', '#7d5030', 0.8) +
    face(mood, { dx: 92, r: 21, y: -222, mouthY: -100, mouthW: 24, skin: fur, mouth: false, browGap: 10 }) +
    solid(snout, '#8f5f3b', { light: [-8, -10] }) +
    patch(oval(-34, -178, 15, 11) + oval(34, -178, 15, 11), '#3d2418') +
    stroke('M0 -160V-134', undefined, 0.8) +
    mouthOf(MOODS[mood].mouth === 'smile' ? 'small' : MOODS[mood].mouth, 0, -126, 34)
  )
}

/** A goose seen from the side, facing left; standing on its origin, some 480 high. */
export function goose(mood: Mood, bill: 'shut' | 'open' = 'shut'): string {
  const white = '#fdfaf3'
  const legs = stroke('M-6 -80V-4M58 -80V-4', '#e8862b', 2.2)
  const feet = solid('M-46 4L-6 -18L12 4ZM18 4L58 -18L76 4Z', '#f29a3a', { shade: 0.1, light: [-3, -3] })
  const beak =
    bill === 'open'
      ? solid('M-166 -404Q-230 -420 -262 -398Q-214 -392 -170 -378Z', '#f7931e', { light: [-3, -5] }) +
        solid('M-168 -372Q-214 -374 -246 -348Q-200 -342 -160 -352Z', '#e07b12', { light: [-3, -5] }) +
        patch('M-172 -380L-228 -384L-172 -368Z', '#7b2338')
      : solid('M-164 -404Q-236 -404 -258 -374Q-220 -356 -160 -356Z', '#f7931e', { light: [-4, -6] }) +
        stroke('M-250 -378Q-210 -372 -178 -384', undefined, 0.7)
  return (
    legs +
    feet +
    solid(
      'M-130 -150C-120 -230 20 -232 96 -206C140 -196 190 -220 214 -236C214 -150 150 -64 30 -62C-60 -60 -134 -90 -130 -150Z',
      white,
      { shade: 0.12 },
    ) +
    solid('M-20 -170C30 -200 110 -182 150 -158C120 -116 40 -100 0 -126C-22 -140 -34 -158 -20 -170Z', white, {
      shade: 0.16,
      light: [-6, -12],
    }) +
    limb([-70, -150, -120, -220, -96, -300, -120, -370], 62, white) +
    patch('M-112 -190Q-116 -140 -84 -108Q-30 -100 -24 -150Q-30 -196 -60 -196Z', white) +
    beak +
    solid(oval(-122, -380, 62, 56), white, { shade: 0.1 }) +
    `<g transform="translate(-128 -392) scale(.8)">${face(mood, { dx: 26, r: 20, y: 0, mouthY: 0, mouthW: 0, skin: white, mouth: false, browGap: 8 })}</g>`
  )
}
