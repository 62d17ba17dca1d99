import { ACCENT_COLOR } from '#contract/limits.ts'
import { accentTokens, carriesWhiteText } from '#contract/site/accent.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './admin.module.css'

const PRODUCT_COLOR = '#d4361c'

interface AccentFieldProps {
  value: string
  error?: string | undefined
  onChange: (value: string) => void
}

/** Accent color field: a picker or `#rrggbb`, with a preview in both themes. */
export function AccentField({ value, error, onChange }: AccentFieldProps) {
  const { t } = useTranslation()
  const isColor = ACCENT_COLOR.test(value)
  const isLight = isColor && !carriesWhiteText(value)
  const shown = isColor && !isLight ? value : PRODUCT_COLOR
  return (
    <div className={styles.accent}>
      <input
        type="color"
        className={styles.swatch}
        aria-label={t('admin.settings.pickColor')}
        value={isColor ? value : PRODUCT_COLOR}
        onChange={(event) => onChange(event.target.value)}
      />
      <TextField
        label={t('admin.settings.accentColor')}
        hint={t('admin.settings.accentHint')}
        error={isLight ? t('lowContrast') : error}
        placeholder={PRODUCT_COLOR}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <div className={styles.samples} aria-hidden="true">
        {(['light', 'dark'] as const).map((theme) => (
          <span key={theme} className={styles.sample} data-theme-sample={theme} style={accentTokens(shown)[theme]}>
            <b>{t('admin.settings.sample')}</b>
            <i>{t('admin.settings.sample')}</i>
          </span>
        ))}
      </div>
      {value && (
        <Button variant="ghost" size="sm" onClick={() => onChange('')}>
          {t('admin.settings.productColor')}
        </Button>
      )}
    </div>
  )
}
