import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = 'server/platform/db/migrations'
/** The last migration before the rule was introduced. */
const LAST_EXEMPT = '0304'

/**
 * Checks the git history: a committed migration never changes, and a new one is numbered above all earlier ones, because a
 * database refuses to start if it has run a later one. Passes without a history, as in an archive.
 * @param {string} root absolute
 * @returns {string[]} one line per problem
 */
export function checkMigrations(root) {
  const args = ['log', '--reverse', '--no-renames', '--diff-filter=AM', '--name-status', '--format=', '--', FOLDER]
  const { stdout, status } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) return []
  const seen = new Set()
  let highest = LAST_EXEMPT
  return stdout
    .split('\n')
    .map((line) => line.split('\t'))
    .filter(([, file]) => file?.endsWith('.sql') && existsSync(join(root, file)))
    .flatMap(([, file = '']) => {
      const name = file.slice(FOLDER.length + 1)
      const number = name.split('-')[0] ?? ''
      if (number <= LAST_EXEMPT) return []
      if (seen.has(name)) return [`${file}: was changed after it was committed; write a new migration`]
      seen.add(name)
      if (number < highest) return [`${file}: ${highest} was committed before it; number it higher`]
      highest = number
      return []
    })
}
