import { readItem } from './storage.ts'

export const THEMES = ['light', 'dark', 'auto'] as const
export type Theme = (typeof THEMES)[number]

export const THEME_KEY = 'theme'
const PAPER = { light: '#fbf6ee', dark: '#16120f' } as const

export const darkModeQuery = () => matchMedia('(prefers-color-scheme: dark)')

export function readTheme(): Theme {
  const stored = readItem(THEME_KEY)
  return THEMES.find((theme) => theme === stored) ?? 'auto'
}

export function paintTheme(theme: Theme): void {
  const shown = theme === 'auto' ? (darkModeQuery().matches ? 'dark' : 'light') : theme
  document.documentElement.dataset.theme = shown
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', PAPER[shown])
}
