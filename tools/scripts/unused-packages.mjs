// What a server keeps of its packages. Built-in modules only, as in bootstrap.mjs.
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
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where onnxruntime-node has the libraries of all platforms, by their paths in the package. */
const FOR_A_PLATFORM = /^\/bin\/napi-v\d+\/(\w+)(?:\/(\w+))?/

/**
 * Whether a file or folder of a package is a library for another platform than this one.
 * @param {string} path within the package, with a slash before it
 */
export function isForOtherPlatform(path) {
  const [, platform, arch = process.arch] = FOR_A_PLATFORM.exec(path) ?? []
  return platform !== undefined && (platform !== process.platform || arch !== process.arch)
}

/** Of a package of Node.js, for compiling against it. */
const HEADERS = /^node_modules\/node-[\w-]+\/include$/

/**
 * Removes what this machine never reads: libraries for other platforms, and headers; some 320 MB. npm counts the packages as
 * installed all the same, and brings them back when it installs anew.
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
 * Maps to the sources of packages, which only debuggers read: some 40 MB.
 * @param {string} root
 */
export function removeSourceMaps(root) {
  for (const name of readdirSync(join(root, 'node_modules'), { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.map')) rmSync(join(root, 'node_modules', name), { force: true, recursive: true })
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
 * Packages that came for building the client alone are renamed into this folder, which npm does not look into, and deleted there.
 * While it exists, they are to leave.
 * @param {string} root
 */
const leaving = (root) => join(root, 'node_modules', '.leaving')

/**
 * Whether packages that only development needs are to leave once the client is built.
 * @param {string} root
 */
export const areDevPackagesLeaving = (root) => existsSync(leaving(root))

/** @param {string} root */
export const letDevPackagesLeave = (root) => void mkdirSync(leaving(root), { recursive: true })

/**
 * Somebody develops here: the packages stay.
 * @param {string} root
 */
export const letDevPackagesStay = (root) => rmSync(leaving(root), { recursive: true, force: true })

/**
 * Takes the packages of development out, as `npm prune --omit=dev` would, which takes five seconds of a processor. First npm's record
 * of what is installed, so that a start which is cut short leaves no package that counts as installed and is not; the next start
 * does the rest.
 * @param {string} root
 */
export function takeOutDevPackages(root) {
  /** @type {(path: string) => { packages: Record<string, { dev?: boolean, bin?: Record<string, string> }> }} */
  const read = (path) => JSON.parse(readFileSync(path, 'utf8'))
  const record = join(root, 'node_modules', '.package-lock.json')
  const installed = read(record)
  const packages = Object.entries(read(join(root, 'package-lock.json')).packages)
  const kept = Object.fromEntries(Object.entries(installed.packages).filter(([, entry]) => !entry.dev))
  writeFileSync(`${record}.new`, JSON.stringify({ ...installed, packages: kept }, null, 2))
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
 * The links that npm makes to the programs of a package.
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
    // It has others, or is gone already.
  }
}

/**
 * Deletes what was taken out, in a process of low priority.
 * @param {string} root
 */
export function deleteTakenOut(root) {
  return spawn(process.execPath, [fileURLToPath(import.meta.url), root], { stdio: 'ignore' })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , root = ''] = process.argv
  setPriority(constants.priority.PRIORITY_LOW)
  removeSourceMaps(root)
  // Last, since it says that there is something to do.
  rmSync(leaving(root), { recursive: true, force: true })
}
