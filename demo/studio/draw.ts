// `npm run demo:draw`: draws every picture of the demo and writes the data set beside this folder.
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { demoPaths } from '../data.ts'
import { avatarFile, buildDemoData } from './build-data.ts'
import { drawAvatar, drawMeme } from './draw-demo.ts'
import { demoPlan } from './plan.ts'

const plan = demoPlan()
await rm(demoPaths.folder, { recursive: true, force: true })
await mkdir(demoPaths.folder, { recursive: true })

let total = 0
async function write(name: string, bytes: Buffer): Promise<void> {
  total += bytes.length
  await writeFile(path.join(demoPaths.folder, name), bytes)
}

for (const meme of plan.memes) {
  const { fileName, bytes } = await drawMeme(meme)
  await write(fileName, bytes)
}
for (const user of plan.users) await write(avatarFile(user.username), await drawAvatar(user))
// One entry a line keeps the file small and its differences readable.
const lines = Object.entries(buildDemoData()).map(
  ([key, entries]: [string, unknown[]]) =>
    `"${key}": [\n${entries.map((entry) => JSON.stringify(entry)).join(',\n')}\n]`,
)
await writeFile(demoPaths.data, `{\n${lines.join(',\n')}\n}\n`)
console.log(`${plan.memes.length} memes and ${plan.users.length} avatars, ${(total / 1e6).toFixed(1)} MB`)
