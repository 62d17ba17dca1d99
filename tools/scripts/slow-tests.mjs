import { spawnSync } from 'node:child_process'
import { BootstrapError, root } from './bootstrap.mjs'

/**
 * `files`: test files that `npm test` skips. `paths`: the files, and folders with a trailing slash, on which they depend; CI runs
 * the group when one of them changed. `embedded`: run on the embedded engine too.
 * @typedef {{ files: string[], paths: string[], embedded?: boolean }} SlowGroup
 */

/** Files that every group depends on. */
const COMMON = ['tools/scripts/slow-tests.mjs', 'test/app-process.ts', 'server/main.ts', 'server/open-deps.ts']

/** @type {Record<string, SlowGroup>} */
export const SLOW_GROUPS = {
  kills: {
    files: ['kill', 'kill-actions', 'kill-mails', 'kill-steps'].map((name) => `test/${name}.db.test.ts`),
    paths: [
      'test/upload-process.ts',
      'server/domains/actions/',
      'server/domains/bulk-upload/',
      'server/domains/memes/store-files.ts',
      'server/domains/memes/upload-meme.ts',
      'server/platform/blobs/',
      'server/platform/db/db.ts',
      'server/platform/db/data-dir-owner.ts',
      'server/platform/jobs/',
      'server/platform/mail/',
      'server/platform/upload-store/',
    ],
    embedded: true,
  },
  processes: {
    files: [
      'server/ops/data-directory/files-of-commands.test.ts',
      ...['commands-under-load', 'extensions.postgres', 'owner', 'starter'].map((name) => `test/${name}.test.ts`),
    ],
    paths: [
      'server/ops/backup/',
      'server/ops/cli/',
      'server/ops/data-directory/',
      'server/platform/db/connect.ts',
      'server/platform/db/data-dir-owner.ts',
      'server/platform/db/embedded-thread.ts',
      'server/platform/db/embedded-worker.ts',
      'server/platform/db/embedded.ts',
      'server/platform/db/migrate.ts',
      'server/platform/db/postgres.ts',
      'server/run.ts',
      'server/serve.ts',
      'server/starter.mjs',
      'test/cli.ts',
      'tools/scripts/bootstrap.mjs',
      'tools/scripts/child.mjs',
      'tools/scripts/start.mjs',
    ],
  },
  outages: {
    files: ['test/outage.postgres.test.ts'],
    paths: [
      'server/platform/blobs/',
      'server/platform/db/health.ts',
      'server/platform/db/listener.ts',
      'server/platform/db/postgres.ts',
      'server/platform/db/wait-for-database.ts',
      'server/platform/jobs/',
      'server/platform/unavailable.ts',
    ],
  },
  replica: {
    files: ['test/replica.postgres.test.ts'],
    paths: ['server/platform/db/postgres.ts', 'server/platform/db/replica/', 'server/platform/read-for.ts'],
  },
  cluster: {
    files: ['test/cluster.postgres.test.ts', 'test/rolling-update.postgres.test.ts'],
    paths: [
      'deploy/Caddyfile',
      'deploy/nginx.conf',
      'server/platform/change-bus/',
      'server/platform/db/migrations/',
      'server/platform/jobs/',
      'server/run.ts',
      'server/serve.ts',
      'test/caddy.ts',
      'test/cluster/',
    ],
  },
  archive: {
    files: ['test/release-archive.test.ts'],
    paths: [
      'package-lock.json',
      'packages/caption-reader/',
      'server/platform/ocr/',
      'tools/scripts/bundle-server.mjs',
      'tools/scripts/inventory/',
      'tools/scripts/release-files.mjs',
      'tools/scripts/release.mjs',
      'tools/scripts/unused-packages.mjs',
    ],
  },
  container: {
    files: ['container', 'full-volume'].map((name) => `test/container/${name}.test.ts`),
    paths: [
      'server/ops/data-directory/',
      'server/platform/config/data-dir.ts',
      'server/platform/memory-limit.ts',
      'server/run.ts',
      'deploy/Containerfile',
      'deploy/compile.mjs',
      'deploy/compose.yaml',
      'package-lock.json',
      'tools/scripts/bundle-server.mjs',
      'tools/scripts/release-files.mjs',
      'tools/scripts/unused-packages.mjs',
    ],
  },
  proxies: {
    files: ['behind-nginx', 'proxy-examples', 'stored-pictures'].map(
      (name) => `server/platform/http/${name}.api.test.ts`,
    ),
    paths: [
      'deploy/',
      'server/domains/bulk-upload/',
      'server/platform/http/bodies.ts',
      'server/platform/http/create-http.ts',
      'server/platform/http/media.ts',
      'server/platform/http/sse.ts',
    ],
  },
  translations: {
    files: ['test/translated-site.test.ts'],
    paths: [
      'contract/languages.ts',
      'server/platform/texts/',
      'server/web-pages/page-language.ts',
      'test/pseudo-language.ts',
      'tools/scripts/languages.ts',
      'tools/scripts/translate/',
      'vite.config.ts',
      'web/first-view/first-texts.ts',
      'web/lib/detect-language.ts',
      'web/lib/i18n.ts',
    ],
  },
  browsers: {
    files: ['firefox', 'webkit'].map((name) => `test/browsers/${name}.test.ts`),
    paths: ['playwright.firefox.config.ts', 'test/browsers/'],
  },
  tracing: {
    files: ['server/platform/http/tracing.test.ts'],
    paths: ['server/platform/http/tracing.ts'],
  },
}

