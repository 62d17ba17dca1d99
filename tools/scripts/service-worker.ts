import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'
import { SHELL_URL } from '../../web/service-worker/protocol.ts'

const ENTRY = fileURLToPath(new URL('../../web/service-worker/service-worker.ts', import.meta.url))

/**
 * Adds sw.js to the build. It caches the page and every script and style of the application, so that all screens start without a
 * connection.
 */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const files = Object.keys(bundle)
        .filter((file) => /^assets\/.+\.(js|css)$/.test(file))
        .toSorted()
      // The page lists its scripts, so its content changes whenever a script changes.
      const page = bundle['index.html']
      const content = page?.type === 'asset' ? String(page.source) : ''
      const revision = createHash('sha256').update(content).update(files.join()).digest('hex').slice(0, 16)
      const precached = [{ url: SHELL_URL, revision }, ...files.map((file) => ({ url: `/${file}`, revision: null }))]
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: await bundleWorker(precached) })
    },
  }
}

async function bundleWorker(precached: object[]): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    define: { PRECACHED: JSON.stringify(precached), 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2023',
      modulePreload: { polyfill: false },
      lib: { entry: ENTRY, formats: ['iife'], name: 'unused', fileName: 'sw' },
    },
  })
  const [output] = [built].flat()
  if (!output || !('output' in output)) throw new Error('the service worker was not built')
  return output.output[0].code
}
