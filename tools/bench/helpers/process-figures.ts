import { readFileSync } from 'node:fs'

/** Ticks of a second in /proc. */
const TICKS_PER_SECOND = 100
const KIB_PER_MIB = 1024

/** Processor time that a process has used, all its threads; 0 once it has ended. Linux alone. */
export function processorMsOf(pid: number): number {
  try {
    // The name, in brackets, may hold anything.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return ((Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND) * 1000
  } catch {
    return 0
  }
}

/** Resident memory of a process in MiB. Linux alone. */
export function memoryOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / KIB_PER_MIB
}
