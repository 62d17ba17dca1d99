import { execFileSync } from 'node:child_process'
import { loadavg } from 'node:os'
import { machine } from './machine.ts'

// A report is Markdown, as docs/benchmarks.md has it: a heading, then tables. `npm run bench -- NAME … --save` puts it there.

const written: string[] = []
/** The columns of the table that the last line belongs to. */
let columns = ''

function print(line: string): void {
  written.push(line)
  console.log(line)
}

/** The commit that is measured, with `+` where files differ from it; empty outside a repository. */
function commit(): string {
  const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8', stdio: 'pipe' }).trim()
  try {
    return git('rev-parse', '--short=7', 'HEAD') + (git('status', '--porcelain', '-uno') ? '+' : '')
  } catch {
    return ''
  }
}

/** The command that runs this benchmark, as one would type it after `npm run bench --`. */
export const command = (): string => process.argv.slice(2).join(' ')

/**
 * Says what is measured on what: the command, the engine or other conditions, machine, day, commit and load of the last minute.
 * @param conditions such as `PostgreSQL`
 */
export function heading(...conditions: string[]): void {
  const day = new Date().toISOString().slice(0, 10)
  const load = `load ${(loadavg()[0] ?? 0).toFixed(1)}`
  print(`\`${command()}\`; ${[...conditions, machine(), day, commit(), load].filter(Boolean).join('; ')}`)
}

/** A row of a table; a new table begins wherever the columns are others than the last row's. */
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

/** A row of the table of figures and their goals. */
export function figure(name: string, measured: string, goal = ''): void {
  row(['Figure', 'Measured', 'Goal'], [name, measured, goal])
}

/** A line between tables. */
export function note(line: string): void {
  columns = ''
  print('')
  print(line)
}

/** What was printed so far, as Markdown. */
export const reported = (): string => written.join('\n').trim()

/** The name of the engine that a database's address stands for. */
export const engineName = (databaseUrl: string | undefined): string => (databaseUrl ? 'PostgreSQL' : 'embedded')

/**
 * The document with a report put in: in place of the last one of the same command and conditions, else at the end of its section, else
 * in a new section at the end.
 * @param name of the benchmark, which is its section's heading
 * @param report as `reported` gives it, whose first line is its heading
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
