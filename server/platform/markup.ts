import { directionOf, type Language } from '#contract/languages.ts'

/** Escapes text for HTML, since names may contain anything. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Like escapeHtml, but also removes the control characters that XML 1.0 forbids even when escaped. */
export const escapeXml = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression removes control characters.
  escapeHtml(text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, ''))

/** Serializes JSON for a script element: escapes "<" so that user text cannot close the element. */
export const scriptJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

/** The attributes of an element with texts in a language. */
export const languageAttributes = (language: Language): string =>
  directionOf(language) === 'rtl' ? `lang="${language}" dir="rtl"` : `lang="${language}"`
