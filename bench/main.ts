import { readdir } from 'node:fs/promises'

// `npm run bench -- NAME`: runs one benchmark, which prints its figures; without a name, lists them.
const [name] = process.argv.slice(2)
const own = new Set([
  'main.ts',
  'draw.ts',
  'captions.ts',
  'drawn-letters.ts',
  'learn-capitals.ts',
  'typeface.ts',
  'drawn-crowd.ts',
  'library.ts',
  'readings.ts',
  'search-library.ts',
  'machine.ts',
  'member.ts',
  'bare-route.ts',
  'feed-route.ts',
  'first-view.ts',
  'certificate.ts',
  'tone-captions.ts',
  'http2-front.ts',
  'population.ts',
  'random.ts',
])
const names = (await readdir(new URL('.', import.meta.url)))
  .filter((file) => file.endsWith('.ts') && !own.has(file))
  .map((file) => file.slice(0, -3))
if (name && names.includes(name)) await import(`./${name}.ts`)
else {
  console.log(`npm run bench -- NAME, where NAME is one of: ${names.join(', ')}`)
  process.exitCode = name ? 1 : 0
}
