import { readdir } from 'node:fs/promises'

// `npm run bench -- NAME`: runs one benchmark, which prints its figures; without a name, lists them.
const FOLDERS = ['./benchmarks/', '../reader/bench/']

const [name = ''] = process.argv.slice(2)
const benchmarks = new Map<string, URL>()
for (const folder of FOLDERS.map((path) => new URL(path, import.meta.url))) {
  for (const file of await readdir(folder))
    if (file.endsWith('.ts')) benchmarks.set(file.slice(0, -'.ts'.length), new URL(file, folder))
}
const file = benchmarks.get(name)
if (file) await import(file.href)
else {
  console.log(`npm run bench -- NAME, where NAME is one of: ${[...benchmarks.keys()].sort().join(', ')}`)
  process.exitCode = name ? 1 : 0
}
