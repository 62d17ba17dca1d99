import { gzipSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'

/** Limit for the compressed scripts that the home page waits for, in bytes. */
const HOME_SCRIPTS_MAX_BYTES = 120_000
/** Creating its schemas blocks a phone for more than 100 ms. */
const SLOW_START = '/node_modules/zod/'

/**
 * Warns if the scripts of the home page exceed the limit, or if a landing screen waits for zod.
 * @param screens names of modules in web/app/routes
 */
export function homeSize(screens: readonly string[]): Plugin {
  return {
    name: 'home-size',
    apply: 'build',
    writeBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const home = chunks.filter(({ isEntry }) => isEntry)
      const bytes = withImports(home, chunks).reduce((sum, { code }) => sum + gzipSync(code).length, 0)
      if (bytes > HOME_SCRIPTS_MAX_BYTES)
        this.warn(
          `the home page loads ${(bytes / 1000).toFixed(1)} kB of scripts, at most ${HOME_SCRIPTS_MAX_BYTES / 1000} kB are allowed: load something later`,
        )
      for (const screen of screens) {
        const entry = chunks.filter(({ facadeModuleId }) => facadeModuleId?.endsWith(`/app/routes/${screen}.tsx`))
        const modules = withImports(entry, chunks).flatMap(({ moduleIds }) => moduleIds)
        if (modules.some((id) => id.includes(SLOW_START)))
          this.warn(`the screen ${screen} waits for zod: load the part that imports it later`)
      }
    },
  }
}

/** The chunks with their static imports. */
function withImports(
  chunks: readonly Rolldown.OutputChunk[],
  all: readonly Rolldown.OutputChunk[],
): Rolldown.OutputChunk[] {
  const found = new Set(chunks)
  for (const { imports } of found) for (const chunk of all) if (imports.includes(chunk.fileName)) found.add(chunk)
  return [...found]
}
