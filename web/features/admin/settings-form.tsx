import { useQuery } from '@tanstack/react-query'
import type { Language } from '#contract/languages.ts'
import { PICTURE_MEDIUM_WIDTH_PX } from '#contract/limits.ts'
import type { SettingKey, SiteSettings } from '#contract/site/settings.ts'
import { api } from '../../lib/api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './admin.module.css'
import { RulesFields } from './rules-fields.tsx'
import { SensitiveFields } from './sensitive-fields.tsx'
import { FlagSetting, NumberSetting } from './setting-fields.tsx'
import { SETTINGS_KEY, useSettingsDraft } from './settings-draft.ts'
import { SettingsSection } from './settings-section.tsx'
import { SiteFields } from './site-fields.tsx'

/** All settings with explanations, in sections with a Save each. */
export function SettingsForm() {
  const { data, isPending, error, refetch } = useQuery({
    queryKey: SETTINGS_KEY,
    queryFn: ({ signal }) => api('GET /admin/settings', { signal }),
  })
  if (isPending) return <Skeleton className={styles.loading} />
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} />
  return <Sections settings={data.data} canScore={data.canScorePictures} languages={data.installedLanguages} />
}

interface SectionsProps {
  settings: SiteSettings
  canScore: boolean
  languages: readonly Language[]
}

function Sections({ settings, canScore, languages }: SectionsProps) {
  const { t } = useTranslation()
  const draft = useSettingsDraft(settings)
  const { values, errors, change } = draft
  const section = (name: string, ...keys: SettingKey[]) => ({
    /* i18n-keys: admin.settings.* */
    title: t(`admin.settings.${name}`),
    hint: t(`admin.settings.${name}Hint`),
    draft,
    keys,
  })
  return (
    <>
      <SettingsSection {...section('site', 'siteName', 'siteDescription', 'accentColor', 'languages', 'contactEmail')}>
        <SiteFields draft={draft} languages={languages} />
      </SettingsSection>
      <SettingsSection {...section('rules', 'rules')}>
        <RulesFields
          languages={values.languages}
          rules={values.rules}
          errors={errors}
          onChange={(rules) => change('rules', rules)}
        />
      </SettingsSection>
      <SettingsSection {...section('access', 'access')}>
        <div className={styles.choice}>
          <Select
            label={t('admin.settings.accessLabel')}
            options={[
              { value: 'public', label: t('admin.settings.accessPublic') },
              { value: 'members', label: t('admin.settings.accessMembers') },
            ]}
            value={values.access}
            onChange={(value) => change('access', value)}
          />
        </div>
        {values.access === 'members' && <p className={styles.quiet}>{t('admin.settings.accessMembersHint')}</p>}
      </SettingsSection>
      <SettingsSection {...section('joining', 'registration', 'mailDomains')}>
        <div className={styles.choice}>
          <Select
            label={t('admin.settings.registration')}
            options={[
              { value: 'open', label: t('admin.settings.open') },
              { value: 'invite', label: t('admin.settings.invite') },
              { value: 'closed', label: t('admin.settings.closed') },
            ]}
            value={values.registration}
            onChange={(value) => change('registration', value)}
          />
        </div>
        <TextField
          label={t('admin.settings.mailDomains')}
          hint={t('admin.settings.mailDomainsHint')}
          error={errors.mailDomains}
          value={values.mailDomains}
          onChange={(event) => change('mailDomains', event.target.value)}
        />
      </SettingsSection>
      <SettingsSection {...section('review', 'review', 'reviewFirstMemes', 'reviewYoungerThanDays')}>
        <FlagSetting draft={draft} name="review" label={t('admin.settings.reviewOn')} />
        <NumberSetting draft={draft} name="reviewFirstMemes" />
        <NumberSetting draft={draft} name="reviewYoungerThanDays" />
      </SettingsSection>
      <SettingsSection {...section('sensitive', 'sensitiveScoring', 'sensitiveThreshold', 'sensitiveReview')}>
        <SensitiveFields draft={draft} canScore={canScore} />
      </SettingsSection>
      <SettingsSection {...section('webPush', 'webPush')}>
        <FlagSetting draft={draft} name="webPush" label={t('admin.settings.webPushOn')} />
      </SettingsSection>
      <SettingsSection {...section('gifProvider', 'gifProvider', 'gifKeysRequired')}>
        <FlagSetting draft={draft} name="gifProvider" label={t('admin.settings.gifProviderOn')} />
        <FlagSetting draft={draft} name="gifKeysRequired" label={t('admin.settings.gifKeysRequired')} />
      </SettingsSection>
      <SettingsSection {...section('limits', 'uploadsPerDayMember', 'uploadsPerDayModerator', 'megabytesPerDay')}>
        <NumberSetting draft={draft} name="uploadsPerDayMember" />
        <NumberSetting draft={draft} name="uploadsPerDayModerator" />
        <NumberSetting draft={draft} name="megabytesPerDay" />
      </SettingsSection>
      <SettingsSection
        {...section(
          'quotas',
          'megabytesPerMember',
          'memesPerMember',
          'megabytesOfSite',
          'memesOfSite',
          'originalsDays',
        )}
      >
        <NumberSetting draft={draft} name="megabytesPerMember" />
        <NumberSetting draft={draft} name="memesPerMember" />
        <NumberSetting draft={draft} name="megabytesOfSite" />
        <NumberSetting draft={draft} name="memesOfSite" />
        <NumberSetting
          draft={draft}
          name="originalsDays"
          hint={t('admin.settings.originalsHint', { width: PICTURE_MEDIUM_WIDTH_PX })}
        />
      </SettingsSection>
      <SettingsSection {...section('staff', 'staffNeedsSecondFactor')}>
        <FlagSetting draft={draft} name="staffNeedsSecondFactor" label={t('admin.settings.staffNeedsSecondFactor')} />
      </SettingsSection>
    </>
  )
}
