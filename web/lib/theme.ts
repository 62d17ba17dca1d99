import { darkModeQuery, paintTheme, readTheme, THEME_KEY, type Theme } from './paint-theme.ts'
import { writeItem } from './storage.ts'
import { createStore, useStore } from './store.ts'

const store = createStore<Theme>(readTheme())

export const useTheme = (): Theme => useStore(store)

export function chooseTheme(theme: Theme): void {
  writeItem(THEME_KEY, theme)
  store.set(theme)
  paintTheme(theme)
}

/** Follows the system's theme while the choice is auto, and choices made in other tabs. */
export function startTheme(): void {
  paintTheme(store.get())
  darkModeQuery().addEventListener('change', () => paintTheme(store.get()))
  window.addEventListener('storage', (event) => {
    if (event.key !== THEME_KEY && event.key !== null) return
    store.set(readTheme())
    paintTheme(store.get())
  })
}
