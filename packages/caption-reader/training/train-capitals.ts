// Trains reader/capitals.weights, the classifier of capitals with Vietnamese marks. Letters are drawn in typefaces that the
// benchmarks do not use, extracted from pictures as the product does, and learned by a network with one hidden layer. The same
// typefaces and arguments give the same file.
//
//   npm install --prefix DIR --ignore-scripts $(npm run -s reader:train)                                 installs typefaces
//   npm run reader:train -- DIR [pictures, 2400] [time limit in seconds, 450] [typefaces, comma-separated]   trains
//
// Run it again until all pictures are drawn and training is complete. Typefaces named in the last argument are held out for
// evaluation; the weights file is then not written.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { CAPITALS } from '../capital-classes.ts'
import { FEATURES } from '../capital-features.ts'
import { type CapitalNet, classify, packNet, unpackNet } from '../capital-net.ts'
import { readFace } from '../samples/typeface.ts'
import { drawLetters } from './drawn-letters.ts'
import { type Example, learn } from './learn-capitals.ts'

const VERSION = '5.3.0'
/** Typefaces with Vietnamese letters, each in the weights typical of captions. */
const TYPEFACES: Record<string, number[]> = {
  'alfa-slab-one': [400],
  'amatic-sc': [700],
  'asap-condensed': [600, 800],
  'baloo-2': [500, 800],
  'barlow-condensed': [500, 700, 900],
  bevan: [400],
  'big-shoulders-display': [600, 800, 900],
  bungee: [400],
  'chakra-petch': [600],
  coiny: [400],
  'dela-gothic-one': [400],
  'encode-sans-condensed': [700, 900],
  'exo-2': [600, 800],
  'fira-sans-extra-condensed': [600, 800, 900],
  'fjalla-one': [400],
  'fuzzy-bubbles': [400, 700],
  gluten: [500, 800],
  grandstander: [500, 800],
  itim: [400],
  kanit: [600, 900],
  lalezar: [400],
  'league-gothic': [400],
  lemonada: [700],
  mali: [500, 700],
  mansalva: [400],
  montserrat: [600, 900],
  mynerve: [400],
  nunito: [700, 900],
  oswald: [400, 600, 700],
  pangolin: [400],
  pattaya: [400],
  'paytone-one': [400],
  'playpen-sans': [500, 800],
  'potta-one': [400],
  'roboto-condensed': [600, 900],
  rowdies: [400, 700],
  'saira-condensed': [700],
  'saira-extra-condensed': [600, 900],
  'shantell-sans': [500, 800],
  'sigmar-one': [400],
  signika: [600],
  sriracha: [400],
}
const PARTS = ['latin', 'vietnamese', 'latin-ext']
const CACHE = fileURLToPath(new URL('../../../.cache/bench/letters/', import.meta.url))
const WEIGHTS = fileURLToPath(new URL('../capitals.weights', import.meta.url))
const BATCH = 50

const [, , folder, pictures = '2400', seconds = '450', unseen = ''] = process.argv
const ROUNDS = 8
const heldOut = new Set(unseen.split(',').filter(Boolean))
const faces = Object.entries(TYPEFACES).flatMap(([family, weights]) => weights.map((weight) => ({ family, weight })))

const opened = new Map<string, ReturnType<typeof readFace>>()

function openFace({ family, weight }: { family: string; weight: number }) {
  const name = `${folder}/node_modules/@fontsource/${family}/files/${family}`
  const known = opened.get(`${name}${weight}`)
  const face = known ?? readFace(PARTS.map((part) => `${name}-${part}-${weight}-normal.woff`))
  opened.set(`${name}${weight}`, face)
  return face
}

/** One batch of drawn letters as bytes: the label, then the features as 16-bit floats. */
async function drawBatch(batch: number): Promise<Float16Array> {
  const file = `${CACHE}${batch}.f16`
  const known = await readFile(file).catch(() => undefined)
  if (known) return new Float16Array(known.buffer, known.byteOffset, known.length / 2)
  const rows: number[][] = []
  for (let index = batch * BATCH; index < (batch + 1) * BATCH; index += 1) {
    const face = faces[index % faces.length]
    if (!face) continue
    const letters = await drawLetters(openFace(face), `${index} ${face.family}`)
    rows.push(...letters.map(({ label, features }) => [index % faces.length, label, ...features]))
  }
  const drawn = new Float16Array(rows.flat())
  await writeFile(file, drawn)
  return drawn
}

async function drawAll(): Promise<Example[] | undefined> {
  await mkdir(CACHE, { recursive: true })
  const began = performance.now()
  const examples: Example[] = []
  for (let batch = 0; batch < Number(pictures) / BATCH; batch += 1) {
    if (performance.now() - began > Number(seconds) * 1000) {
      console.log(`${batch * BATCH} of ${pictures} pictures are drawn; run again to go on`)
      return undefined
    }
    const drawn = await drawBatch(batch)
    const row = FEATURES + 2
    for (let at = 0; at < drawn.length; at += row) {
      const family = faces[drawn[at] ?? 0]?.family ?? ''
      examples.push({ family, label: drawn[at + 1] ?? 0, features: new Float32Array(drawn.subarray(at + 2, at + row)) })
    }
  }
  return examples
}

function report(net: CapitalNet, examples: Example[]): void {
  const rights = new Map<string, number[]>()
  for (const { family, label, features } of examples) {
    const chances = classify(net, features)
    const isRight = chances.indexOf(Math.max(...chances)) === label
    const key = CAPITALS[label] === '' ? 'no letters' : family
    rights.set(key, [...(rights.get(key) ?? []), isRight ? 1 : 0])
  }
  for (const [key, list] of [...rights].sort()) {
    const share = list.reduce((sum, one) => sum + one, 0) / list.length
    console.log(`${key.padEnd(28)} ${share.toFixed(3)} of ${list.length}${heldOut.has(key) ? ', never seen' : ''}`)
  }
}

if (folder) {
  const examples = await drawAll()
  if (examples) {
    const seen = examples.filter(({ family }) => !heldOut.has(family))
    const file = `${CACHE}learned-${seen.length}.f32`
    const net = await learn(seen, { rounds: ROUNDS, file, secondsMax: Number(seconds) })
    if (net) {
      const packed = packNet(net)
      report(unpackNet(packed), examples)
      if (heldOut.size === 0) await writeFile(WEIGHTS, packed)
      console.log(`${packed.length} bytes, ${examples.length} letters`)
    } else console.log('There are rounds of learning left; run again to go on')
  }
} else
  console.log(
    Object.keys(TYPEFACES)
      .map((family) => `@fontsource/${family}@${VERSION}`)
      .join(' '),
  )
