import { setTimeout as sleep } from 'node:timers/promises'

export interface PollOptions {
  withinMs: number
  everyMs?: number
  /** The error message on timeout. */
  missing: string | (() => string)
}

/** Calls `read` until it returns a value other than undefined and false. Throws on timeout. */
export async function poll<T>(
  read: () => T | Promise<T>,
  { withinMs, everyMs = 50, missing }: PollOptions,
): Promise<Exclude<T, undefined | false>> {
  const deadline = performance.now() + withinMs
  for (;;) {
    const answer = await read()
    if (answer !== undefined && answer !== false) return answer as Exclude<T, undefined | false>
    if (performance.now() > deadline) throw new Error(typeof missing === 'string' ? missing : missing())
    await sleep(everyMs)
  }
}
