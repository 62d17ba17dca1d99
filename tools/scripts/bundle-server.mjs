// Bundles the server, so that a start opens about 50 files instead of 2,100.
import { join, relative } from 'node:path'
import { BootstrapError } from './bootstrap.mjs'

/** Packages with native code, or with files beside their code that they load by path. */
const SEPARATE = [
  '@electric-sql/pglite',
  '@electric-sql/pglite-pgvector',
  '@huggingface/transformers',
  '@node-rs/argon2',
  '@zip.js/zip.js',
  'onnxruntime-node',
  'pino',
  'sharp',
  'tesseract.js',
]
/** An optional package that pg tries to load. */
const ABSENT = "'pg-native'"
const OWN_PLACE = /\bimport\.meta\.(url|dirname)\b/g
const PLACE_IN_PACKAGE = /\bimport\.meta\b|\b__(?:dirname|filename)\b/

/**
 * Writes `main.js`, which replaces `server/main.ts`, and its chunks. Threads and commands still load the sources.
 * @param {string} release absolute path of a release or clone with its packages
 * @param {string} [folder] its files may move to another folder with the same parent
 */
export async function bundleServer(release, folder = join(release, 'server', 'bundle')) {
  // `npm run release` loads this file before it installs the packages.
  const { rolldown } = await import('rolldown')
  const bundle = await rolldown({
    cwd: release,
    input: join(release, 'server', 'main.ts'),
    platform: 'node',
    external: (id) => SEPARATE.some((name) => id === name || id.startsWith(`${name}/`)),
    plugins: [preservePaths(folder)],
    // As Node.js resolves them; a release lacks the files for bundlers.
    resolve: { mainFields: ['main'], conditionNames: ['node'] },
    onLog(_level, log) {
      if (log.code === 'UNRESOLVED_IMPORT' && !log.message.includes(ABSENT)) throw new BootstrapError(log.message)
    },
  })
  await bundle.write({ dir: folder, format: 'esm', chunkFileNames: '[name]-[hash].js' })
  await bundle.close()
}

/**
 * Lets each source find the files beside it, although its code is now in `folder`.
 * @param {string} folder
 * @returns {import('rolldown').Plugin}
 */
function preservePaths(folder) {
  return {
    name: 'keep-places',
    transform(code, id) {
      // The bundler's own code.
      if (id.startsWith('\0')) return undefined
      if (id.includes('node_modules')) {
        if (PLACE_IN_PACKAGE.test(code))
          throw new BootstrapError(`${id} finds files by its own path: list its package in SEPARATE`)
        return undefined
      }
      const file = relative(folder, id).replaceAll('\\', '/')
      return code.replace(OWN_PLACE, (_, name) =>
        name === 'url'
          ? `new URL(${JSON.stringify(file)}, import.meta.url).href`
          : `(import.meta.dirname + ${JSON.stringify(`/${file.slice(0, file.lastIndexOf('/'))}`)})`,
      )
    },
  }
}
