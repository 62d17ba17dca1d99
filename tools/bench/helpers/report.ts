import { execFileSync } from 'node:child_process'
import { loadavg } from 'node:os'
import { machine } from './machine.ts'

// A report is Markdown, as in docs/benchmarks.md: a heading, then tables. `npm run bench -- NAME … --save` inserts it there.

const written: string[] = []
/** The columns of the table that the last line belongs to. */
let columns = ''

function print(line: string): void {
  written.push(line)
  console.log(line)
}

/** The measured commit, with `+` if files differ from it; empty outside a repository. */
function commit(): string {
  const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8', stdio: 'pipe' }).trim()
  try {
    return git('rev-parse', '--short=7', 'HEAD') + (git('status', '--porcelain', '-uno') ? '+' : '')
  } catch {
    return ''
  }
}

/** The command that runs this benchmark, as typed after `npm run bench --`. */
export const command = (): string => process.argv.slice(2).join(' ')

/**
 * Prints the heading: the command, the engine or other conditions, machine, day, commit and load of the last minute.
 * @param conditions such as `PostgreSQL`
 */
export function heading(...conditions: string[]): void {
  const day = new Date().toISOString().slice(0, 10)
  const load = `load ${(loadavg()[0] ?? 0).toFixed(1)}`
  print(`\`${command()}\`; ${[...conditions, machine(), day, commit(), load].filter(Boolean).join('; ')}`)
}

/** Prints a row of a table; starts a new table if the columns differ from the last row's. */
export function row(names: readonly string[], cells: readonly (string | number)[]): void {
  const head = `| ${names.join(' | ')} |`
  if (head !== columns) {
    print('')
    print(head)
    print(`|${'---|'.repeat(names.length)}`)
    columns = head
  }
  print(`| ${cells.join(' | ')} |`)
}

/** Prints a row of the table of figures and goals. */
export function figure(name: string, measured: string, goal = ''): void {
  row(['Figure', 'Measured', 'Goal'], [name, measured, goal])
}

/** Prints a line between tables. */
export function note(line: string): void {
  columns = ''
  print('')
  print(line)
}

/** The report so far, as Markdown. */
export const reported = (): string => written.join('\n').trim()

/** The name of the engine for a database URL. */
export const engineName = (databaseUrl: string | undefined): string => (databaseUrl ? 'PostgreSQL' : 'embedded')

/**
 * Inserts a report into the document: replaces the last one of the same command and conditions, else appends it to its section,
 * else adds a new section at the end.
 * @param name of the benchmark, which is its section's heading
 * @param report as returned by `reported`; its first line is its heading
 */
export function withReport(document: string, name: string, report: string): string {
  const [first = ''] = report.split('\n')
  const [ran = '', ...rest] = first.split('; ')
  const engine = rest.find((part) => part === 'PostgreSQL' || part === 'embedded')
  const begin = `<!-- report: ${[ran.replaceAll('`', ''), engine].filter(Boolean).join(', ')} -->`
  const end = '<!-- end of report -->'
  const block = `${begin}\n${report}\n${end}`
  const at = document.indexOf(begin)
  if (at >= 0) {
    const after = document.indexOf(end, at) + end.length
    return document.slice(0, at) + block + document.slice(after)
  }
  const section = document.indexOf(`\n## ${name}\n`)
  if (section < 0) return `${document.trimEnd()}\n\n## ${name}\n\n${block}\n`
  const next = document.indexOf('\n## ', section + 1)
  const until = next < 0 ? document.length : next
  return `${document.slice(0, until).trimEnd()}\n\n${block}\n${document.slice(until)}`
}
