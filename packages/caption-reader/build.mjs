// `npm pack` runs this: compiles the sources to dist/, because Node.js strips no types below node_modules, and copies the data.
import { execFileSync } from 'node:child_process'
import { copyFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const folder = import.meta.dirname
const typescript = dirname(createRequire(import.meta.url).resolve('typescript/package.json'))
rmSync(join(folder, 'dist'), { recursive: true, force: true })
execFileSync(process.execPath, [join(typescript, 'lib/tsc.js'), '-p', 'tsconfig.build.json'], {
  cwd: folder,
  stdio: 'inherit',
})
for (const file of ['capitals.weights', 'vietnamese-syllables.txt'])
  copyFileSync(join(folder, file), join(folder, 'dist', file))
