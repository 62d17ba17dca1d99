import { readdir } from 'node:fs/promises'

// `npm run bench -- NAME`: runs one benchmark, which prints its figures; without a name, lists them.
const [name] = process.argv.slice(2)
const own = new Set([
  'main.ts',
  'day-site.ts',
  'drawn-vectors.ts',
  'library.ts',
  'search-library.ts',
  'machine.ts',
  'member.ts',
  'bare-route.ts',
  'feed-route.ts',
  'first-view.ts',
  'certificate.ts',
  'http2-front.ts',
  'population.ts',
  'random.ts',
])
const benchmarks = new Map<string, string>()
for (const folder of ['.', '../reader/bench']) {
  for (const file of await readdir(new URL(`${folder}/`, import.meta.url)))
    if (file.endsWith('.ts') && !own.has(file)) benchmarks.set(file.slice(0, -3), `${folder}/${file}`)
}
const file = benchmarks.get(name ?? '')
if (file) await import(file)
else {
  console.log(`npm run bench -- NAME, where NAME is one of: ${[...benchmarks.keys()].sort().join(', ')}`)
  process.exitCode = name ? 1 : 0
}
