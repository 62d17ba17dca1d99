import { SEEN_AFTER_MS } from '#contract/limits.ts'

/** Fine enough to detect half a viewport on tiles that are much taller than it. */
const THRESHOLDS = Array.from({ length: 21 }, (_, step) => step / 20)

interface Watched {
  memeId: string
  isInView: boolean
  timer: ReturnType<typeof setTimeout> | undefined
}

type EntryShape = Pick<IntersectionObserverEntry, 'intersectionRect' | 'boundingClientRect' | 'rootBounds'>

/** Returns true if at least half is visible, or it fills half of the viewport, since long strips are never half visible. */
export function isHalfInView({ intersectionRect, boundingClientRect, rootBounds }: EntryShape): boolean {
  const { width, height } = boundingClientRect
  const seen = intersectionRect.width * intersectionRect.height
  const whole = width * Math.min(height, rootBounds?.height ?? height)
  return whole > 0 && seen >= whole / 2
}

/**
 * Watches tiles and reports each once, after it was half visible for a second in the active tab.
 * @returns a function that watches an element and returns a function that stops
 */
export function createViewWatcher(onSeen: (memeId: string) => void) {
  const watched = new Map<Element, Watched>()
  let observer: IntersectionObserver | undefined

  function stop(element: Element): void {
    clearTimeout(watched.get(element)?.timer)
    watched.delete(element)
    observer?.unobserve(element)
  }

  function restart(element: Element, one: Watched): void {
    clearTimeout(one.timer)
    one.timer = undefined
    if (!one.isInView || document.visibilityState !== 'visible') return
    one.timer = setTimeout(() => {
      stop(element)
      onSeen(one.memeId)
    }, SEEN_AFTER_MS)
  }

  function start(): IntersectionObserver {
    document.addEventListener('visibilitychange', () => {
      for (const [element, one] of watched) restart(element, one)
    })
    return new IntersectionObserver(
      (entries) => {
        for (const entry of entries) {
          const one = watched.get(entry.target)
          const isInView = isHalfInView(entry)
          if (!one || one.isInView === isInView) continue
          one.isInView = isInView
          restart(entry.target, one)
        }
      },
      { threshold: THRESHOLDS },
    )
  }

  return function watch(element: Element, memeId: string): () => void {
    observer ??= start()
    watched.set(element, { memeId, isInView: false, timer: undefined })
    observer.observe(element)
    return () => stop(element)
  }
}
