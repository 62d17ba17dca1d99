// `npm run extension [-- FILE]`: writes the browser extension to dist/extension/, which browsers can load unpacked, and as an archive
// for their stores to FILE.
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { createZip } from '../../../server/platform/zip/zip-writer.ts'
import { root } from '../bootstrap.mjs'
import { buildExtension } from './build-extension.ts'

const folder = join(root, 'dist', 'extension')
const archive = resolve(process.argv[2] ?? join(root, 'dist', 'memeroom-extension.zip'))

const files = await buildExtension()
await rm(folder, { recursive: true, force: true })
await rm(archive, { force: true })
await mkdir(folder, { recursive: true })
const zip = await createZip(archive)
for (const [name, content] of files) {
  await mkdir(dirname(join(folder, name)), { recursive: true })
  await writeFile(join(folder, name), content)
  // Not compressed, because the result would depend on the processor.
  await zip.add(name, content)
}
await zip.finish()
console.log(`Wrote ${archive}.`)
