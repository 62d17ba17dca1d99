import {
  MEGABYTES_PER_DAY_MAX,
  ORIGINALS_DAYS_MAX,
  QUOTA_MEGABYTES_MAX,
  QUOTA_MEMES_MAX,
  REVIEW_DAYS_MAX,
  REVIEW_MEMES_MAX,
  UPLOADS_PER_DAY_MAX,
} from '#contract/limits.ts'
import type { SettingKey, SiteSettings } from '#contract/site/settings.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { SettingsDraft } from './settings-draft.ts'

const MAXIMA = {
  uploadsPerDayMember: UPLOADS_PER_DAY_MAX,
  uploadsPerDayModerator: UPLOADS_PER_DAY_MAX,
  megabytesPerDay: MEGABYTES_PER_DAY_MAX,
  reviewFirstMemes: REVIEW_MEMES_MAX,
  reviewYoungerThanDays: REVIEW_DAYS_MAX,
  sensitiveThreshold: 100,
  megabytesPerMember: QUOTA_MEGABYTES_MAX,
  memesPerMember: QUOTA_MEMES_MAX,
  megabytesOfSite: QUOTA_MEGABYTES_MAX,
  memesOfSite: QUOTA_MEMES_MAX,
  originalsDays: ORIGINALS_DAYS_MAX,
} as const satisfies Partial<Record<SettingKey, number>>

interface NumberSettingProps {
  draft: SettingsDraft
  name: keyof typeof MAXIMA
  hint?: string
  min?: number
  disabled?: boolean
}

/** A setting that is a number, in a field as wide as its maximum. */
export function NumberSetting({ draft, name, min = 0, ...rest }: NumberSettingProps) {
  const { t } = useTranslation()
  const max = MAXIMA[name]
  return (
    <TextField
      {...rest}
      /* i18n-keys: admin.settings.* */
      label={t(`admin.settings.${name}`)}
      error={draft.errors[name]}
      type="number"
      min={min}
      max={max}
      style={{ width: `calc(${String(max).length}ch + 4rem)` }}
      value={String(draft.values[name])}
      onChange={(event) => draft.change(name, Number(event.target.value))}
    />
  )
}

type Flag = { [K in SettingKey]: SiteSettings[K] extends boolean ? K : never }[SettingKey]

interface FlagSettingProps {
  draft: SettingsDraft
  name: Flag
  label: string
  disabled?: boolean
}

/** A setting that is on or off. */
export function FlagSetting({ draft, name, ...rest }: FlagSettingProps) {
  return (
    <Checkbox {...rest} checked={draft.values[name]} onChange={(event) => draft.change(name, event.target.checked)} />
  )
}
