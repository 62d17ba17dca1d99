// Measures grouping memes by template in the product: drawn templates with varying captions and styles, some recompressed,
// cropped or with a bar at the top, two of six named. Argument: number of templates (default 100).

import { makeCaptions } from '#reader/samples/captions.ts'
import { crop, drawBar, drawCaption, drawScene, STYLES } from '#reader/samples/draw.ts'
import { compareNewMemes } from '#server/domains/feed/relate-memes.ts'
import { describeImage, type VisualDescriptor } from '#server/domains/search/likeness/descriptor/visual.ts'
import { upsertVisualDescriptor } from '#server/domains/search/likeness/queries.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import { newId } from '#server/platform/db/id.ts'
import { sharp } from '#server/platform/images/sharp-engine.ts'
import { createTestApp } from '#test/app.ts'
import { buildMember } from '#test/factories.ts'
import { insertLibrary } from '../helpers/library.ts'
import { figure, heading } from '../helpers/report.ts'

const templates = Number(process.argv[3] ?? 100)
const EACH = 6
const BATCH = 60
const captions = makeCaptions(templates * EACH, 'templates').map(({ text }) => text)

const scenes = new Map<number, Buffer>()

async function sceneOf(template: number): Promise<Buffer> {
  const scene = scenes.get(template) ?? (await drawScene(`template ${template}`))
  scenes.set(template, scene)
  return scene
}

async function drawMeme(template: number, nth: number): Promise<Buffer> {
  const scene = await sceneOf(template)
  const text = captions[template * EACH + nth] ?? ''
  if (nth === EACH - 1) return drawBar(scene, text, 'be-vietnam-pro-700')
  const style = STYLES[(template + nth) % STYLES.length]
  const picture = style ? await drawCaption(scene, text, style) : scene
  if (nth === 3) return sharp(picture).jpeg({ quality: 50 }).toBuffer()
  return nth === 4 ? crop(picture, 0.05, `${template}`) : picture
}

heading('embedded')
const app = await createTestApp({}, { isMeasured: true })
const { user } = await buildMember(app)
const truth = new Map<string, number>()
const nameOf = (template: number) => `Template ${String.fromCharCode(65 + (template % 26))}${template} moment`
let spent = 0
let slowest = 0
async function group(memes: readonly { template: number; name: string; picture: Buffer }[], of: number) {
  const drawn: { id: string; template: number; name: string; look: VisualDescriptor }[] = []
  for (const { picture, ...meme } of memes) drawn.push({ id: newId(), ...meme, look: await describeImage(picture) })
  await insertLibrary(app.db, user.id, drawn)
  await withTransaction(app.db, async (tx) => {
    for (const { id, look } of drawn) await upsertVisualDescriptor(tx, id, look)
  })
  for (const { id, template } of drawn) truth.set(id, template)
  const began = performance.now()
  await compareNewMemes(app.deps)
  const took = performance.now() - began
  spent += took
  slowest = Math.max(slowest, took / drawn.length)
  console.log(`${truth.size} of ${of} memes`)
}

// In the order of the captions, so that memes of many templates alternate.
for (let nth = 0; nth < EACH; nth += 1) {
  for (let from = 0; from < templates; from += BATCH) {
    const batch = []
    for (let template = from; template < Math.min(templates, from + BATCH); template += 1) {
      const name = nth % 3 === 0 ? nameOf(template) : 'untitled'
      batch.push({ template, name, picture: await drawMeme(template, nth) })
    }
    await group(batch, templates * EACH)
  }
}
const rows = await app.db.selectFrom('meme_templates').select(['meme_id', 'template_id']).execute()
let [both, grouped, same] = [0, 0, 0]
rows.forEach((one, index) => {
  for (const other of rows.slice(index + 1)) {
    const isGrouped = one.template_id === other.template_id
    const isSame = truth.get(one.meme_id) === truth.get(other.meme_id)
    if (isGrouped) grouped += 1
    if (isSame) same += 1
    if (isGrouped && isSame) both += 1
  }
})
let [named, found] = [0, 0]
for (const id of new Set(rows.map((row) => row.template_id))) {
  const members = rows.filter((row) => row.template_id === id)
  if (members.length < 2) continue
  const answer = await app.call('GET', `/template/${id}`)
  found += 1
  if (answer.body.data.name === nameOf(truth.get(members[0]?.meme_id ?? '') ?? 0)) named += 1
}
const drawnTemplates = new Set(truth.values()).size
figure('memes; templates drawn; templates found', `${rows.length}; ${drawnTemplates}; ${found}`)
figure('pairwise precision', (both / grouped).toFixed(3), '0.99')
figure('pairwise recall', (both / same).toFixed(3), '0.95')
figure('named right', (named / found).toFixed(3), '0.95')
figure('comparing a meme, mean', `${(spent / rows.length).toFixed(1)} ms`, '50 ms')
figure('the same in the slowest batch', `${slowest.toFixed(1)} ms`)
await app.stop()
