import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

const MARK = /<!--script:(\S+?)-->/g

/**
 * Replaces each `<!--script:PATH-->` of a page by that module of `web/`, with all that it imports, as one small script in
 * the page itself: for what cannot wait for a file to come.
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
  if (code.includes('</script') || code.includes('<!--')) throw new Error(`${path} cannot stand in a page`)
  return code
}
