// Measures how well the product finds other captions of a template among unrelated pictures, and distinguishes copies from other
// captions. Arguments: number of unrelated pictures (default 20,000), or `copies` to test only copies; number of templates
// (default 40). Run again until all pictures are drawn.

import { makeCaptions } from '#reader/samples/captions.ts'
import { type CHANGES, crop, drawBar, drawCaption, drawScene, STYLES } from '#reader/samples/draw.ts'
import { drawBusyPhotograph } from '#reader/samples/grounds.ts'
import { describeImage } from '#server/domains/search/likeness/descriptor/visual.ts'
import { newId } from '#server/platform/db/id.ts'
import { sharp } from '#server/platform/images/sharp-engine.ts'
import { createTestApp } from '#test/app.ts'
import { buildMember } from '#test/factories.ts'
import { drawnVectors } from '../helpers/drawn-vectors.ts'
import { COPIES, type Described, darken, describeSmall, isCopy, save } from '../helpers/duplicates.ts'
import { insertLibrary, insertVocabulary } from '../helpers/library.ts'
import { heading, row } from '../helpers/report.ts'

const others = Number(process.argv[3] ?? 20_000)
const templates = Number(process.argv[4] ?? 40)
const FIRST = 20
const SECONDS_DRAWING = 270
const BATCH = 1000
/** Memes per template; one in three has the template's name. */
const NAMED_FAMILY = 12
const captions = makeCaptions(templates * 40, 'likeness').map(({ text }) => text)
const caption = (index: number) => captions[index % captions.length] ?? ''
const captioned = async (scene: Buffer, index: number) => {
  const chosen = STYLES[index % STYLES.length]
  return chosen ? drawCaption(scene, caption(index), chosen) : scene
}

/** Changes to a meme with another caption; it must still count as a different meme. */
const DISGUISES: typeof CHANGES = {
  'as it is': (picture) => Promise.resolve(picture),
  mirrored: (picture) => save(sharp(picture).flop()),
  'cropped 5 %': (picture, seed) => crop(picture, 0.05, seed),
  'gray and darker': darken,
}

/** Variants of a template: each is made from the scene with its own caption. */
const FORMS: Record<string, (scene: Buffer, index: number) => Promise<Buffer>> = {
  'other caption': captioned,
  'cropped 10 %': async (scene, index) => crop(await captioned(scene, index), 0.1, `${index}`),
  recompressed: async (scene, index) =>
    sharp(await captioned(scene, index))
      .jpeg({ quality: 45 })
      .toBuffer(),
  mirrored: async (scene, index) => captioned(await sharp(scene).flop().toBuffer(), index),
  gray: async (scene, index) =>
    sharp(await captioned(scene, index))
      .greyscale()
      .toBuffer(),
  'gray and darker': async (scene, index) => darken(await captioned(scene, index)),
  'white bar above': (scene, index) => drawBar(scene, caption(index), 'be-vietnam-pro-700'),
}

const shares = new Map<string, number[]>()
const note = (key: string, value: boolean) => shares.set(key, [...(shares.get(key) ?? []), value ? 1 : 0])
const print = (title: string) => {
  for (const [name, values] of shares) {
    const share = values.reduce((sum, value) => sum + value, 0) / values.length
    row([title, 'Share', 'Pictures'], [name, share.toFixed(3), values.length])
  }
  shares.clear()
}

async function measureCopies(): Promise<void> {
  const before: Described[] = []
  for (let template = 0; template < templates; template += 1) {
    const isBusy = template % 2 === 1
    const scene = isBusy
      ? await drawBusyPhotograph(`template ${template}`, 600, 480)
      : await drawScene(`template ${template}`)
    const source = await captioned(scene, template * 40)
    const own = await describeSmall(source)
    for (const [name, change] of Object.entries(COPIES))
      note(name, isCopy(await describeSmall(await change(source, `${template}`)), own))
    const chosen = STYLES[(template * 40) % STYLES.length]
    for (let index = 30; index < 33 && chosen; index += 1) {
      const other = await drawCaption(scene, caption(template * 40 + index), chosen)
      for (const [name, change] of Object.entries(DISGUISES))
        note(`OTHER words, ${name}`, isCopy(await describeSmall(await change(other, `${template}`)), own))
    }
    const barred = await describeSmall(await drawBar(source, caption(template * 40 + 33), 'be-vietnam-pro-700'))
    note('OTHER words in a bar added', isCopy(barred, own))
    note('OTHER, without words', isCopy(await describeSmall(scene), own))
    for (const stranger of before) note('OTHER picture', isCopy(stranger, own))
    before.push(own)
  }
  print('taken for the same picture')
}

const names = Array.from(
  { length: templates },
  (_, index) => `template${String.fromCharCode(97 + (index % 26))}${index}`,
)

async function findTemplates(crowd: number[][]): Promise<void> {
  const app = await createTestApp({}, { isMeasured: true })
  const { user } = await buildMember(app)
  for (let from = 0; from < crowd.length; from += BATCH) {
    const part = crowd.slice(from, from + BATCH)
    await insertLibrary(
      app.db,
      user.id,
      part.map((vector, at) => ({ id: newId(), name: 'untitled', picture: [{ text: caption(from + at) }], vector })),
    )
  }
  const add = async (picture: Buffer, name: string) => {
    const { vector } = await describeImage(picture)
    const id = newId()
    await insertLibrary(app.db, user.id, [{ id, name, ...(vector ? { vector } : {}) }])
    return id
  }
  const families = []
  for (const [template, name] of names.entries()) {
    const scene = await drawScene(`template ${template}`)
    const source = await add(await captioned(scene, template * 40), '')
    const forms: { form: string; id: string }[] = []
    for (const [at, [form, make]] of Object.entries(FORMS).entries()) {
      forms.push({ form, id: await add(await make(scene, template * 40 + 1 + at), '') })
    }
    const family: string[] = []
    const named = await drawScene(`named ${template}`)
    for (let index = 0; index < NAMED_FAMILY; index += 1) {
      family.push(
        await add(await captioned(named, template * 40 + 10 + index), index % 3 === 0 ? `${name} again` : 'untitled'),
      )
    }
    families.push({ source, forms, name, family })
  }
  await insertVocabulary(app.db, [...names, 'untitled', 'again'])
  await app.maintain()
  for (const { source, forms, name, family } of families) {
    const similar = await app.call('GET', `/meme/recommend/by-image?imageId=${source}&limit=${FIRST}`)
    const found = new Set(similar.body.data.map(({ _id }: { _id: string }) => _id))
    for (const { form, id } of forms) note(form, found.has(id))
    const named = await app.call('GET', `/vector-search/text?q=${name}&limit=${FIRST}`)
    if (named.status !== 200) console.error(name, named.body)
    const byName = new Set(named.body.data.map(({ _id }: { _id: string }) => _id))
    for (const id of family) note('by name, 1 in 3', byName.has(id))
  }
  print(`in the first ${FIRST}, among ${crowd.length} others`)
  await app.stop()
}

heading('embedded')
const isCopiesOnly = process.argv[3] === 'copies'
const crowd = isCopiesOnly
  ? undefined
  : await drawnVectors(others, async (index) => captioned(await drawScene(`other ${index}`), index), SECONDS_DRAWING)
if (crowd) await findTemplates(crowd)
if (crowd || isCopiesOnly) await measureCopies()
