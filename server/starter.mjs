// Ends a process whose starter is gone, so that no orphan holds the database. Built-in modules only: it runs before the install.
import { readFileSync, realpathSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

const LOOK_MS = 1000
const MANIFEST = fileURLToPath(new URL('../package.json', import.meta.url))

let isLooking = false

/**
 * Ends this process like SIGTERM does once `isGone` holds. Looks once a second, since a starter that is killed says nothing.
 * @param {() => boolean} isGone
 */
function endOnce(isGone) {
  const timer = setInterval(() => {
    if (!isGone()) return
    clearInterval(timer)
    // Windows has no signals: there, the signal would end the process without its handler.
    if (process.platform !== 'win32') process.kill(process.pid, 'SIGTERM')
    else if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(143)
  }, LOOK_MS)
  timer.unref()
}

/**
 * Ends this process when `pid`, which started it, is gone.
 * @param {number} pid
 */
export function endWithProcess(pid) {
  // On Windows a process does not get another parent.
  endOnce(process.platform === 'win32' ? () => !isAlive(pid) : () => process.ppid !== pid)
}

/**
 * Ends this process when the npm that runs it as a script is gone: npm's shell dies without passing a signal on. Does nothing for
 * a process that was started in another way, such as from a terminal with nohup or by a service manager.
 * @param {string} [event] the script's name in package.json; otherwise the process must be the program that the script names
 */
export function endWithNpm(event) {
  if (isLooking || !isRunByNpm(event)) return
  isLooking = true
  const parent = process.ppid
  endWithProcess(parent)
  const npm = npmBehind(parent)
  // If npm alone is killed, its shell stays and gets another parent.
  if (npm !== undefined) endOnce(() => parentOf(parent) !== npm)
}

/**
 * Children of a script inherit npm's variables, so the script that npm names must be this one.
 * @param {string} [event]
 */
function isRunByNpm(event) {
  const { npm_lifecycle_event: running, npm_lifecycle_script: script = '', npm_package_json: file } = process.env
  if (file !== MANIFEST) return false
  return event === undefined ? script.includes(basename(process.argv[1] ?? '')) : running === event
}

/**
 * The npm behind the shell that it runs a script in; undefined if there is no shell between, or if this cannot be found out:
 * only Linux says it without another process.
 * @param {number} parent
 */
function npmBehind(parent) {
  const npm = parentOf(parent)
  const node = process.env.npm_node_execpath
  if (npm === undefined || node === undefined || isProgram(parent, node)) return undefined
  return isProgram(npm, node) ? npm : undefined
}

/**
 * @param {number} pid
 * @returns {number | undefined}
 */
function parentOf(pid) {
  try {
    // After the name, which may contain spaces and parentheses: the state, then the parent.
    return Number(
      readFileSync(`/proc/${pid}/stat`, 'latin1')
        .replace(/^.*\) . /s, '')
        .split(' ')[0],
    )
  } catch {
    return undefined
  }
}

/**
 * @param {number} pid
 * @param {string} program
 */
function isProgram(pid, program) {
  try {
    return realpathSync(`/proc/${pid}/exe`) === realpathSync(program)
  } catch {
    return false
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}
