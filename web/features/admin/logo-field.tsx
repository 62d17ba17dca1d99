import { api } from '../../lib/api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { site, useSite } from '../../lib/site.ts'
import { Button } from '../../ui/button.tsx'
import { FileButton } from '../../ui/file-button.tsx'
import { LogoMark } from '../../ui/logo.tsx'
import looks from '../../ui/looks.module.css'
import { toast } from '../../ui/toast.ts'
import { useTask } from '../../ui/use-task.ts'
import styles from './admin.module.css'

/** The site's logo. Saves as soon as a picture is chosen. */
export function LogoField() {
  const { t } = useTranslation()
  const { logo } = useSite()
  const { isRunning, run } = useTask()
  const change = (send: () => Promise<{ logo?: string; message: string }>) =>
    run(async () => {
      const answer = await send()
      site.set({ ...site.get(), logo: answer.logo ?? null })
      toast.success(answer.message)
    })
  const choose = (file: File) => {
    const form = new FormData()
    form.append('logo', file)
    void change(() => api('PUT /admin/logo', { form }))
  }
  return (
    <fieldset className={styles.logo}>
      <legend>{t('admin.settings.logo')}</legend>
      <LogoMark size={56} />
      <div className={looks.row2}>
        <FileButton
          label={t('admin.settings.logo')}
          accept="image/*"
          variant="secondary"
          size="sm"
          loading={isRunning}
          onFile={choose}
        >
          {t('admin.settings.chooseLogo')}
        </FileButton>
        {logo && (
          <Button variant="ghost" size="sm" onClick={() => void change(() => api('DELETE /admin/logo'))}>
            {t('admin.settings.removeLogo')}
          </Button>
        )}
      </div>
      <p className={styles.quiet}>{t('admin.settings.logoHint')}</p>
    </fieldset>
  )
}
