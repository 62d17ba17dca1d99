import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

/** They are part of every page, so importing React or a query client by accident fails the build. */
const MAX_CHARS = 8_000
const MARK = /<!--script:(\S+?)-->/g

/**
 * Replaces each `<!--script:PATH-->` in a page with that module of `web/` and its imports, bundled as an inline script, for
 * code that must run before any file has loaded.
 */
export function inlineScripts(): Plugin {
  return {
    name: 'inline-scripts',
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const scripts = new Map<string, string>()
        for (const [, path = ''] of html.matchAll(MARK)) scripts.set(path, await bundle(path))
        return html.replace(MARK, (_, path: string) => `<script>${scripts.get(path)}</script>`)
      },
    },
  }
}

async function bundle(path: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2023',
      modulePreload: { polyfill: false },
      lib: {
        entry: fileURLToPath(new URL(`../web/${path}`, import.meta.url)),
        formats: ['iife'],
        name: 'unused',
        fileName: 'script',
      },
    },
  })
  const [output] = [built].flat()
  if (!output || !('output' in output)) throw new Error(`${path} was not built`)
  const code = output.output[0].code.trim()
  if (code.includes('</script') || code.includes('<!--')) throw new Error(`${path} cannot be inlined in a page`)
  if (code.length > MAX_CHARS)
    throw new Error(`${path} with its imports has ${code.length} characters, more than ${MAX_CHARS}`)
  return code
}
