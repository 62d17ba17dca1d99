import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type NamedPerson, watchNameHover } from './watch-names.ts'

const show = vi.fn<(person: NamedPerson | null) => void>()
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  document.body.innerHTML = `
    <a id="mia" data-person="mia" href="/user/mia">Mia</a><a id="bo" data-person="bo" href="/user/bo">Bo</a>
    <div id="card" data-person-card><button id="follow"></button></div><p id="else"></p>`
  stop = watchNameHover(show)
})
afterEach(() => {
  stop()
  show.mockReset()
  vi.useRealTimers()
})

const element = (id: string) => document.getElementById(id) as HTMLElement
const over = (id: string, pointerType = 'mouse') =>
  element(id).dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType }))
const shown = () => show.mock.lastCall?.[0]?.username ?? null

it('shows the person under a resting pointer, not a passing one', () => {
  over('bo')
  vi.advanceTimersByTime(100)
  over('mia')
  vi.advanceTimersByTime(500)
  expect(show.mock.calls.map(([person]) => person?.username)).toEqual(['mia'])
})

it('detects a name already under the mouse at the start, but not on touch', () => {
  vi.spyOn(document, 'querySelectorAll').mockReturnValue([document.body, element('bo')] as never)
  for (const [mouse, expected] of [
    [true, ['bo']],
    [false, []],
  ] as const) {
    stop()
    show.mockReset()
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(hover: none)' && !mouse }))
    stop = watchNameHover(show)
    vi.advanceTimersByTime(500)
    expect(show.mock.calls.map(([person]) => person?.username)).toEqual(expected)
  }
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('stays while the pointer moves to the card and over it, and closes when it leaves both', () => {
  over('mia')
  vi.advanceTimersByTime(500)
  over('else')
  vi.advanceTimersByTime(100)
  over('follow')
  vi.advanceTimersByTime(1000)
  expect(shown()).toBe('mia')
  over('else')
  vi.advanceTimersByTime(500)
  expect(shown()).toBeNull()
})

it('stays on a press inside, and closes on a press outside, scrolling and Escape', () => {
  const away = [
    () => element('else').dispatchEvent(new PointerEvent('pointerdown', { bubbles: true })),
    () => document.dispatchEvent(new Event('scroll')),
    () => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })),
  ]
  for (const leave of away) {
    over('else')
    vi.advanceTimersByTime(500)
    over('mia')
    vi.advanceTimersByTime(500)
    element('follow').dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
    expect(shown()).toBe('mia')
    leave()
    expect(shown()).toBeNull()
  }
})

it('shows nothing on touch, and nothing after it stopped', () => {
  over('mia', 'touch')
  vi.advanceTimersByTime(500)
  over('mia')
  stop()
  vi.advanceTimersByTime(500)
  expect(show).not.toHaveBeenCalled()
})
