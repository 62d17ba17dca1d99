import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { LANDING_SCREENS } from './server/web-pages/web-page.ts'
import { homeSize } from './tools/scripts/checks/home-size.ts'
import { CSS_MODULES, inlineScripts, inlineStyles, startAfterPaint } from './tools/scripts/inline-scripts.ts'
import { languages } from './tools/scripts/languages.ts'
import { filesToRequest, lazyFiles } from './tools/scripts/lazy-files.ts'
import { precompress } from './tools/scripts/precompress.ts'
import { serviceWorker } from './tools/scripts/service-worker.ts'
import { slimIcons } from './tools/scripts/slim-icons.ts'

const serverPort = process.env.PORT || '3000'
const server = `http://127.0.0.1:${serverPort}`

interface ModuleGraph {
  getModuleInfo: (id: string) => { readonly importedIds: readonly string[] } | null
}
let firstView: Set<string> | undefined
let landing: Map<string, string> | undefined

/** The screens that shared links and search engines lead to most. */
const GROUPED_SCREENS = ['meme', 'trending', 'trending-users']

/**
 * Bundles our own modules that the first view needs into one file. Otherwise, parts shared with lazy screens would become about
 * fifty small files, which compress a tenth worse and wait for one another.
 */
function homeChunk(id: string, graph: ModuleGraph): string | null {
  firstView ??= withImports(sourceOf('main.tsx'), graph)
  return firstView.has(id) && !id.includes('/node_modules/') && !id.endsWith('/web/main.tsx') ? 'home' : null
}

/**
 * Bundles the additional modules of each landing screen into one file, for the same reason, and modules shared by several of them
 * into others. A group includes the imports of its modules, so shared modules come first.
 */
const landingGroups = ['landing', 'ranks', ...GROUPED_SCREENS.map((screen) => `${screen}-parts`)].map(
  (group, index) => ({
    debugName: group,
    name: (id: string, graph: ModuleGraph) => {
      landing ??= landingParts(graph)
      // Icons are imported through an index of all icons, so the graph does not show which module needs them.
      const found = id.includes('/lucide-react/') ? 'landing' : landing.get(id)
      return found === group ? group : null
    },
    priority: 9 - index,
  }),
)

function landingParts(graph: ModuleGraph): Map<string, string> {
  const first = withImports(sourceOf('main.tsx'), graph)
  const screens = GROUPED_SCREENS.map((name) => sourceOf(`app/routes/${name}.tsx`))
  const parts = screens.map((screen) => withImports(screen, graph))
  const names = new Map<string, string>()
  for (const [index, ids] of parts.entries())
    for (const id of ids) {
      if (first.has(id) || screens.includes(id)) continue
      names.set(id, names.has(id) ? (parts[0]?.has(id) ? 'landing' : 'ranks') : `${GROUPED_SCREENS[index]}-parts`)
    }
  return names
}

const sourceOf = (path: string) => fileURLToPath(new URL(`web/${path}`, import.meta.url))

function withImports(entry: string, graph: ModuleGraph): Set<string> {
  const found = new Set([entry])
  for (const id of found) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported)
  return found
}

export default defineConfig({
  root: 'web',
  server: {
    host: '127.0.0.1',
    port: 5173,
    // Outside web/ the browser may read the contract and the packages, never server code or secrets in data/.
    fs: { allow: ['.', '../contract', '../node_modules'] },
    proxy: { '/api': server, '/media': server, '/metrics': server },
  },
  css: { modules: CSS_MODULES },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    // An inlined asset would need `data:` in the content security policy, and would be sent again with every release.
    assetsInlineLimit: 0,
    manifest: true,
    modulePreload: { polyfill: false, resolveDependencies: filesToRequest },
    rolldownOptions: {
      output: {
        minify: { mangle: true, compress: { treeshake: { propertyReadSideEffects: false } } },
        codeSplitting: {
          groups: [{ debugName: 'home', name: homeChunk, priority: 10 }, ...landingGroups],
        },
      },
    },
  },
  plugins: [
    languages(),
    slimIcons(),
    react(),
    inlineScripts(),
    inlineStyles(),
    startAfterPaint(),
    lazyFiles(),
    serviceWorker(),
    precompress(),
    homeSize(Object.values(LANDING_SCREENS)),
  ],
})
