import type { Language } from '#contract/languages.ts'
import { languageAttributes } from '#server/platform/markup.ts'
import { SITE_NAME } from '#server/platform/texts/site-marks.ts'

/**
 * Returns the HTML of an email in the product's design, with inline styles, because mail clients support no others. `body` and
 * `note` are HTML: callers must escape user text.
 */
export function mailPage(language: Language, lead: string, body: string, note: string, publicUrl: string): string {
  return `<!doctype html><html ${languageAttributes(language)}><body style="margin:0;padding:32px 16px;background:#f6f1e7;color:#1d1814;font-family:Arial,Helvetica,sans-serif">
<div style="max-width:480px;margin:0 auto;background:#ffffff;border-radius:12px;padding:32px">
<p style="font-size:20px;font-weight:700;margin:0 0 16px">${SITE_NAME}</p><p style="line-height:1.5">${lead}</p>${body}
<p style="color:#6b6258;font-size:14px;line-height:1.5">${note}</p><p style="font-size:14px"><a href="${publicUrl}" style="color:#b3260b">${publicUrl}</a></p></div></body></html>`
}
