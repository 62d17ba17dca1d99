import fieldsStyles from '../features/auth/form/auth-form.module.css'
import frameStyles from '../features/auth/form/auth-frame.module.css'
import type { Site } from '../lib/embedded-view.ts'
import buttonStyles from '../ui/button.module.css'
import fieldStyles from '../ui/field.module.css'
import { element } from './element.ts'
import type { LOGIN_TEXTS } from './first-texts.ts'
import { firstTexts } from './viewer.ts'

const NO_BREAK_SPACE = '\u00a0'

/** Paints the form of features/auth/login/login-screen.tsx in its empty state. */
export function paintLogin(root: Element, site: Site | undefined): void {
  const { membersOnly, providersOnly, providerNames = [] } = site ?? {}
  const texts = firstTexts<typeof LOGIN_TEXTS>()
  if (!texts) return
  const providers = element(
    'div',
    fieldsStyles.providers,
    ...providerNames.map((name) => button(buttonStyles.secondary, name)),
  )
  const form = element(
    'div',
    fieldsStyles.form,
    ...(providersOnly
      ? []
      : [
          field(texts['account.email']),
          field(texts['account.password'], element('span', fieldsStyles.forgot, texts['account.login.forgot'])),
          button(`${buttonStyles.primary} ${fieldsStyles.submit}`, texts['common.login']),
        ]),
    ...(providersOnly || providerNames.length === 0
      ? []
      : [element('p', fieldsStyles.or, texts['account.provider.or'])]),
    ...(providerNames.length === 0 ? [] : [providers]),
  )
  const main = element(
    'main',
    frameStyles.main,
    element('h1', frameStyles.title, texts['account.login.title']),
    element('p', frameStyles.lead, membersOnly ? NO_BREAK_SPACE : texts['account.login.lead']),
    form,
    element('div', frameStyles.footer, line()),
  )
  const head = element('div', frameStyles.head, line())
  const legal = element('div', frameStyles.legal, line())
  root.append(element('div', frameStyles.page, element('div', frameStyles.side, head, main, legal)))
}

function field(label: string, ...aside: Node[]): HTMLElement {
  const line = element('span', fieldStyles.label, label)
  const atEnd = aside.map((part) => element('div', fieldStyles.aside, part))
  return element('div', fieldStyles.field, line, element('div', fieldStyles.control), ...atEnd)
}

const button = (look: string | undefined, text: string) =>
  element('span', `${buttonStyles.button} ${buttonStyles.wide} ${look}`, text)

/** A placeholder for links with the height of the logo link. */
const line = () => element('span', frameStyles.home)
