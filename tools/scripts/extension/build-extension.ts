import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const SOURCES = new URL('../../../packages/extension/', import.meta.url)
const COPIED = [
  ...['_locales/en/messages.json', '_locales/vi/messages.json', 'icons/16.png', 'icons/48.png', 'icons/128.png'],
  ...['LICENSE', 'options.html', 'page.css', 'popup.html'],
]
const SCRIPTS = ['background', 'options', 'popup']

/**
 * Builds the browser extension. The scripts are not minified, so that stores can review them.
 * @returns the files by name, in order of their names; the same sources give the same bytes
 */
export async function buildExtension(): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>([['manifest.json', await manifest()]])
  for (const name of COPIED) files.set(name, await source(name))
  for (const [name, code] of await bundle()) files.set(name, Buffer.from(code))
  return new Map([...files].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

const source = (name: string): Promise<Buffer> => readFile(new URL(name, SOURCES))

async function manifest(): Promise<Buffer> {
  const [own, { version }] = (await Promise.all([source('manifest.json'), source('package.json')])).map((json) =>
    JSON.parse(String(json)),
  )
  return Buffer.from(`${JSON.stringify({ ...own, version }, null, 2)}\n`)
}

async function bundle(): Promise<[name: string, code: string][]> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      minify: false,
      target: 'es2023',
      modulePreload: false,
      rolldownOptions: {
        input: Object.fromEntries(SCRIPTS.map((name) => [name, fileURLToPath(new URL(`${name}.ts`, SOURCES))])),
        output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
      },
    },
  })
  return [built]
    .flat()
    .flatMap((one) => ('output' in one ? one.output : []))
    .map((file) => {
      if (file.type !== 'chunk') throw new Error(`unexpected file of the bundler: ${file.fileName}`)
      return [file.fileName, file.code]
    })
}
