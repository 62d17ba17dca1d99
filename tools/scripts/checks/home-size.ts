import { gzipSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'

/** Of the scripts that the home page waits for, compressed as the server sends them, in bytes. */
const HOME_SCRIPTS_MAX_BYTES = 150_000

/** Warns of a build whose home page loads more script than that. */
export function homeSize(): Plugin {
  return {
    name: 'home-size',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const bytes = [...firstScripts(bundle)].reduce((sum, { code }) => sum + gzipSync(code).length, 0)
      if (bytes > HOME_SCRIPTS_MAX_BYTES)
        this.warn(
          `the home page loads ${(bytes / 1000).toFixed(1)} kB of scripts, at most ${HOME_SCRIPTS_MAX_BYTES / 1000} kB are allowed: load something later`,
        )
    },
  }
}

/** The entry, and what it imports before it runs. */
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
