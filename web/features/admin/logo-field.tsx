import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { site, useSite } from '../../lib/site.ts'
import { Button } from '../../ui/button.tsx'
import { LogoMark } from '../../ui/logo.tsx'
import { toast } from '../../ui/toast.ts'
import styles from './admin.module.css'

/** The site's logo, saved as soon as a picture is chosen. */
export function LogoField() {
  const { t } = useTranslation()
  const { logo } = useSite()
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const run = async (work: () => Promise<{ logo?: string; message: string }>) => {
    setBusy(true)
    try {
      const answer = await work()
      site.set({ ...site.get(), logo: answer.logo ?? null })
      toast.success(answer.message)
    } catch (error) {
      toast.error(error)
    } finally {
      setBusy(false)
      if (input.current) input.current.value = ''
    }
  }
  const choose = (file: File | undefined) => {
    if (!file) return
    const form = new FormData()
    form.append('logo', file)
    void run(() => api('PUT /admin/logo', { form }))
  }
  return (
    <fieldset className={styles.logo}>
      <legend>{t('admin.settings.logo')}</legend>
      <LogoMark size={56} />
      <div className={styles.logoActions}>
        <input
          ref={input}
          type="file"
          accept="image/*"
          hidden
          aria-label={t('admin.settings.logo')}
          onChange={(event) => choose(event.target.files?.[0])}
        />
        <Button variant="secondary" size="sm" loading={isBusy} onClick={() => input.current?.click()}>
          {t('admin.settings.chooseLogo')}
        </Button>
        {logo && (
          <Button variant="ghost" size="sm" onClick={() => void run(() => api('DELETE /admin/logo'))}>
            {t('admin.settings.removeLogo')}
          </Button>
        )}
      </div>
      <p className={styles.quiet}>{t('admin.settings.logoHint')}</p>
    </fieldset>
  )
}
