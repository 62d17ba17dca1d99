import { fileURLToPath } from 'node:url'
import type { ModulePreloadOptions, Plugin } from 'vite'

const HELPER = '\0vite/preload-helper.js'
const OWN = fileURLToPath(new URL('../../web/lib/load-files.ts', import.meta.url))
/** Files that every page has loaded before the first dynamic import. */
const LOADED = /\/(?:index|home|rolldown-runtime)-[^/]+\.(?:js|css)$/

/** Lets dynamic imports load the files that they need with `web/lib/load-files.ts`. */
export function lazyFiles(): Plugin {
  let isReplaced = false
  return {
    name: 'lazy-files',
    enforce: 'pre',
    apply: 'build',
    load(id) {
      if (id !== HELPER) return undefined
      isReplaced = true
      return `export { loadWithFiles as __vitePreload } from ${JSON.stringify(OWN)}`
    },
    buildEnd(error) {
      if (!error && !isReplaced) this.error(`Vite no longer loads lazy files with ${HELPER}: change lazy-files.ts`)
    },
  }
}

/** Lists the scripts to request together with a dynamic import, without those that need no request of their own. */
export const filesToRequest: NonNullable<ModulePreloadOptions['resolveDependencies']> = (
  file,
  scripts,
  { hostType },
) => (hostType === 'html' ? scripts : scripts.filter((script) => script !== file && !LOADED.test(script)))
