import type { Language } from '#contract/languages.ts'
import { textsOf } from './texts/texts.ts'

/** The first match wins, since user agents also name the browsers that they imitate. */
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

/** Reduces a user agent to browser and system without versions, such as "Chrome/Windows"; empty if both are unknown. */
export function deviceOf(userAgent: string): string {
  const named = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(userAgent))?.[1]
  return [named(BROWSERS), named(SYSTEMS)].filter((name) => name !== undefined).join('/')
}

/** Returns the same in words, such as "Chrome on Windows". */
export function deviceInWords(device: string, language: Language): string {
  const t = textsOf('devices', language)
  const [browser, system] = device.split('/')
  return browser && system ? t('named', { browser, system }) : browser || t('unknown')
}

export const describeDevice = (userAgent: string, language: Language): string =>
  deviceInWords(deviceOf(userAgent), language)
