import { PAGES } from '#contract/pages.ts'
import { STRANGERS_PAGES } from '#contract/strangers-pages.ts'
import { normalQuery } from '#contract/words.ts'
import { escapeHtml } from '../platform/markup.ts'
import type { SiteBranding } from './page-document.ts'

/** Name of the bar's texts among those of the first view; see web/first-view/first-texts.ts. */
const BAR = 'bar'

/** Checks if a page has the top bar. Pages that strangers may open on every site have their own frame. */
const hasBar = (pattern: string): boolean => pattern !== '' && !STRANGERS_PAGES.includes(pattern)

/**
 * Returns the top bar of a page in the document, so that people can search and log in before any script has loaded.
 * web/features/search/search-box.tsx replaces it and takes over the typed text. Its spaces are as wide as the buttons of
 * web/app/top-bar.tsx that need scripts.
 * @param firstTexts texts of the first view by page and key; without those of the bar, there is none
 */
export function firstBar(
  pattern: string,
  search: string,
  firstTexts: Record<string, Record<string, string>> | undefined,
  { name, logo, registration }: Pick<SiteBranding, 'name' | 'logo' | 'registration'>,
): string {
  const texts = firstTexts?.[BAR]
  if (!texts || !hasBar(pattern)) return ''
  const text = (key: string) => escapeHtml(texts[`common.${key}`] ?? '')
  const space = (label: string) => `<span class="first-space" aria-hidden="true"><i>${label}</i></span>`
  const label = text('search.label')
  const register =
    registration === 'open' ? `<a class="first-link" href="${PAGES.register}">${text('register')}</a>` : ''
  return `<header class="first-top"><a class="first-logo" href="${PAGES.home}"><img src="${escapeHtml(logo ?? '/favicon.svg')}" alt="" width="36" height="36"><span>${escapeHtml(name)}</span></a>${space(text('nav.upload'))}<form role="search" class="first-search" action="${PAGES.home}"><input type="search" name="search" required enterkeyhint="search" autocomplete="off" aria-label="${label}" placeholder="${label}" value="${pattern === PAGES.home ? escapeHtml(normalQuery(search)) : ''}"></form><nav class="first-links" aria-label="${text('nav.main')}"><span class="first-member">${space(text('nav.myMemes'))}${space('')}</span>${space(text('nav.explore'))}<a class="first-link" href="${PAGES.login}">${text('login')}</a>${register}${space('')}</nav></header>`
}
