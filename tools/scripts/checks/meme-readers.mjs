import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The files that may read or write the table `memes`, besides the pipeline itself. Everything else gets memes from the pipeline,
 * or the table of a scope from `memes/lists/visible-memes.ts`.
 * Files of `sources` and `shown` must use the scopes of the visibility filter.
 */
const READERS = {
  // Candidate sources: ids and sort keys for the pipeline.
  sources: [
    'feed/candidate-queries.ts',
    'feed/catalog/catalog-queries.ts',
    'feed/catalog/known-meme-queries.ts',
    'feed/catalog/source-queries.ts',
    'search/likeness/meaning-queries.ts',
    'search/likeness/queries.ts',
    'search/queries.ts',
    'search/query/candidate-queries.ts',
    'search/query/filter-queries.ts',
    'search/query/template-queries.ts',
  ],
  // Counts, names, words and pictures of memes that a viewer sees without the memes.
  shown: ['albums/queries.ts', 'feed/not-interested-queries.ts', 'privacy/content-queries.ts'],
  // Writes, and values that jobs compute from memes.
  writes: [
    'actions/queries.ts',
    'actions/seen-queries.ts',
    'feed/evidence-queries.ts',
    'feed/relate-queries.ts',
    'gif-provider/queries.ts',
    'memes/queries.ts',
    'memes/review-queries.ts',
    'memes/delete-originals-queries.ts',
    'memes/tag-alias-queries.ts',
    'memes/take-down-queries.ts',
    'moderation/scoring/queries.ts',
    'privacy/trace-queries.ts',
    'search/indexing/text-queries.ts',
    'search/likeness/block-list-queries.ts',
    'templates/group-queries.ts',
    'templates/picture-queries.ts',
    'templates/repair-queries.ts',
    'trending/closed-follows-queries.ts',
    'trending/contender-queries.ts',
    'trending/queries.ts',
    'trending/refresh-queries.ts',
    'users/lock-queries.ts',
    'webhooks/queries.ts',
    '../ops/backup/database-queries.ts',
    '../ops/demo/seed-queries.ts',
    '../ops/storage/file-queries.ts',
  ],
  // The moderation desk and the admins' numbers.
  desk: [
    'admin/queries.ts',
    'admin/space-queries.ts',
    'moderation/appeal-queries.ts',
    'moderation/decision-queries.ts',
    'moderation/desk-queries.ts',
    'moderation/queries.ts',
    'moderation/wrong-words-queries.ts',
  ],
}

const PIPELINE = 'server/domains/memes/lists/'
const TABLE =
  /\b(?:from|join|into|update|using|lateral)\s+memes\b|(?:From|Table|Into|Join|Using|\bfrom)\(\s*\[?'memes(?: as \w+)?'|\bmemes:\s*'memes'/
const SCOPED = /\b(?:isVisible\w*|isNotifiable|isLive|isOfLiveMeme|joinKnownMeme)\b/

/**
 * Reports files of the server that read or write the table `memes` without being listed, listed files that no longer do, and
 * sources without the visibility filter.
 * @param {string} root absolute
 * @param {Record<string, string>} planted texts that replace or add files, for tests
 * @returns {string[]} one line per problem
 */
export function checkMemeReaders(root, planted = {}) {
  const listed = new Map(
    Object.entries(READERS).flatMap(([kind, files]) =>
      files.map((file) => [join('server/domains', file).replaceAll('\\', '/'), kind]),
    ),
  )
  const texts = new Map(
    readdirSync(join(root, 'server'), { recursive: true })
      .map((name) => `server/${name}`.replaceAll('\\', '/'))
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.startsWith(PIPELINE))
      .map((name) => [name, readFileSync(join(root, name), 'utf8')]),
  )
  for (const [name, text] of Object.entries(planted)) texts.set(name, text)
  const reads = (/** @type {string} */ file) => TABLE.test(texts.get(file) ?? '')
  return [
    ...[...texts.keys()]
      .filter((file) => reads(file) && !listed.has(file))
      .map((file) => `${file}: reads the table memes; use the pipeline in ${PIPELINE}`),
    ...[...listed.keys()].filter((file) => !reads(file)).map((file) => `${file}: no longer reads the table memes`),
    ...[...listed]
      .filter(([file, kind]) => ['sources', 'shown'].includes(kind) && !SCOPED.test(texts.get(file) ?? ''))
      .map(([file]) => `${file}: reads the table memes without a scope of the visibility filter`),
  ]
}
