import { PASSWORD_MIN_CHARS } from '#contract/limits.ts'
import { PAGES } from '#contract/pages.ts'
import styles from '../../features/auth/form/auth-form.module.css'
import { element } from '../element.ts'
import {
  footerLink,
  paintAuthFrame,
  paintField,
  paintProviders,
  paintTerms,
  refusalOf,
  showsForm,
  wideButton,
} from '../paint-auth-frame.ts'
import { answerTo, paintPage } from '../paint-page.ts'
import { firstText } from '../viewer.ts'

/** Paints features/auth/register/register-screen.tsx in its empty state. */
paintPage((root, view) => {
  if (!showsForm(PAGES.register)) return
  const { registration, providersOnly } = view.site
  const isInvited = registration === 'invite' && new URLSearchParams(location.search).has('invite')
  const refusal = providersOnly || isInvited ? undefined : refusalOf(view)
  const config = answerTo(view, 'GET /config')?.data
  const parts = providersOnly
    ? [...paintProviders(view), paintTerms('account.linking.terms')]
    : [
        ...(config?.sendsMail === false ? [noMail(config.hasAdmin)] : []),
        paintField(firstText('account.email')),
        paintField(firstText('account.username'), { hint: firstText('account.register.usernameHint') }),
        paintField(firstText('account.password'), {
          hint: firstText('account.register.passwordHint', { count: PASSWORD_MIN_CHARS }),
        }),
        paintField(firstText('account.confirmPassword')),
        paintTerms('account.register.terms'),
        wideButton('primary', '', firstText('account.register.submit')),
        ...paintProviders(view),
      ]
  paintAuthFrame(root, view, {
    title: firstText('account.register.title'),
    lead: refusal ?? firstText('account.register.lead'),
    form: refusal === undefined ? element('div', styles.form, ...parts) : undefined,
    footer: [firstText('account.register.haveAccount'), ' ', footerLink(PAGES.login, firstText('common.login'))],
  })
})

function noMail(hasAdmin: boolean): HTMLElement {
  return element('p', styles.news, firstText(hasAdmin ? 'account.noMail.signUp' : 'account.noMail.noAdmin'))
}
