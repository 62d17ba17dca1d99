import fieldsStyles from '../features/auth/form/auth-form.module.css'
import frameStyles from '../features/auth/form/auth-frame.module.css'
import type { Site } from '../lib/embedded-view.ts'
import {
  email as emailEn,
  login as loginEn,
  password as passwordEn,
  provider as providerEn,
} from '../locales/en/account.json'
import { login as buttonEn } from '../locales/en/common.json'
import {
  email as emailVi,
  login as loginVi,
  password as passwordVi,
  provider as providerVi,
} from '../locales/vi/account.json'
import { login as buttonVi } from '../locales/vi/common.json'
import buttonStyles from '../ui/button.module.css'
import fieldStyles from '../ui/field.module.css'
import { element } from './element.ts'
import { readerLanguage } from './reader.ts'

const TEXTS = {
  en: { ...loginEn, email: emailEn, password: passwordEn, or: providerEn.or, button: buttonEn },
  vi: { ...loginVi, email: emailVi, password: passwordVi, or: providerVi.or, button: buttonVi },
}

const NO_BREAK_SPACE = '\u00a0'

/** Paints the form of features/auth/login/login-screen.tsx in its empty state. */
export function paintLogin(root: Element, site: Site | undefined): void {
  const { membersOnly, providersOnly, providerNames = [] } = site ?? {}
  const texts = TEXTS[readerLanguage()]
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
          field(texts.email),
          field(texts.password, element('span', fieldsStyles.forgot, texts.forgot)),
          button(`${buttonStyles.primary} ${fieldsStyles.submit}`, texts.button),
        ]),
    ...(providersOnly || providerNames.length === 0 ? [] : [element('p', fieldsStyles.or, texts.or)]),
    ...(providerNames.length === 0 ? [] : [providers]),
  )
  const main = element(
    'main',
    frameStyles.main,
    element('h1', frameStyles.title, texts.title),
    element('p', frameStyles.lead, membersOnly ? NO_BREAK_SPACE : texts.lead),
    form,
    element('div', frameStyles.footer, line()),
  )
  const head = element('div', frameStyles.head, line())
  const legal = element('div', frameStyles.legal, line())
  root.append(element('div', frameStyles.page, element('div', frameStyles.side, head, main, legal)))
}

function field(label: string, ...aside: Node[]): HTMLElement {
  const line = element('div', fieldStyles.line, element('span', fieldStyles.label, label), ...aside)
  return element('div', fieldStyles.field, line, element('div', fieldStyles.control))
}

const button = (look: string | undefined, text: string) =>
  element('span', `${buttonStyles.button} ${buttonStyles.wide} ${look}`, text)

/** A placeholder for links with the height of the logo link. */
const line = () => element('span', frameStyles.home)
