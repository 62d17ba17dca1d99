// `npm run demo:prepare`: stores the prepared demo pictures beside the data set, so that sites need not generate them.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readDemoData } from '#demo/data.ts'
import { preparedPaths } from '#demo/prepared.ts'
import { VISUAL_VERSION } from '../../domains/search/likeness/descriptor/visual.ts'
import { preparedAvatarOf, preparedMemeOf } from './prepare-pictures.ts'

const { list, folder } = preparedPaths
await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
const stagingDir = await mkdtemp(path.join(tmpdir(), 'memeroom-demo-'))
const { memes, people } = await readDemoData()
try {
  const lines = async <T>(pictures: string[], prepare: (picture: string, to: typeof folders) => Promise<T>) => {
    const made: string[] = []
    for (const picture of pictures)
      made.push(`${JSON.stringify(picture)}: ${JSON.stringify(await prepare(picture, folders))}`)
    return `{\n${made.join(',\n')}\n}`
  }
  const folders = { stagingDir, folder }
  const pictures = await lines(
    memes.map(({ picture }) => picture),
    preparedMemeOf,
  )
  const avatars = await lines(
    people.map(({ avatar }) => avatar),
    preparedAvatarOf,
  )
  // One picture per line makes diffs readable.
  await writeFile(list, `{\n"visualVersion": ${VISUAL_VERSION},\n"memes": ${pictures},\n"avatars": ${avatars}\n}\n`)
  console.log(`${memes.length} memes and ${people.length} avatars are prepared`)
} finally {
  await rm(stagingDir, { recursive: true, force: true })
}
