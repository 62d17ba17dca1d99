import type { Language } from '#server/viewer.ts'

/** First match wins, since browsers also name their ancestors. */
const BROWSERS: [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/coc_coc_browser\//i, 'Cốc Cốc'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const SYSTEMS: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/Linux/, 'Linux'],
]

const WORDS = {
  en: { on: 'on', unknown: 'Unknown device' },
  vi: { on: 'trên', unknown: 'Thiết bị không rõ' },
} as const

/** A user agent in words, such as "Chrome on Windows", without versions. */
export function describeDevice(userAgent: string, language: Language): string {
  const named = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(userAgent))?.[1]
  const browser = named(BROWSERS)
  const system = named(SYSTEMS)
  if (browser && system) return `${browser} ${WORDS[language].on} ${system}`
  return browser ?? system ?? WORDS[language].unknown
}
