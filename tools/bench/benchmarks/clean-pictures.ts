// Draws memes, reads their words, and compares the pictures without captions with the drawn originals. Argument: number of templates
// (default 16).

import { createReader } from '#reader/reader.ts'
import { makeCaptions } from '#reader/samples/captions.ts'
import { drawCaption, drawScene, STYLES } from '#reader/samples/draw.ts'
import { composePicture } from '#server/domains/templates/compose-picture.ts'
import { sharp } from '#server/platform/images/sharp-engine.ts'
import { heading, row } from '../helpers/report.ts'

const templates = Number(process.argv[3] ?? 16)
const MEMES = [2, 3, 5, 9]
const MEMES_MAX = Math.max(...MEMES)
/** A difference that people see, and one that looks like a letter. */
const VISIBLE_FROM = 24
const GLARING_FROM = 64

const pixelsOf = (picture: Buffer) => sharp(picture).removeAlpha().raw().toBuffer()

/** Returns the mean difference of the pixels' worst channel, and the shares of pixels that differ visibly and glaringly. */
function compare(one: Buffer, other: Buffer) {
  let [sum, visible, glaring] = [0, 0, 0]
  for (let at = 0; at < one.length; at += 3) {
    const off = (channel: number) => Math.abs((one[at + channel] ?? 0) - (other[at + channel] ?? 0))
    const most = Math.max(off(0), off(1), off(2))
    sum += most
    if (most >= VISIBLE_FROM) visible += 1
    if (most >= GLARING_FROM) glaring += 1
  }
  const pixels = one.length / 3
  return { mean: sum / pixels, visible: visible / pixels, glaring: glaring / pixels }
}

const reader = createReader({ mode: 'full', languages: 'eng+vie' })
const captions = makeCaptions(templates * MEMES_MAX, 'clean pictures').map(({ text }) => text)

async function drawMeme(scene: Buffer, template: number, nth: number) {
  // Two thirds of the templates have one style of captions, as most do.
  const style = STYLES[(template % 3 === 0 ? template + nth : template) % STYLES.length]
  const picture = style ? await drawCaption(scene, captions[template * MEMES_MAX + nth] ?? '', style) : scene
  const bytes = await sharp(picture)
    .jpeg({ quality: 70 + ((nth * 7) % 25) })
    .toBuffer()
  return { bytes, words: await reader.read(bytes) }
}

heading()
const sums = new Map(MEMES.map((count) => [count, { mean: 0, visible: 0, glaring: 0, worst: 0, complete: 0, ms: 0 }]))
for (let template = 0; template < templates; template += 1) {
  const scene = await drawScene(`clean picture ${template}`, { width: 720, height: 600 })
  const truth = await pixelsOf(scene)
  const memes = []
  for (let nth = 0; nth < MEMES_MAX; nth += 1) memes.push(await drawMeme(scene, template, nth))
  for (const [count, sum] of sums) {
    const began = performance.now()
    const made = await composePicture(memes.slice(0, count))
    sum.ms += performance.now() - began
    const { mean, visible, glaring } = compare(await pixelsOf(made.bytes), truth)
    sum.mean += mean
    sum.visible += visible
    sum.glaring += glaring
    sum.worst = Math.max(sum.worst, visible)
    if (made.isComplete) sum.complete += 1
  }
}
const share = (value: number) => `${(value * 100).toFixed(2)} %`
for (const [count, { mean, visible, glaring, worst, complete, ms }] of sums)
  row(
    [
      'Memes',
      'Mean difference of 255',
      'Visibly different pixels',
      'in the worst picture',
      'Glaring ones',
      'Complete',
      'Time',
    ],
    [
      count,
      (mean / templates).toFixed(2),
      share(visible / templates),
      share(worst),
      share(glaring / templates),
      `${complete} of ${templates}`,
      `${(ms / templates).toFixed(0)} ms`,
    ],
  )
await reader.close()
