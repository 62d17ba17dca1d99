// Finding other captions of a template among other pictures, and telling copies from captions. Arguments: how many other
// pictures (20,000 unless told), how many templates (40).
import { isSamePicture } from '#server/adapters/embeddings/same-picture.ts'
import { likeness, lookAt, mirrored } from '#server/adapters/embeddings/visual.ts'
import { sharp } from '#server/adapters/images/sharp-engine.ts'
import { makeCaptions } from './captions.ts'
import { CHANGES, crop, drawBar, drawCaption, drawScene, STYLES } from './draw.ts'

const others = Number(process.argv[3] ?? 20_000)
const templates = Number(process.argv[4] ?? 40)
const FIRST = 20
const captions = makeCaptions(templates * 16, 'likeness').map(({ text }) => text)
const caption = (index: number) => captions[index % captions.length] ?? ''
const style = (index: number) => STYLES[index % STYLES.length] ?? STYLES[0]
const captioned = async (scene: Buffer, index: number) => {
  const chosen = style(index)
  return chosen ? drawCaption(scene, caption(index), chosen) : scene
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
  'white bar above': (scene, index) => drawBar(scene, caption(index), 'be-vietnam-pro-700'),
}

const began = performance.now()
const crowd: number[][] = []
for (let index = 0; index < others; index += 1) {
  const { vector } = await lookAt(await captioned(await drawScene(`other ${index}`), index))
  if (vector) crowd.push(vector)
}
console.log(
  `${crowd.length} other pictures drawn and measured, ${((performance.now() - began) / others).toFixed(1)} ms each`,
)

const inFirst = new Map<string, number[]>()
const flagged = new Map<string, number[]>()
const note = (map: Map<string, number[]>, key: string, value: boolean) =>
  map.set(key, [...(map.get(key) ?? []), value ? 1 : 0])

for (let template = 0; template < templates; template += 1) {
  const scene = await drawScene(`template ${template}`)
  const source = await captioned(scene, template * 16)
  const look = await lookAt(source)
  if (!look.vector) continue
  const straight = look.vector
  const turned = mirrored(straight)
  const near = (vector: number[]) => Math.max(likeness(straight, vector), likeness(turned, vector))
  const family: { form: string; nearness: number }[] = []
  for (const [at, [form, make]] of Object.entries(FORMS).entries()) {
    const { vector } = await lookAt(await make(scene, template * 16 + 1 + at))
    family.push({ form, nearness: vector ? near(vector) : 0 })
  }
  const rivals = crowd.map(near).sort((a, b) => b - a)
  for (const { form, nearness } of family) {
    const before = rivals.findIndex((rival) => rival < nearness)
    const kin = family.filter((other) => other.nearness > nearness).length
    note(inFirst, form, (before === -1 ? rivals.length : before) + kin < FIRST)
  }
  for (const [name, change] of Object.entries(CHANGES)) {
    note(flagged, name, isSamePicture(look.blocks, (await lookAt(await change(source, `${template}`))).blocks))
  }
  const chosen = style(template * 16)
  for (let index = 8; index < 13 && chosen; index += 1) {
    const other = await drawCaption(scene, caption(template * 16 + index), chosen)
    note(flagged, 'other words', isSamePicture(look.blocks, (await lookAt(other)).blocks))
  }
}

const print = (title: string, map: Map<string, number[]>) => {
  console.log(title)
  for (const [name, values] of map) {
    const share = values.reduce((sum, value) => sum + value, 0) / values.length
    console.log(`  ${name.padEnd(18)} ${share.toFixed(3)}  (${values.length})`)
  }
}
print(`in the first ${FIRST} similar, among ${crowd.length} others`, inFirst)
print('taken for the same picture', flagged)
