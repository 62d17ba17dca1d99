// False alarms of the model that scores pictures, on pictures without anything sensitive: the demo set and drawn ones. Arguments: how
// many pictures are drawn (120 by default). Needs the optional packages; see docs/operating.md.
import { performance } from 'node:perf_hooks'
import { DEFAULT_SETTINGS } from '#contract/settings.ts'
import { readDemoData, readDemoFile } from '#demo/data.ts'
import { makeCaptions } from '#reader/samples/captions.ts'
import { drawCaption, drawScene, STYLES } from '#reader/samples/draw.ts'
import { canScore, createPictureScorer } from '#server/adapters/scoring/picture-scorer.ts'
import { animatedWebp } from '#test/pictures.ts'
import { median } from '../helpers/machine.ts'
import { figure, heading, row } from '../helpers/report.ts'

const drawnCount = Number(process.argv[3] ?? 120)
const THRESHOLDS = [30, 50, 60, 70, 80, 90]

interface Scored {
  name: string
  score: number
}

if (!canScore()) {
  console.log('The optional packages are not installed; see docs/operating.md, "Sensitive pictures".')
  process.exit(1)
}
const scorer = createPictureScorer()
const times: number[] = []

async function scoreAll(pictures: AsyncIterable<{ name: string; bytes: Buffer }>): Promise<Scored[]> {
  const scored: Scored[] = []
  for await (const { name, bytes } of pictures) {
    const began = performance.now()
    scored.push({ name, score: await scorer.score(bytes) })
    times.push(performance.now() - began)
  }
  return scored
}

async function* demo() {
  const { memes } = await readDemoData()
  for (const { picture } of memes) yield { name: picture, bytes: await readDemoFile(picture) }
}

async function* drawn() {
  const captions = makeCaptions(drawnCount, 'sensitive')
  for (const [index, { text }] of captions.entries()) {
    const scene = await drawScene(`sensitive ${index}`)
    const style = STYLES[index % STYLES.length]
    yield { name: `drawn ${index}`, bytes: style ? await drawCaption(scene, text, style) : scene }
  }
}

const share = (scored: Scored[], threshold: number) => scored.filter(({ score }) => score * 100 >= threshold).length

heading()
const before = process.memoryUsage().rss
const groups = { 'demo set': await scoreAll(demo()), 'drawn pictures': await scoreAll(drawn()) }
const after = process.memoryUsage().rss
const animation = await animatedWebp({ frames: 30 })
const began = performance.now()
await scorer.score(animation)
const animationMs = performance.now() - began
await scorer.close()

for (const [name, scored] of Object.entries(groups)) {
  const alarms = THRESHOLDS.map((threshold) => share(scored, threshold))
  const highest = scored.toSorted((a, b) => b.score - a.score).slice(0, 3)
  const said = highest.map(({ name: file, score }) => `${file} ${(score * 100).toFixed(0)} %`).join(', ')
  const middle = `${(median(scored.map(({ score }) => score)) * 100).toFixed(1)} %`
  row(
    ['Pictures', 'Number', 'Median score', ...THRESHOLDS.map((one) => `From ${one} %`), 'Highest'],
    [name, scored.length, middle, ...alarms, said],
  )
}
figure('the threshold, unless an admin changes it', `${DEFAULT_SETTINGS.sensitiveThreshold} %`)
figure('a picture, median', `${median(times).toFixed(0)} ms`)
figure('the longest, with loading the model', `${Math.max(...times).toFixed(0)} ms`)
figure('an animation of 30 frames', `${animationMs.toFixed(0)} ms`)
figure('memory of the process, more than before', `${((after - before) / 2 ** 20).toFixed(0)} MiB`)
