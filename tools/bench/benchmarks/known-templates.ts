// Measures the recognition of well-known templates by picture, and whether a description finds its template. The shipped pack has vectors of
// real templates but no pictures, so the pack for pictures here has vectors of drawn ones: half to choose the threshold, half unseen.
// Argument: number of pictures in each half (default 60).

import { readFileSync } from 'node:fs'
import { makeCaptions } from '#reader/samples/captions.ts'
import { crop, drawBar, drawCaption, drawScene, STYLES } from '#reader/samples/draw.ts'
import { drawBusyPhotograph } from '#reader/samples/grounds.ts'
import { KnownPictures } from '#server/domains/search/known-templates/known-pictures.ts'
import { KnownTemplates } from '#server/domains/search/known-templates/known-templates.ts'
import { readShippedPack } from '#server/domains/search/known-templates/read-packs.ts'
import { describeImage } from '#server/domains/search/likeness/descriptor/visual.ts'
import { sharp } from '#server/platform/images/sharp-engine.ts'
import { heading, row } from '../helpers/report.ts'

const size = Number(process.argv[3] ?? 60)
/** Pictures of no template, in the half to choose the threshold and in the unseen one. */
const OTHERS = { chosen: 500, unseen: 2000 } as const
const BATCH = 500
const FIRST = 3
const captions = makeCaptions(size * 20, 'known templates').map(({ text }) => text)

/** Every second picture has many details. */
const drawOf = (seed: string, index: number) => (index % 2 === 0 ? drawScene(seed) : drawBusyPhotograph(seed, 600, 480))

const captioned = async (picture: Buffer, index: number) => {
  const style = STYLES[index % STYLES.length]
  return style ? drawCaption(picture, captions[index % captions.length] ?? '', style) : picture
}
const gray = (picture: Buffer) => sharp(picture).grayscale().jpeg({ quality: 85 }).toBuffer()

/** Copies of a template, each made from its picture with a caption of its own. */
const COPIES: Record<string, (picture: Buffer, index: number) => Promise<Buffer>> = {
  captioned,
  'cropped 5 %': async (picture, index) => crop(await captioned(picture, index), 0.05, `${index}`),
  'cropped 10 %': async (picture, index) => crop(await captioned(picture, index), 0.1, `${index}`),
  'white bar above': (picture, index) =>
    drawBar(picture, captions[index % captions.length] ?? '', 'be-vietnam-pro-700'),
  gray: async (picture, index) => gray(await captioned(picture, index)),
  mirrored: async (picture, index) => captioned(await sharp(picture).flop().toBuffer(), index),
  'mirrored, cropped 5 %, gray': async (picture, index) =>
    gray(await crop(await captioned(await sharp(picture).flop().toBuffer(), index), 0.05, `${index}`)),
  recompressed: async (picture, index) =>
    sharp(await captioned(picture, index))
      .jpeg({ quality: 45 })
      .toBuffer(),
}

interface Sample {
  copy: string
  /** Null for a picture of no template. */
  id: string | null
  vector: number[]
}

async function draw(half: keyof typeof OTHERS) {
  const known: { id: string; vector: number[] }[] = []
  const samples: Sample[] = []
  const add = async (copy: string, id: string | null, picture: Buffer) => {
    const { vector } = await describeImage(picture)
    if (vector) samples.push({ copy, id, vector })
  }
  for (let index = 0; index < size; index += 1) {
    const picture = await drawOf(`${half} ${index}`, index)
    const id = `${half}-${index}`
    known.push({ id, vector: (await describeImage(picture)).vector ?? [] })
    for (const [at, [copy, make]] of Object.entries(COPIES).entries())
      await add(copy, id, await make(picture, index * Object.keys(COPIES).length + at))
  }
  for (let index = 0; index < OTHERS[half]; index += 1) {
    await add('others', null, await captioned(await drawScene(`${half} other ${index}`), index))
    if (index % BATCH === BATCH - 1) console.log(`${half}: ${index + 1} of ${OTHERS[half]} other pictures`)
  }
  return { known, samples }
}

type Limits = ConstructorParameters<typeof KnownPictures>[1]

function measure(half: string, { known, samples }: Awaited<ReturnType<typeof draw>>, limits?: Limits) {
  const pictures = new KnownPictures(known, limits)
  const named = samples.map((sample) => ({ ...sample, named: pictures.shown(sample.vector) }))
  const right = named.filter(({ id, named: given }) => given !== undefined && given === id).length
  const given = named.filter(({ named: one }) => one !== undefined).length
  const copies = named.filter(({ id }) => id !== null)
  const share = (part: typeof named) => (part.filter((one) => one.named === one.id).length / part.length).toFixed(3)
  const falsely = named.filter(({ id, named: one }) => id === null && one !== undefined).length
  row(
    ['Pictures', 'Minimum likeness, lead', 'Recall (goal 0.95)', 'Precision (goal 0.98)', 'Others named'],
    [
      half,
      limits ? `${limits.likeness}, ${limits.lead}` : 'the product’s',
      share(copies),
      (right / given).toFixed(3),
      `${falsely} of ${named.length - copies.length}`,
    ],
  )
  return () => {
    for (const copy of Object.keys(COPIES))
      row(['Unseen copies', 'Recall'], [copy, share(named.filter((one) => one.copy === copy))])
  }
}

/** Descriptions were written from the names alone. */
function measureDescriptions(set: string): void {
  const known = new KnownTemplates(readShippedPack())
  const lines = readFileSync(new URL(`../ideas/descriptions-${set}.txt`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
  const found = lines.filter((line) => {
    const [id = '', text = ''] = line.split(': ')
    return known.described(text).slice(0, FIRST).includes(id)
  })
  const share = (found.length / lines.length).toFixed(3)
  row(['Descriptions', `In the first ${FIRST} (goal 0.9)`], [`${set}, ${lines.length}`, share])
}

heading('drawn pictures')
for (const set of ['tuned', 'unseen']) measureDescriptions(set)
const chosen = await draw('chosen')
for (const likeness of [0.6, 0.64, 0.68, 0.76, 0.86])
  for (const lead of [0, 0.2]) measure('to choose', chosen, { likeness, lead })
measure('to choose', chosen)
const unseen = measure('unseen', await draw('unseen'))
unseen()
