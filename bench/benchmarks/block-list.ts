// The list of blocked pictures, with drawn pictures that its limits were not chosen on (seed "held out"): what is refused of changed
// copies, what of other captions on the same scene, and what a comparison costs. `npm run bench -- block-list [PICTURES [BLOCKED]]`.
import { makeCaptions } from '#reader/samples/captions.ts'
import { crop, drawCaption, drawScene, STYLES } from '#reader/samples/draw.ts'
import { describeImage } from '#server/adapters/embeddings/visual.ts'
import { sharp } from '#server/adapters/images/sharp-engine.ts'
import { withTransaction } from '#server/db/db.ts'
import { newId } from '#server/db/id.ts'
import { blockPicture, isBlockedPicture } from '#server/domains/search/likeness/block-list.ts'
import { createTestApp } from '#test/app.ts'
import { median } from '../helpers/machine.ts'
import { figure, heading, row } from '../helpers/report.ts'

const [pictures = 60, blocked = 2000] = process.argv.slice(3).map(Number)
const SEED = 'held out'
const BATCH = 200

const captions = makeCaptions(pictures * 2, SEED).map(({ text }) => text)
const captioned = async (scene: Buffer, index: number) => {
  const style = STYLES[index % STYLES.length]
  return style ? drawCaption(scene, captions[index % captions.length] ?? '', style) : scene
}
const flop = (picture: Buffer) => sharp(picture).flop().png().toBuffer()
const share = (part: number) => (picture: Buffer, index: number) => crop(picture, part, `${SEED} ${index}`)
const changes: Record<string, (picture: Buffer, index: number) => Promise<Buffer>> = {
  'as it was': async (picture) => picture,
  'JPEG, quality 40': (picture) => sharp(picture).jpeg({ quality: 40 }).toBuffer(),
  'half its size, WebP': (picture) => sharp(picture).resize({ width: 240 }).webp({ quality: 70 }).toBuffer(),
  mirrored: flop,
  'mirrored, JPEG, quality 45': async (picture) =>
    sharp(await flop(picture))
      .jpeg({ quality: 45 })
      .toBuffer(),
  'without 5 %': share(0.05),
  'without 10 %': share(0.1),
  'without 15 %': share(0.15),
  'without 20 %': share(0.2),
  'mirrored, without 10 %': async (picture, index) => flop(await share(0.1)(picture, index)),
}

const app = await createTestApp()
heading('embedded')
const described = async (picture: Buffer) => {
  const { vector, blocks } = await describeImage(picture)
  return vector ? { vector, blocks } : undefined
}
const isBlocked = async (picture: Buffer) => {
  const look = await described(picture)
  return look !== undefined && isBlockedPicture(app.db, look, false)
}
async function block(picture: Buffer): Promise<void> {
  const looks = [await described(picture), await described(await flop(picture))].filter((look) => look !== undefined)
  await withTransaction(app.db, (tx) => blockPicture(tx, { id: newId(), animated: false }, looks))
}

const scenes = await Promise.all(Array.from({ length: pictures }, (_, index) => drawScene(`${SEED} ${index}`)))
const originals = await Promise.all(scenes.map((scene, index) => captioned(scene, index)))
for (const picture of originals) await block(picture)

for (const [name, change] of Object.entries(changes)) {
  let refused = 0
  for (const [index, picture] of originals.entries()) if (await isBlocked(await change(picture, index))) refused += 1
  row(['A copy', 'Refused'], [name, `${refused} of ${pictures}`])
}
const others: Record<string, (index: number) => Promise<Buffer>> = {
  'another caption on the same scene': (index) => captioned(scenes[index] ?? Buffer.alloc(0), index + pictures),
  'another caption, mirrored': async (index) =>
    flop(await captioned(scenes[index] ?? Buffer.alloc(0), index + pictures)),
  'the scene without a caption': async (index) => scenes[index] ?? Buffer.alloc(0),
  'another scene with the same caption': async (index) => captioned(await drawScene(`${SEED} other ${index}`), index),
}
for (const [name, make] of Object.entries(others)) {
  let refused = 0
  for (let index = 0; index < pictures; index += 1) if (await isBlocked(await make(index))) refused += 1
  row(['Another picture', 'Wrongly refused'], [name, `${refused} of ${pictures}`])
}

// The cost of a comparison with a long list: the same pictures over and over, slightly off, as a spammer's list would be.
const looks = (await Promise.all(originals.map(described))).filter((look) => look !== undefined)
for (let from = 0; from < blocked; from += BATCH)
  await withTransaction(app.db, async (tx) => {
    for (let nth = from; nth < Math.min(blocked, from + BATCH); nth += 1) {
      const look = looks[nth % looks.length]
      const vector = look?.vector.map((value, at) => value + 0.01 * Math.sin(nth * 31 + at)) ?? []
      if (look) await blockPicture(tx, { id: newId(), animated: false }, [{ ...look, vector }])
    }
  })
const picture = await drawScene(`${SEED} new`)
const look = await described(picture)
const [describing, comparing]: [number[], number[]] = [[], []]
for (let round = 0; round < 40 && look; round += 1) {
  const began = process.cpuUsage()
  await described(picture)
  const middle = process.cpuUsage()
  const target = round % 2 ? look : (looks[round % looks.length] ?? look)
  await isBlockedPicture(app.db, target, false)
  const end = process.cpuUsage()
  const between = (a: NodeJS.CpuUsage, b: NodeJS.CpuUsage) => (b.user + b.system - a.user - a.system) / 1000
  describing.push(between(began, middle))
  comparing.push(between(middle, end))
}
const listed = blocked + pictures * 2
figure(`processor of a comparison with ${listed} blocked pictures, median`, `${median(comparing).toFixed(1)} ms`)
figure('the longest of them', `${Math.max(...comparing).toFixed(1)} ms`)
figure('processor of describing a picture, which every upload does', `${median(describing).toFixed(1)} ms`)
await app.stop()
