import { cannotHover } from '../../lib/pointer.ts'

/** Selector of elements for a person; `data-person` is the username. */
const NAME = '[data-person]'
const CARD = '[data-person-card]'
const OPEN_AFTER_MS = 350
/** Time to cross the gap between name and card. */
const CLOSE_AFTER_MS = 250
/**
 * What the mouse rests on already when the watching begins: no event tells of it. Where fingers tap, what was touched last counts
 * as hovered, and is none of it.
 */
const underMouse = () => (cannotHover().matches ? null : ([...document.querySelectorAll(':hover')].at(-1) ?? null))

export interface NamedPerson {
  anchor: HTMLElement
  username: string
}

/**
 * Tells whose name the pointer or the keyboard rests on, and null when it has left both the name and the card. One set of
 * listeners serves every name of the page, those of a hundred tiles included. Fingers have no rest: a tap goes to the page.
 * @returns ends the watching
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
      // The card alone goes, not the modal below it.
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
