import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const OWN = fileURLToPath(new URL('../../web/ui/create-icon.tsx', import.meta.url))
const ICON = /\/lucide-react\/dist\/esm\/icons\//

/** Lets the icons of lucide-react create their components with `web/ui/create-icon.tsx`. */
export function slimIcons(): Plugin {
  let isReplaced = false
  return {
    name: 'slim-icons',
    enforce: 'pre',
    apply: 'build',
    resolveId(source, importer) {
      if (source !== '../createLucideIcon.mjs' || !importer || !ICON.test(importer)) return undefined
      isReplaced = true
      return OWN
    },
    buildEnd(error) {
      if (!error && !isReplaced) this.error('the icons of lucide-react have another form: change slim-icons.ts')
    },
  }
}
