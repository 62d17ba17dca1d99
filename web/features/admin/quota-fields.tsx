import { useTranslation } from 'react-i18next'
import { ORIGINALS_DAYS_MAX, PICTURE_MEDIUM_WIDTH_PX, QUOTA_MEGABYTES_MAX, QUOTA_MEMES_MAX } from '#contract/limits.ts'
import type { SiteSettings } from '#contract/site/settings.ts'
import { PanelSection } from '../../ui/panel-section.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './admin.module.css'

const LIMITS = {
  megabytesPerMember: QUOTA_MEGABYTES_MAX,
  memesPerMember: QUOTA_MEMES_MAX,
  megabytesOfSite: QUOTA_MEGABYTES_MAX,
  memesOfSite: QUOTA_MEMES_MAX,
  originalsDays: ORIGINALS_DAYS_MAX,
} as const satisfies Partial<Record<keyof SiteSettings, number>>

type Limit = keyof typeof LIMITS

interface QuotaFieldsProps {
  values: Pick<SiteSettings, Limit>
  errors: Record<string, string>
  onChange: (key: Limit, value: number) => void
}

/** Settings that limit the storage of each member and of the site. */
export function QuotaFields({ values, errors, onChange }: QuotaFieldsProps) {
  const { t } = useTranslation()
  return (
    <PanelSection wide title={t('admin.settings.quotas')} hint={t('admin.settings.quotasHint')}>
      <div className={styles.fields}>
        {(Object.keys(LIMITS) as Limit[]).map((key) => (
          <TextField
            key={key}
            /* i18n-keys: admin.settings.* */
            label={t(`admin.settings.${key}`)}
            hint={
              key === 'originalsDays'
                ? t('admin.settings.originalsHint', { width: PICTURE_MEDIUM_WIDTH_PX })
                : undefined
            }
            error={errors[key]}
            type="number"
            min={0}
            max={LIMITS[key]}
            value={String(values[key])}
            onChange={(event) => onChange(key, Number(event.target.value))}
          />
        ))}
      </div>
    </PanelSection>
  )
}
