/** Returns a text in the browser's language. */
export const text = (key: string, ...values: string[]): string => chrome.i18n.getMessage(key, values)

/** Fills in the texts of a page: `data-text` is the key of an element's text, `data-label` that of its accessible name. */
export function fillTexts(): void {
  document.documentElement.lang = text('language')
  for (const element of document.querySelectorAll<HTMLElement>('[data-text]'))
    element.textContent = text(element.dataset.text ?? '')
  for (const element of document.querySelectorAll<HTMLElement>('[data-label]')) {
    const label = text(element.dataset.label ?? '')
    element.setAttribute('aria-label', label)
    if (element instanceof HTMLInputElement) element.placeholder = label
  }
}

/** The element with this id. Throws if the page lacks it. */
export function byId<T extends HTMLElement>(id: string): T {
  const found = document.getElementById(id)
  if (!found) throw new Error(`The page lacks #${id}`)
  return found as T
}
