// Ends a process after its parent is gone, so that no orphan holds the database open. Uses only built-in modules, because it
// runs before the install.
import { readFileSync, realpathSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

const LOOK_MS = 1000
const MANIFEST = fileURLToPath(new URL('../package.json', import.meta.url))

let isLooking = false

/**
 * Ends this process like SIGTERM once `isGone` returns true. Polls once a second, since a killed parent sends no notification.
 * @param {() => boolean} isGone
 */
function endOnce(isGone) {
  const timer = setInterval(() => {
    if (!isGone()) return
    clearInterval(timer)
    // Windows has no signals; process.kill would end the process without its SIGTERM handler.
    if (process.platform !== 'win32') process.kill(process.pid, 'SIGTERM')
    else if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(143)
  }, LOOK_MS)
  timer.unref()
}

/**
 * Ends this process once its parent `pid` is gone.
 * @param {number} pid
 */
export function endWithProcess(pid) {
  // On Windows an orphan does not get a new parent.
  endOnce(process.platform === 'win32' ? () => !isAlive(pid) : () => process.ppid !== pid)
}

/**
 * Ends this process once the npm that runs it as a script is gone: npm's shell dies without forwarding a signal. Does nothing
 * if the process was started in another way, such as from a terminal with nohup or by a service manager.
 * @param {string} [event] the script's name in package.json; otherwise the process must be the program that the script names
 */
export function endWithNpm(event) {
  if (isLooking || !isRunByNpm(event)) return
  isLooking = true
  const parent = process.ppid
  endWithProcess(parent)
  const npm = npmBehind(parent)
  // If only npm is killed, its shell survives and gets a new parent.
  if (npm !== undefined) endOnce(() => parentOf(parent) !== npm)
}

/**
 * Returns true if npm runs this process. Children of a script inherit npm's variables, so the script that npm names must match this
 * process.
 * @param {string} [event]
 */
function isRunByNpm(event) {
  const { npm_lifecycle_event: running, npm_lifecycle_script: script = '', npm_package_json: file } = process.env
  if (file !== MANIFEST) return false
  return event === undefined ? script.includes(basename(process.argv[1] ?? '')) : running === event
}

/**
 * Returns the pid of the npm that started the script's shell. Undefined if there is no shell in between, or if this cannot be
 * determined: only Linux provides it without starting another process.
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
    // After the name, which may contain spaces and parentheses, come the state and the parent.
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
