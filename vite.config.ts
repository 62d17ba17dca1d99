import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { homeSize } from './scripts/checks/home-size.ts'
import { inlineScripts } from './scripts/inline-scripts.ts'
import { serviceWorker } from './scripts/service-worker.ts'

const serverPort = process.env.PORT || '3000'
const server = `http://127.0.0.1:${serverPort}`

interface ModuleGraph {
  getModuleInfo: (id: string) => { readonly importedIds: readonly string[] } | null
}
let firstView: Set<string> | undefined

/**
 * Our own modules that the first view needs, in one file: parts that lazy screens use as well would otherwise come as some
 * fifty small files, which compress a tenth worse and wait for one another.
 */
function homeChunk(id: string, graph: ModuleGraph): string | null {
  firstView ??= withImports(fileURLToPath(new URL('web/main.tsx', import.meta.url)), graph)
  return firstView.has(id) && !id.includes('/node_modules/') && !id.endsWith('/web/main.tsx') ? 'home' : null
}

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
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    // An inlined asset would need `data:` in the content security policy, and would be sent again with every release.
    assetsInlineLimit: 0,
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: [{ debugName: 'home', name: homeChunk }] } } },
  },
  plugins: [react(), inlineScripts(), serviceWorker(), homeSize()],
})
