import { useTranslation } from 'react-i18next'
import { SCORING_INSTALL_COMMAND, type SiteSettings } from '#contract/site/settings.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { PanelSection } from '../../ui/panel-section.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './admin.module.css'

type Values = Pick<SiteSettings, 'sensitiveScoring' | 'sensitiveThreshold' | 'sensitiveReview'>

interface SensitiveFieldsProps {
  values: Values
  /** Whether the packages for scoring pictures are installed on the server. */
  canScore: boolean
  error: string | undefined
  onChange: (change: Partial<Values>) => void
}

/** Settings for pictures that a model classifies as pornographic. */
export function SensitiveFields({ values, canScore, error, onChange }: SensitiveFieldsProps) {
  const { t } = useTranslation()
  const isOff = !canScore || !values.sensitiveScoring
  return (
    <PanelSection wide title={t('admin.settings.sensitive')} hint={t('admin.settings.sensitiveHint')}>
      <div className={styles.fields}>
        {!canScore && (
          <div className={styles.notice} role="note">
            <p>{t('admin.settings.sensitiveMissing')}</p>
            <code>{SCORING_INSTALL_COMMAND}</code>
          </div>
        )}
        <Checkbox
          label={t('admin.settings.sensitiveScoring')}
          checked={values.sensitiveScoring}
          disabled={!canScore}
          onChange={(event) => onChange({ sensitiveScoring: event.target.checked })}
        />
        <TextField
          label={t('admin.settings.sensitiveThreshold')}
          hint={t('admin.settings.sensitiveThresholdHint')}
          error={error}
          type="number"
          min={1}
          max={100}
          disabled={isOff}
          value={String(values.sensitiveThreshold)}
          onChange={(event) => onChange({ sensitiveThreshold: Number(event.target.value) })}
        />
        <Checkbox
          label={t('admin.settings.sensitiveReview')}
          checked={values.sensitiveReview}
          disabled={isOff}
          onChange={(event) => onChange({ sensitiveReview: event.target.checked })}
        />
      </div>
    </PanelSection>
  )
}
