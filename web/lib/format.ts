import type { Language } from '#contract/languages.ts'

const cache = new Map<string, unknown>()

function cached<T>(key: string, make: () => T): T {
  if (!cache.has(key)) cache.set(key, make())
  return cache.get(key) as T
}

/** Whole numbers below a thousand need no formatter in any language. Creating the first formatter takes some 60 ms on a phone. */
const isPlain = (value: number) => Number.isInteger(value) && value >= 0 && value < 1000

/** Formats a number in compact form: 999, 1.2K, 3.4M; in Vietnamese 1,2 N, 3,4 Tr. */
export function formatCompact(value: number, language: Language): string {
  if (isPlain(value)) return String(value)
  const format = cached(
    `compact ${language}`,
    () => new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 }),
  )
  return format.format(value)
}

export function formatNumber(value: number, language: Language): string {
  if (isPlain(value)) return String(value)
  return cached(`number ${language}`, () => new Intl.NumberFormat(language)).format(value)
}

const NUMERIC = { day: 'numeric', month: 'numeric', year: 'numeric' } as const

/** Numbers are shorter than abbreviated months, but ambiguous in languages that put the month first. */
function dayStyle(language: Language) {
  const [first] = new Intl.DateTimeFormat(language, NUMERIC).formatToParts()
  return first?.type === 'month' ? ({ ...NUMERIC, month: 'short' } as const) : NUMERIC
}

/** Formats a date: Dec 15, 2024; 15/12/2024. */
export function formatDay(iso: string, language: Language): string {
  const format = cached(`day ${language}`, () => new Intl.DateTimeFormat(language, dayStyle(language)))
  return Number.isNaN(Date.parse(iso)) ? '' : format.format(new Date(iso))
}

/** Formats a month, for "joined": December 2024; tháng 12 năm 2024. */
export function formatMonth(iso: string, language: Language): string {
  const format = cached(
    `month ${language}`,
    () => new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric' }),
  )
  return Number.isNaN(Date.parse(iso)) ? '' : format.format(new Date(iso))
}

/** Formats a date with time: Dec 15, 2024, 3:05 PM; 15:05 15/12/2024. */
export function formatMoment(iso: string, language: Language): string {
  const format = cached(
    `moment ${language}`,
    () => new Intl.DateTimeFormat(language, { ...dayStyle(language), hour: 'numeric', minute: '2-digit' }),
  )
  return Number.isNaN(Date.parse(iso)) ? '' : format.format(new Date(iso))
}

/** Formats a countdown: 0:07, 2:05. */
export function formatCountdown(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/** Formats bytes as 1.5 MB. */
export function formatMegabytes(bytes: number, language: Language): string {
  const megabytes = bytes / (1024 * 1024)
  // One decimal would show 0.0.
  const isTiny = bytes > 0 && megabytes < 0.095
  const digits = isTiny ? 2 : 1
  const format = cached(
    `megabytes ${digits} ${language}`,
    () => new Intl.NumberFormat(language, { maximumFractionDigits: digits, minimumFractionDigits: digits }),
  )
  return `${format.format(isTiny ? Math.max(0.01, megabytes) : megabytes)} MB`
}

/** Formats the space of many files: 0.4 MB, 412 MB, 1.5 GB. */
export function formatSpace(bytes: number, language: Language): string {
  const megabytes = bytes / (1024 * 1024)
  const isLarge = megabytes >= 1000
  const value = isLarge ? megabytes / 1024 : megabytes
  const digits = value < 10 || isLarge ? 1 : 0
  const format = cached(
    `space ${digits} ${language}`,
    () => new Intl.NumberFormat(language, { maximumFractionDigits: digits }),
  )
  return `${format.format(value)} ${isLarge ? 'GB' : 'MB'}`
}

/** Formats a file size as 1.5 MB, or as 12 KB if megabytes would show 0. */
export function formatFileSize(bytes: number, language: Language): string {
  const isSmall = bytes < 100 * 1024
  return isSmall ? `${formatNumber(Math.ceil(bytes / 1024), language)} KB` : formatMegabytes(bytes, language)
}
