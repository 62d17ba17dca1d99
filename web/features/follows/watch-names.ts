import { cannotHover } from '../../lib/pointer.ts'

/** Selector of elements that name a person; `data-person` is the username. */
const NAME = '[data-person]'
const CARD = '[data-person-card]'
const OPEN_AFTER_MS = 350
/** Time to cross the gap between name and card. */
const CLOSE_AFTER_MS = 250
/**
 * The element already under the mouse when watching begins, for which no event fires. Null on touch devices, where the last
 * touched element matches `:hover`.
 */
const underMouse = () => (cannotHover().matches ? null : ([...document.querySelectorAll(':hover')].at(-1) ?? null))

export interface NamedPerson {
  anchor: HTMLElement
  username: string
}

/**
 * Reports the name under the pointer or keyboard focus, and null once it leaves both name and card. One set of listeners serves
 * all names on the page, including those of a hundred tiles. Taps do not open cards; they follow the link.
 * @returns a function that stops watching
 */
export function watchNameHover(show: (person: NamedPerson | null) => void): () => void {
  let shown: HTMLElement | null = null
  let wanted: HTMLElement | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const set = (anchor: HTMLElement | null) => {
    clearTimeout(timer)
    wanted = anchor
    shown = anchor
    show(anchor && { anchor, username: anchor.dataset.person ?? '' })
  }
  const want = (anchor: HTMLElement | null) => {
    if (anchor === wanted) return
    clearTimeout(timer)
    wanted = anchor
    if (anchor === shown) return
    timer = setTimeout(() => set(anchor?.isConnected ? anchor : null), anchor ? OPEN_AFTER_MS : CLOSE_AFTER_MS)
  }
  const look = (target: EventTarget | null) => {
    if (!(target instanceof Element)) return
    want(target.closest(CARD) ? shown : target.closest<HTMLElement>(NAME))
  }
  const leave = () => (shown || wanted) && set(null)

  const listeners: { [Name in keyof WindowEventMap]?: (event: WindowEventMap[Name]) => void } = {
    pointerover: (event) => event.pointerType === 'mouse' && look(event.target),
    pointerdown: ({ target }) => target instanceof Element && !target.closest(CARD) && leave(),
    focusin: ({ target }) => target instanceof Element && target.matches(':focus-visible') && look(target),
    scroll: ({ target }) => !(target instanceof Element && target.closest(CARD)) && leave(),
    keydown: (event) => {
      if (event.key !== 'Escape' || !shown) return
      // Escape closes only the card, not the modal below it.
      event.stopPropagation()
      set(null)
    },
  }
  for (const [name, listener] of Object.entries(listeners)) {
    window.addEventListener(name, listener as EventListener, { capture: true, passive: true })
  }
  look(underMouse())
  return () => {
    clearTimeout(timer)
    for (const [name, listener] of Object.entries(listeners)) {
      window.removeEventListener(name, listener as EventListener, { capture: true })
    }
  }
}
