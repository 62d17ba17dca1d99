import { readFileSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { reported, withReport } from './helpers/report.ts'

// `npm run bench -- NAME`: runs one benchmark, which prints its figures as Markdown; with `--save` they are also inserted into
// docs/benchmarks.md. Without a name, lists the benchmarks.
const FOLDER = new URL('./benchmarks/', import.meta.url)
const DOCUMENT = new URL('../../docs/benchmarks.md', import.meta.url)

const isSaved = process.argv.includes('--save')
process.argv = process.argv.filter((word) => word !== '--save')
const [name = ''] = process.argv.slice(2)
const benchmarks = new Map<string, URL>()
for (const file of await readdir(FOLDER))
  if (file.endsWith('.ts')) benchmarks.set(file.slice(0, -'.ts'.length), new URL(file, FOLDER))
const file = benchmarks.get(name)
if (file) {
  // On exit, since some benchmarks end the process themselves.
  process.once('exit', (code) => {
    if (isSaved && code === 0) writeFileSync(DOCUMENT, withReport(readFileSync(DOCUMENT, 'utf8'), name, reported()))
  })
  await import(file.href)
} else {
  console.log(`npm run bench -- NAME, where NAME is one of: ${[...benchmarks.keys()].sort().join(', ')}`)
  process.exitCode = name ? 1 : 0
}
