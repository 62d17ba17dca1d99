import { readFileSync } from 'node:fs'

/** Clock ticks per second in /proc. */
const TICKS_PER_SECOND = 100
const KIB_PER_MIB = 1024

/** CPU time of a process in milliseconds, all threads; 0 once it has ended. Linux only. */
export function processorMsOf(pid: number): number {
  try {
    // The process name, in parentheses, may contain any characters.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return ((Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND) * 1000
  } catch {
    return 0
  }
}

const IDLE_CHECK_MS = 3000
const IDLE_CHECKS_MAX = 60
const IDLE_SHARE = 0.05

/** Waits until a process has finished its background work, at most three minutes. Returns the seconds waited. */
export async function idle(pid: number): Promise<number> {
  for (let check = 1; check <= IDLE_CHECKS_MAX; check += 1) {
    const before = processorMsOf(pid)
    await new Promise((resolve) => setTimeout(resolve, IDLE_CHECK_MS))
    if (processorMsOf(pid) - before < IDLE_CHECK_MS * IDLE_SHARE) return (check * IDLE_CHECK_MS) / 1000
  }
  return (IDLE_CHECKS_MAX * IDLE_CHECK_MS) / 1000
}

/** Resident memory of a process in MiB. Linux only. */
export function memoryOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / KIB_PER_MIB
}
