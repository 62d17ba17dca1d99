// Finding other captions of a template among other pictures, and telling copies from captions, by the product itself.
// Arguments: how many other pictures (20,000 by default), how many templates (40). Run again until all pictures are drawn.

import { makeCaptions } from '#reader/samples/captions.ts'
import { CHANGES, crop, drawBar, drawCaption, drawScene, STYLES } from '#reader/samples/draw.ts'
import { isRepost, mirroredCells } from '#server/adapters/embeddings/reposts.ts'
import { describeImage } from '#server/adapters/embeddings/visual.ts'
import { sharp } from '#server/adapters/images/sharp-engine.ts'
import { newId } from '#server/db/id.ts'
import { createTestApp } from '#test/app.ts'
import { buildMember } from '#test/factories.ts'
import { drawnVectors } from '../helpers/drawn-vectors.ts'
import { insertLibrary, insertVocabulary } from '../helpers/library.ts'
import { machine } from '../helpers/machine.ts'

const others = Number(process.argv[3] ?? 20_000)
const templates = Number(process.argv[4] ?? 40)
const FIRST = 20
const SECONDS_DRAWING = 270
const BATCH = 1000
/** Memes of a template of which one in three carries its name. */
const NAMED_FAMILY = 12
const captions = makeCaptions(templates * 40, 'likeness').map(({ text }) => text)
const caption = (index: number) => captions[index % captions.length] ?? ''
const captioned = async (scene: Buffer, index: number) => {
  const chosen = STYLES[index % STYLES.length]
  return chosen ? drawCaption(scene, caption(index), chosen) : scene
}

const darken = async (picture: Buffer) =>
  sharp(await sharp(picture).greyscale().toBuffer())
    .linear(0.7, 0)
    .jpeg({ quality: 85 })
    .toBuffer()

/** What people do to a picture so that it passes for new. */
const REPOSTS: typeof CHANGES = {
  ...CHANGES,
  mirrored: (picture) => sharp(picture).flop().jpeg({ quality: 85 }).toBuffer(),
  darker: (picture) => sharp(picture).linear(0.7, 0).jpeg({ quality: 85 }).toBuffer(),
  'grey and darker': darken,
}

/** A template's other forms: each is made from the scene with a caption of its own. */
const FORMS: Record<string, (scene: Buffer, index: number) => Promise<Buffer>> = {
  'other caption': captioned,
  'cropped 10 %': async (scene, index) => crop(await captioned(scene, index), 0.1, `${index}`),
  recompressed: async (scene, index) =>
    sharp(await captioned(scene, index))
      .jpeg({ quality: 45 })
      .toBuffer(),
  mirrored: async (scene, index) => captioned(await sharp(scene).flop().toBuffer(), index),
  grey: async (scene, index) =>
    sharp(await captioned(scene, index))
      .greyscale()
      .toBuffer(),
  'grey and darker': async (scene, index) => darken(await captioned(scene, index)),
  'white bar above': (scene, index) => drawBar(scene, caption(index), 'be-vietnam-pro-700'),
}

const shares = new Map<string, number[]>()
const note = (key: string, value: boolean) => shares.set(key, [...(shares.get(key) ?? []), value ? 1 : 0])
const print = (title: string) => {
  console.log(title)
  for (const [name, values] of shares) {
    const share = values.reduce((sum, value) => sum + value, 0) / values.length
    console.log(`  ${name.padEnd(18)} ${share.toFixed(3)}  (${values.length})`)
  }
  shares.clear()
}

async function tellCopies(): Promise<void> {
  for (let template = 0; template < templates; template += 1) {
    const scene = await drawScene(`template ${template}`)
    const source = await captioned(scene, template * 40)
    const { blocks } = await describeImage(source)
    const isKnown = (other: Uint8Array) => isRepost(other, blocks) || isRepost(mirroredCells(other), blocks)
    for (const [name, change] of Object.entries(REPOSTS)) {
      note(name, isKnown((await describeImage(await change(source, `${template}`))).blocks))
    }
    const chosen = STYLES[(template * 40) % STYLES.length]
    for (let index = 30; index < 35 && chosen; index += 1) {
      const other = await drawCaption(scene, caption(template * 40 + index), chosen)
      note('other words', isKnown((await describeImage(other)).blocks))
    }
  }
  print('taken for the same picture')
}

const names = Array.from(
  { length: templates },
  (_, index) => `template${String.fromCharCode(97 + (index % 26))}${index}`,
)

async function findTemplates(crowd: number[][]): Promise<void> {
  const app = await createTestApp()
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
    if (named.status !== 200) console.log(name, named.body)
    const byName = new Set(named.body.data.map(({ _id }: { _id: string }) => _id))
    for (const id of family) note('by name, 1 in 3', byName.has(id))
  }
  print(`in the first ${FIRST}, among ${crowd.length} others`)
  await app.stop()
}

console.log(machine())
const crowd = await drawnVectors(
  others,
  async (index) => captioned(await drawScene(`other ${index}`), index),
  SECONDS_DRAWING,
)
if (crowd) {
  await findTemplates(crowd)
  await tellCopies()
}
