/** Duration of each startup phase, in whole milliseconds, in order; the first phase begins with the process. */
export class StartPhases {
  readonly ms: Record<string, number> = {}
  #since = 0

  /** Call at the end of a phase. */
  end(phase: string): void {
    const now = performance.now()
    this.ms[phase] = Math.round(now - this.#since)
    this.#since = now
  }
}
