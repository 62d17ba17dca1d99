import type { Language } from '#contract/languages.ts'
import { api } from '../../lib/api.ts'
import { pathWithoutLanguage } from '../../lib/detect-language.ts'
import { changeLanguage, currentLanguage } from '../../lib/i18n.ts'
import { navigateTo } from '../../lib/navigation.ts'
import { currentSession, updateUser } from '../../lib/session.ts'
import { toast } from '../../ui/toast.ts'

/**
 * Changes the page's language, and the stored preference for members. Reverts the page if saving fails. Removes the language from
 * the URL, since a reload would apply it again.
 */
export async function chooseLanguage(language: Language): Promise<void> {
  const before = currentLanguage()
  if (language === before) return
  try {
    await changeLanguage(language)
    const path = pathWithoutLanguage()
    if (path) navigateTo(path, { replace: true })
    if (!currentSession().user) return
    const { preferences } = await api('PUT /users/me/preferences', { body: { contentLanguage: language } })
    updateUser({ preferences })
  } catch (error) {
    await changeLanguage(before)
    toast.error(error)
  }
}
