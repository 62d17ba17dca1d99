// `npm run release`: creates an archive for the current platform that runs on a machine with only Node.js 24.
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, ensureWebBuilt, root, runScript } from './bootstrap.mjs'
import { layOutRelease } from './release-files.mjs'

await runScript(async () => {
  ensureInstalled()
  await ensureWebBuilt()
  const folder = join(root, 'dist', 'release')
  rmSync(folder, { recursive: true, force: true })
  const { version, packages } = layOutRelease(join(folder, 'memeroom'), {
    withClip: process.argv.includes('--with-clip'),
  })
  mkdirSync(folder, { recursive: true })
  const archive = join(folder, `memeroom-${version}-${process.platform}-${process.arch}.tar.gz`)
  const { status } = spawnSync('tar', ['-czf', archive, '-C', folder, 'memeroom'], { stdio: 'inherit' })
  if (status !== 0) return 1
  console.log(`${archive}: ${Math.round(statSync(archive).size / 1e6)} MB, ${packages} packages`)
  return 0
})
