import { SCORING_INSTALL_COMMAND } from '#contract/site/settings.ts'
import { useTranslation } from '../../lib/i18n.ts'
import styles from './admin.module.css'
import { FlagSetting, NumberSetting } from './setting-fields.tsx'
import type { SettingsDraft } from './settings-draft.ts'

interface SensitiveFieldsProps {
  draft: SettingsDraft
  /** True if the packages for scoring pictures are installed on the server. */
  canScore: boolean
}

/** Settings for pictures that a model classifies as pornographic. */
export function SensitiveFields({ draft, canScore }: SensitiveFieldsProps) {
  const { t } = useTranslation()
  const isOff = !canScore || !draft.values.sensitiveScoring
  return (
    <>
      {!canScore && (
        <div className={styles.notice} role="note">
          <p>{t('admin.settings.sensitiveMissing')}</p>
          <code>{SCORING_INSTALL_COMMAND}</code>
        </div>
      )}
      <FlagSetting
        draft={draft}
        name="sensitiveScoring"
        label={t('admin.settings.sensitiveScoring')}
        disabled={!canScore}
      />
      <NumberSetting
        draft={draft}
        name="sensitiveThreshold"
        hint={t('admin.settings.sensitiveThresholdHint')}
        min={1}
        disabled={isOff}
      />
      <FlagSetting draft={draft} name="sensitiveReview" label={t('admin.settings.sensitiveReview')} disabled={isOff} />
    </>
  )
}
