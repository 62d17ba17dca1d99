import type { Command, CommandIo } from '#server/platform/commands/command.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { DomainDeps } from '../domain.ts'
import { reindex } from './indexing/reindex.ts'

const BAR_CHARS = 30
const LINE_EVERY = 100

/**
 * Reads the text and measures the look of all pictures that need it. Shows a progress bar on a terminal and
 * occasional lines elsewhere.
 */
export async function runReindex(deps: Deps, io: CommandIo): Promise<number> {
  const began = Date.now()
  const { done, failed, total } = await reindex(
    deps,
    ({ done: now, failed: bad, total: all }) => {
      if (io.isTerminal) io.showProgress(`${bar(now, all)} ${now}/${all}, ${left(began, now, all)} left`)
      else if (now === 0) io.print(`${all} memes to read`)
      else if (now % LINE_EVERY === 0) io.print(`${now} of ${all} memes, ${bad} failed`)
    },
    io.signal,
  )
  if (io.signal.aborted) {
    io.complain(`Stopped after ${done} of ${total} memes; the next run continues from there.`)
    return 1
  }
  io.print(`Read ${done - failed} memes${failed > 0 ? `, ${failed} could not be read` : ''}.`)
  return failed > 0 ? 1 : 0
}

function bar(done: number, total: number): string {
  const filled = total === 0 ? BAR_CHARS : Math.round((done / total) * BAR_CHARS)
  return `[${'#'.repeat(filled)}${'.'.repeat(BAR_CHARS - filled)}]`
}

function left(began: number, done: number, total: number): string {
  if (done === 0) return '?'
  const seconds = Math.round(((Date.now() - began) / done / 1000) * (total - done))
  return seconds >= 60 ? `${Math.floor(seconds / 60)} min ${seconds % 60} s` : `${seconds} s`
}

export const searchCommands: Record<string, Command<DomainDeps>> = {
  reindex: {
    usage: '',
    what: 'run OCR and compute visual descriptors for pictures that are new or were processed by an older version',
    isLong: () => true,
    run: (deps, _args, io) => runReindex(deps, io),
  },
}
