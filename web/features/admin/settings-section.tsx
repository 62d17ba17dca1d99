import { type FormEvent, type ReactNode, useState } from 'react'
import type { SettingKey } from '#contract/site/settings.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import looks from '../../ui/looks.module.css'
import { PanelSection } from '../../ui/panel-section.tsx'
import { toast } from '../../ui/toast.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './admin.module.css'
import type { SettingsDraft } from './settings-draft.ts'

interface SettingsSectionProps {
  title: string
  hint: string
  draft: SettingsDraft
  /** The settings that this section saves. */
  keys: readonly SettingKey[]
  children: ReactNode
}

/** Settings that are saved together. They take effect at once. */
export function SettingsSection({ title, hint, draft, keys, children }: SettingsSectionProps) {
  const { t } = useTranslation()
  const [isSaving, setSaving] = useState(false)
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    setSaving(true)
    try {
      await draft.save(keys)
      toast.success(t('admin.settings.saved', { section: title }))
    } catch (problem) {
      const invalid = form.querySelector<HTMLElement>('[aria-invalid]')
      if (invalid) invalid.focus()
      else toast.error(problem)
    } finally {
      setSaving(false)
    }
  }
  return (
    <form className={styles.section} noValidate onSubmit={(event) => void save(event)}>
      <PanelSection wide title={title} hint={hint}>
        <div className={looks.stack4}>{children}</div>
      </PanelSection>
      <Button type="submit" variant={draft.isChanged(keys) ? 'primary' : 'secondary'} loading={isSaving}>
        {t('admin.settings.save')}
        <VisuallyHidden> {title}</VisuallyHidden>
      </Button>
    </form>
  )
}
