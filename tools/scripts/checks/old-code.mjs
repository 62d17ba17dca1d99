import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = 'server/platform/db/migrations'
/** The last migration before the rule was introduced. */
const LAST_EXEMPT = '0319'
/** A comment before the statement that explains why the code of the last release still works. */
const REASON = /--\s*old code: \S+/

/**
 * @type {[RegExp, string][]} Changes that break the code of the last release, which also runs on the new schema while nodes are
 * updated one by one.
 */
const RULES = [
  [/^drop (?:table|view|materialized view|type|function|sequence|schema)\b/, 'drops what old code may use'],
  [/^truncate\b/, 'empties a table'],
  [/^alter (?:table|view|type|index|function)\b.*\brename\b/, 'renames what old code may use'],
  [
    /^alter table\b.*\bdrop (?:column )?(?!constraint\b|default\b|not\b|expression\b|identity\b)/,
    'drops a column that old code may use',
  ],
  [/\bdrop default\b/, 'takes a default that old code may rely on'],
  [/\bset not null\b/, 'refuses rows that old code may write'],
  [/^alter table\b.*\balter (?:column )?\S+ (?:set data )?type\b/, 'changes a type that old code may rely on'],
  [
    /\badd column (?:if not exists )?(?!.*\b(?:default|generated)\b).*\bnot null\b/,
    'adds a column that old code does not fill',
  ],
  [
    /^alter table\b.*\badd (?:constraint \S+ )?(?:unique|primary key|exclude)\b/,
    'refuses rows that old code may write',
  ],
  [
    /^alter table\b.*\badd (?:constraint \S+ )?(?:check|foreign key)\b(?!.*\bnot valid\b)/,
    'checks all rows while the table is locked; add it as not valid',
  ],
  [/^create unique index\b/, 'refuses rows that old code may write'],
]

/**
 * Checks that the code of the last release works after each migration, since old and new nodes share one schema during an update.
 * @param {string} root absolute
 * @returns {string[]} one line per problem
 */
export function checkOldCode(root) {
  return readdirSync(join(root, FOLDER))
    .filter((name) => name.endsWith('.sql') && (name.split('-')[0] ?? '') > LAST_EXEMPT)
    .flatMap((name) =>
      problemsOf(readFileSync(join(root, FOLDER, name), 'utf8')).map(
        ({ statement, problem }) =>
          `${FOLDER}/${name}: “${statement}” ${problem}; do it a release later, or say in a comment “-- old code: …” why it is safe`,
      ),
    )
}

/**
 * @param {string} text SQL
 * @returns {{ statement: string, problem: string }[]}
 */
export function problemsOf(text) {
  // Removes function bodies and string literals, which contain no statements of the migration.
  const plain = text.replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''").replace(/'(?:[^']|'')*'/g, "''")
  const made = new Set(
    [...plain.matchAll(/create table (?:if not exists )?([\w.]+)/gi)].map(([, name]) => name?.toLowerCase()),
  )
  return plain.split(';').flatMap((part) => {
    if (REASON.test(part)) return []
    const statement = part.replace(/--.*$/gm, '').replace(/\s+/g, ' ').trim().toLowerCase()
    const [, table] =
      /^(?:alter table (?:if exists |only )*|create unique index .*? on (?:only )?)([\w.]+)/.exec(statement) ?? []
    if (table && made.has(table)) return []
    // Checks each part of an ALTER TABLE separately, since a default of one column does not apply to another.
    const parts = statement.startsWith('alter table') ? actionsOf(statement) : [statement]
    const broken = parts.flatMap((each) =>
      RULES.filter(([pattern]) => pattern.test(each)).map(([, problem]) => problem),
    )
    return [...new Set(broken)].map((problem) => ({ statement: statement.slice(0, 80), problem }))
  })
}

/** @param {string} statement `alter table a add b, drop c` as `alter table a add b` and `alter table a drop c` */
function actionsOf(statement) {
  const [head = ''] = /^alter table (?:if exists |only )*\S+/.exec(statement) ?? []
  let depth = 0
  /** @type {string[]} */
  const actions = ['']
  for (const letter of statement.slice(head.length)) {
    if (letter === '(') depth += 1
    if (letter === ')') depth -= 1
    if (letter === ',' && depth === 0) actions.push('')
    else actions[actions.length - 1] += letter
  }
  return actions.map((action) => `${head} ${action.trim()}`)
}
