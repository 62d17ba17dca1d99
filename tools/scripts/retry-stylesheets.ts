import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const HELPER = 'vite/preload-helper'
const RETRY = fileURLToPath(new URL('../../web/lib/load-again.ts', import.meta.url))
/** The place of Vite's code for dynamic imports at which a failed stylesheet ends the import. */
const FAILS = 'if (e.type === "error")'
const TRIES_AGAIN = `if (e.type === "error") { link.remove(); void addStylesheet(dep.href).then(res) } else if (false)`

/** Lets dynamic imports load a stylesheet again after a failure. If it still fails, the screen appears without it. */
export function retryStylesheets(): Plugin {
  return {
    name: 'retry-stylesheets',
    apply: 'build',
    transform(code, id) {
      if (!id.includes(HELPER)) return
      if (!code.includes(FAILS)) throw new Error(`Vite's preload helper no longer contains "${FAILS}"`)
      return `import { addStylesheet } from ${JSON.stringify(RETRY)}\n${code.replace(FAILS, TRIES_AGAIN)}`
    },
  }
}
