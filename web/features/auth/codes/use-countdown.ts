import { useEffect, useState } from 'react'

const TICK_MS = 250

/** Returns the seconds until `at` (milliseconds since 1970), at least 0. Stops ticking at 0. */
export function useCountdown(at: number | null): number {
  const [now, setNow] = useState(Date.now)
  const left = at === null ? 0 : Math.max(0, Math.ceil((at - now) / 1000))
  const running = left > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new end restarts the countdown
  useEffect(() => {
    setNow(Date.now())
    if (!running) return
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [running, at])
  return left
}
