import { gzipSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'

/** Limit for the compressed scripts that the home page waits for, in bytes. */
const HOME_SCRIPTS_MAX_BYTES = 120_000

/** Warns if the scripts of the home page exceed the limit. */
export function homeSize(): Plugin {
  return {
    name: 'home-size',
    apply: 'build',
    writeBundle(_options, bundle) {
      const bytes = [...firstScripts(bundle)].reduce((sum, { code }) => sum + gzipSync(code).length, 0)
      if (bytes > HOME_SCRIPTS_MAX_BYTES)
        this.warn(
          `the home page loads ${(bytes / 1000).toFixed(1)} kB of scripts, at most ${HOME_SCRIPTS_MAX_BYTES / 1000} kB are allowed: load something later`,
        )
    },
  }
}

/** The entry and its static imports. */
function firstScripts(bundle: Rolldown.OutputBundle): Set<Rolldown.OutputChunk> {
  const chunks = new Map(
    Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])),
  )
  const found = new Set([...chunks.values()].filter(({ isEntry }) => isEntry))
  for (const { imports } of found)
    for (const name of imports) {
      const chunk = chunks.get(name)
      if (chunk) found.add(chunk)
    }
  return found
}
