import { readItem, writeItem } from './storage.ts'
import { createStore, useStore } from './store.ts'

export const THEMES = ['light', 'dark', 'auto'] as const
export type Theme = (typeof THEMES)[number]

// web/public/theme.js reads the same key before the first paint.
const KEY = 'theme'
const PAPER = { light: '#fbf6ee', dark: '#16120f' } as const

const darkWanted = () => matchMedia('(prefers-color-scheme: dark)')

function readTheme(): Theme {
  const stored = readItem(KEY)
  return THEMES.find((theme) => theme === stored) ?? 'auto'
}

function paint(theme: Theme): void {
  const shown = theme === 'auto' ? (darkWanted().matches ? 'dark' : 'light') : theme
  document.documentElement.dataset.theme = shown
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', PAPER[shown])
}

const store = createStore<Theme>(readTheme())

export const useTheme = (): Theme => useStore(store)

export function chooseTheme(theme: Theme): void {
  writeItem(KEY, theme)
  store.set(theme)
  paint(theme)
}

/** Follows the system while the choice is auto, and the choice made in another tab. */
export function startTheme(): void {
  paint(store.get())
  darkWanted().addEventListener('change', () => paint(store.get()))
  window.addEventListener('storage', (event) => {
    if (event.key !== KEY && event.key !== null) return
    store.set(readTheme())
    paint(store.get())
  })
}
