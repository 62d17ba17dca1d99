import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/languages.ts'
import { SITE_DESCRIPTION_MAX_CHARS, SITE_NAME_MAX_CHARS } from '#contract/limits.ts'
import { type Answer, api } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { languageName } from '../../lib/choices.ts'
import { paintAccent, site } from '../../lib/site.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { PanelSection } from '../../ui/panel-section.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { AccentField } from './accent-field.tsx'
import styles from './admin.module.css'
import { LogoField } from './logo-field.tsx'
import { QuotaFields } from './quota-fields.tsx'
import { RulesFields } from './rules-fields.tsx'
import { SensitiveFields } from './sensitive-fields.tsx'

type Settings = Answer<'GET /admin/settings'>['data']

const KEY = ['admin-settings']

/** All settings with explanations. They are saved together and take effect at once. */
export function SettingsForm() {
  const { data, isPending, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api('GET /admin/settings', { signal }),
  })
  if (isPending) return <Skeleton className={styles.loading} />
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} />
  return <Form settings={data.data} canScore={data.canScorePictures} languages={data.installedLanguages} />
}

interface FormProps {
  settings: Settings
  canScore: boolean
  languages: readonly Language[]
}

function Form({ settings, canScore, languages }: FormProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [values, setValues] = useState(settings)
  const [domains, setDomains] = useState(settings.mailDomains.join(', '))
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [isSaving, setSaving] = useState(false)
  const change = <K extends keyof Settings>(key: K, value: Settings[K]) =>
    setValues((before) => ({ ...before, [key]: value }))
  const text = (key: 'siteName' | 'siteDescription' | 'contactEmail') => ({
    /* i18n-keys: admin.settings.* */
    label: t(`admin.settings.${key}`),
    error: errors[key],
    value: values[key],
    onChange: (event: { target: { value: string } }) => change(key, event.target.value),
  })
  const number = (
    key:
      | 'uploadsPerDayMember'
      | 'uploadsPerDayModerator'
      | 'megabytesPerDay'
      | 'reviewFirstMemes'
      | 'reviewYoungerThanDays',
    max: number,
  ) => ({
    label: t(`admin.settings.${key}`),
    error: errors[key],
    type: 'number',
    min: 0,
    max,
    value: String(values[key]),
    onChange: (event: { target: { value: string } }) => change(key, Number(event.target.value)),
  })
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setSaving(true)
    setErrors({})
    const mailDomains = domains.split(/[\s,;]+/).filter(Boolean)
    try {
      const answer = await api('PUT /admin/settings', { body: { ...values, mailDomains } })
      setValues(answer.data)
      setDomains(answer.data.mailDomains.join(', '))
      client.setQueryData(KEY, answer)
      await showSite(answer.data)
      toast.success(t('admin.settings.saved'))
    } catch (problem) {
      if (problem instanceof ApiError)
        setErrors(
          Object.fromEntries(
            problem.errors.flatMap(({ path, message }) =>
              [path, path.split('.')[0] ?? ''].map((key) => [key, message]),
            ),
          ),
        )
      toast.error(problem)
    } finally {
      setSaving(false)
    }
  }
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void save(event)}>
      <PanelSection wide title={t('admin.settings.site')} hint={t('admin.settings.siteHint')}>
        <div className={styles.fields}>
          <TextField {...text('siteName')} maxChars={SITE_NAME_MAX_CHARS} />
          <TextArea
            {...text('siteDescription')}
            hint={t('admin.settings.descriptionHint')}
            rows={2}
            maxChars={SITE_DESCRIPTION_MAX_CHARS}
          />
          <LogoField />
          <AccentField
            value={values.accentColor}
            error={errors.accentColor}
            onChange={(color) => change('accentColor', color)}
          />
          <fieldset className={styles.languages}>
            <legend>{t('admin.settings.languages')}</legend>
            {languages.map((language) => (
              <Checkbox
                key={language}
                label={languageName(language)}
                checked={values.languages.includes(language)}
                disabled={values.languages.length === 1 && values.languages[0] === language}
                onChange={(event) =>
                  change(
                    'languages',
                    languages.filter((one) =>
                      one === language ? event.target.checked : values.languages.includes(one),
                    ),
                  )
                }
              />
            ))}
            <p className={styles.quiet}>{t('admin.settings.languagesHint')}</p>
          </fieldset>
          <TextField {...text('contactEmail')} type="email" hint={t('admin.settings.contactHint')} />
        </div>
      </PanelSection>
      <PanelSection wide title={t('admin.settings.rules')} hint={t('admin.settings.rulesHint')}>
        <div className={styles.fields}>
          <RulesFields
            languages={values.languages}
            rules={values.rules}
            errors={errors}
            onChange={(rules) => change('rules', rules)}
          />
        </div>
      </PanelSection>
      <PanelSection wide title={t('admin.settings.access')} hint={t('admin.settings.accessHint')}>
        <div className={styles.fields}>
          <Select
            label={t('admin.settings.accessLabel')}
            options={[
              { value: 'public', label: t('admin.settings.accessPublic') },
              { value: 'members', label: t('admin.settings.accessMembers') },
            ]}
            value={values.access}
            onChange={(value) => change('access', value)}
          />
          {values.access === 'members' && <p className={styles.quiet}>{t('admin.settings.accessMembersHint')}</p>}
        </div>
      </PanelSection>
      <PanelSection wide title={t('admin.settings.joining')} hint={t('admin.settings.joiningHint')}>
        <div className={styles.fields}>
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
          <TextField
            label={t('admin.settings.mailDomains')}
            hint={t('admin.settings.mailDomainsHint')}
            error={errors.mailDomains}
            value={domains}
            onChange={(event) => setDomains(event.target.value)}
          />
        </div>
      </PanelSection>
      <PanelSection wide title={t('admin.settings.review')} hint={t('admin.settings.reviewHint')}>
        <div className={styles.fields}>
          <Checkbox
            label={t('admin.settings.reviewOn')}
            checked={values.review}
            onChange={(event) => change('review', event.target.checked)}
          />
          <TextField {...number('reviewFirstMemes', 1000)} />
          <TextField {...number('reviewYoungerThanDays', 365)} />
        </div>
      </PanelSection>
      <SensitiveFields
        values={values}
        canScore={canScore}
        error={errors.sensitiveThreshold}
        onChange={(change) => setValues((before) => ({ ...before, ...change }))}
      />
      <PanelSection wide title={t('admin.settings.webPush')} hint={t('admin.settings.webPushHint')}>
        <Checkbox
          label={t('admin.settings.webPushOn')}
          checked={values.webPush}
          onChange={(event) => change('webPush', event.target.checked)}
        />
      </PanelSection>
      <PanelSection wide title={t('admin.settings.gifProvider')} hint={t('admin.settings.gifProviderHint')}>
        <Checkbox
          label={t('admin.settings.gifProviderOn')}
          checked={values.gifProvider}
          onChange={(event) => change('gifProvider', event.target.checked)}
        />
        <Checkbox
          label={t('admin.settings.gifKeysRequired')}
          checked={values.gifKeysRequired}
          onChange={(event) => change('gifKeysRequired', event.target.checked)}
        />
      </PanelSection>
      <PanelSection wide title={t('admin.settings.limits')} hint={t('admin.settings.limitsHint')}>
        <div className={styles.fields}>
          <TextField {...number('uploadsPerDayMember', 10_000)} />
          <TextField {...number('uploadsPerDayModerator', 10_000)} />
          <TextField {...number('megabytesPerDay', 1_000_000)} />
        </div>
      </PanelSection>
      <QuotaFields values={values} errors={errors} onChange={change} />
      <PanelSection wide title={t('admin.settings.staff')} hint={t('admin.settings.staffHint')}>
        <Checkbox
          label={t('admin.settings.staffNeedsSecondFactor')}
          checked={values.staffNeedsSecondFactor}
          onChange={(event) => change('staffNeedsSecondFactor', event.target.checked)}
        />
      </PanelSection>
      <Button type="submit" loading={isSaving}>
        {t('admin.settings.save')}
      </Button>
    </form>
  )
}

/** Applies saved settings to the open page at once. */
async function showSite({ siteName: name, languages, rules, accentColor, access }: Settings): Promise<void> {
  site.set({ ...site.get(), name, languages, hasRules: rules.length > 0, membersOnly: access === 'members' })
  await paintAccent(accentColor)
}
