// `npm run client -- [FILE]`: writes the typed API client to one file, `dist/memeroom-client.ts` by default. A file name that
// ends in .js produces JavaScript.
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { generateClient, toJavaScript } from './generate.ts'

const file = path.resolve(process.argv[2] ?? 'dist/memeroom-client.ts')
const client = await generateClient()
await mkdir(path.dirname(file), { recursive: true })
await writeFile(file, file.endsWith('.js') || file.endsWith('.mjs') ? toJavaScript(client) : client)
console.log(`Wrote ${file}.`)
