import { expect, type Page } from '@playwright/test'
import type { AppProcess } from '#test/app-process.ts'
import { logIn, type Person } from '#test/sign-up.ts'
import accountEn from '#web/locales/en/account.json' with { type: 'json' }
import commonEn from '#web/locales/en/common.json' with { type: 'json' }
import accountVi from '#web/locales/vi/account.json' with { type: 'json' }
import commonVi from '#web/locales/vi/common.json' with { type: 'json' }

/** The texts of the screens. Journeys run in Vietnamese where one language is enough, which also catches untranslated texts. */
export const TEXTS = {
  en: { account: accountEn, common: commonEn },
  vi: { account: accountVi, common: commonVi },
} as const

/** Signs a member in on this page, by writing the stored record of a login, and opens a URL. */
export async function openAs(page: Page, app: AppProcess, member: Person, path: string): Promise<void> {
  // A page of the same origin that does not start the application.
  await page.goto('/robots.txt')
  const headers = { 'user-agent': await page.evaluate(() => navigator.userAgent) }
  const { authentication, ...record } = await logIn(app, member, headers)
  await page.evaluate(
    ([token, authen]) => {
      localStorage.setItem('token', token ?? '')
      localStorage.setItem('authen', authen ?? '')
    },
    [authentication.token, JSON.stringify({ ...record, userId: record._id })],
  )
  await page.goto(path)
}

/** Types the digits of a code once its boxes are ready. */
export async function typeCode(page: Page, code: string): Promise<void> {
  await expect(page.getByRole('textbox').first()).toBeFocused()
  for (const digit of code) await page.keyboard.press(digit)
}

export const otherCode = (code: string) => (code === '000000' ? '111111' : '000000')
