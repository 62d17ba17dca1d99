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

/** Resident memory of a process in MiB. Linux only. */
export function memoryOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / KIB_PER_MIB
}
