import { PAGES } from '#contract/pages.ts'
import fieldsStyles from '../features/auth/form/auth-form.module.css'
import styles from '../features/auth/form/auth-frame.module.css'
import type { FirstView } from '../lib/embedded-view.ts'
import buttonStyles from '../ui/button.module.css'
import fieldStyles from '../ui/field.module.css'
import { button, element, icon, link } from './element.ts'
import { paintLogo } from './paint-logo.ts'
import { firstText, viewer } from './viewer.ts'

const NOT_OPEN = { invite: 'account.register.inviteOnly', closed: 'account.register.closed' } as const

interface Frame {
  title: string
  lead: string
  form: HTMLElement | undefined
  /** Below the form. */
  footer: readonly (Node | string)[]
}

/** Paints features/auth/form/auth-frame.tsx without its artwork. */
export function paintAuthFrame(root: HTMLElement, view: FirstView, { title, lead, form, footer }: Frame): void {
  const back = link(PAGES.home, styles.back, firstText('common.backToApp'))
  const head = element('header', styles.head, paintLogo(view.site, styles.home), !view.site.membersOnly && back)
  const main = element(
    'main',
    styles.main,
    element('h1', styles.title, title),
    element('p', styles.lead, lead),
    form,
    footer.length > 0 && element('div', styles.footer, element('p', '', ...footer)),
  )
  const legal = element(
    'nav',
    styles.legal,
    link(PAGES.privacyPolicy, '', firstText('common.nav.privacy')),
    link(PAGES.termsOfService, '', firstText('common.nav.terms')),
  )
  root.append(element('div', styles.page, element('div', styles.side, head, main, legal)))
}

/** The reason for which the site would refuse new members; undefined if it may accept them. */
export const refusalOf = ({ site: { registration } }: FirstView): string | undefined =>
  registration === 'open' ? undefined : firstText(NOT_OPEN[registration])

export const footerLink = (href: string, text: string): HTMLElement => link(href, fieldsStyles.link, text)

/** A label with an empty control, and its hint. */
export function paintField(label: string, { aside, hint }: { aside?: Node; hint?: string } = {}): HTMLElement {
  return element(
    'div',
    fieldStyles.field,
    element('span', fieldStyles.label, label),
    element('div', fieldStyles.control),
    aside && element('div', fieldStyles.aside, aside),
    hint !== undefined && element('div', fieldStyles.hint, hint),
  )
}

export const wideButton = (
  variant: 'primary' | 'secondary',
  look: string,
  ...content: (Node | string)[]
): HTMLElement => button(variant, `${buttonStyles.wide} ${look}`, ...content)

/** The buttons of the other providers, with the line above them. */
export function paintProviders({ site: { providerNames, providersOnly } }: FirstView): HTMLElement[] {
  if (providerNames.length === 0) return []
  const buttons = providerNames.map((name) => wideButton('secondary', '', icon(20), name))
  const or = element('p', fieldsStyles.or, firstText('account.provider.or'))
  return [...(providersOnly ? [] : [or]), element('div', fieldsStyles.providers, ...buttons)]
}

/** A text without the marks of its links. */
export const paintTerms = (key: 'account.register.terms' | 'account.linking.terms'): HTMLElement =>
  element('p', fieldsStyles.terms, firstText(key).replace(/<\/?\w+>/g, ''))

/** True if the application will show the form: for a signed-in member, it opens another page. */
export const showsForm = (path: string): boolean => location.pathname === path || viewer.user === null
