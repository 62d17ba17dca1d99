import { writeFileSync } from 'node:fs'

/**
 * Makes Linux end this process before the server when memory runs out. The server has the embedded database; OCR is repeated, and
 * a command that waits for the server can be run again.
 */
export function yieldMemory(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Other systems choose by themselves.
  }
}