export const slowFiles = Object.values(SLOW_GROUPS).flatMap(({ files }) => files)

/**
 * The groups that a change of these files can break.
 * @param {string[]} changed
 */
export function groupsTouchedBy(changed) {
  return Object.keys(SLOW_GROUPS).filter((name) => {
    const { files = [], paths = [] } = SLOW_GROUPS[name] ?? {}
    const watched = [...COMMON, ...files, ...paths]
    return changed.some((file) => watched.some((path) => (path.endsWith('/') ? file.startsWith(path) : file === path)))
  })
}

/**
 * The groups that this run of `npm test` includes: those in SLOW_TESTS (names, `all` or `none`); if it is empty, in CI those with
 * changed files since SLOW_TESTS_SINCE, the merge base with main or the previous commit; otherwise none.
 * @param {NodeJS.ProcessEnv} env
 * @returns {string[]}
 */
export function chosenGroups({ CI, SLOW_TESTS, SLOW_TESTS_SINCE }) {
  if (SLOW_TESTS) return namedGroups(SLOW_TESTS.split(/[\s,]+/).filter((name) => name !== ''))
  if (!CI) return []
  const changed = changedSince(SLOW_TESTS_SINCE || startOfBranch())
  return changed ? groupsTouchedBy(changed) : Object.keys(SLOW_GROUPS)
}

/** @param {string[]} names groups, or `all` or `none` */
export function namedGroups(names) {
  const unknown = names.filter((name) => name !== 'all' && name !== 'none' && !(name in SLOW_GROUPS))
  if (unknown.length > 0)
    throw new BootstrapError(
      `no slow tests are named ${unknown.join(', ')}; there are ${Object.keys(SLOW_GROUPS).join(', ')}`,
    )
  return Object.keys(SLOW_GROUPS).filter((name) => names.includes('all') || names.includes(name))
}

/** The commit at which this branch left main; on main itself, the previous commit. */
function startOfBranch() {
  const head = git(['rev-parse', 'HEAD'])?.trim()
  const base = git(['merge-base', 'HEAD', 'origin/main'])?.trim()
  return base && base !== head ? base : 'HEAD~1'
}

/**
 * @param {string} revision
 * @returns {string[] | undefined} undefined if Git has no answer, as in a shallow clone
 */
function changedSince(revision) {
  return git(['diff', '--name-only', revision])?.split('\n')
}

/** @param {string[]} args */
function git(args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout : undefined
}
