import { CAPTION_FONTS, type Caption, type CaptionFont } from '#contract/templates/captions.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { Select } from '../../../ui/select.tsx'
import type { StudioAction, StudioCaption } from '../studio-state.ts'
import styles from './layer-panel.module.css'

const FONT_NAMES: Record<CaptionFont, string> = {
  anton: 'Anton',
  bangers: 'Bangers',
  'be-vietnam-pro': 'Be Vietnam Pro',
  'patrick-hand': 'Patrick Hand',
}
const ALIGN_KEYS = {
  left: 'studio.align.left',
  center: 'studio.align.center',
  right: 'studio.align.right',
} as const
const DEFAULT_SIZE = 0.1

/** The property and range of each slider. */
const SLIDERS = [
  { field: 'outlineWidth', label: 'studio.outlineWidth', min: 0, max: 0.4, step: 0.02 },
  { field: 'shadow', label: 'studio.shadow', min: 0, max: 0.3, step: 0.02 },
  { field: 'lineHeight', label: 'studio.lineHeight', min: 0.8, max: 2, step: 0.02 },
] as const

interface CaptionStyleProps {
  caption: StudioCaption
  dispatch: (action: StudioAction) => void
}

/** Edits the font, colors and size of a caption. */
export function CaptionStyle({ caption, dispatch }: CaptionStyleProps) {
  const { t } = useTranslation()
  const change = (part: Partial<Caption>, kind: string) =>
    dispatch({ type: 'change', id: caption.id, change: part, kind })
  return (
    <div className={styles.fields}>
      <Select
        label={t('studio.font')}
        stacked
        options={CAPTION_FONTS.map((value) => ({ value, label: FONT_NAMES[value] }))}
        value={caption.font}
        onChange={(font) => change({ font }, 'font')}
      />
      <Segmented
        label={t('studio.align.label')}
        showLabel
        options={(['left', 'center', 'right'] as const).map((value) => ({ value, label: t(ALIGN_KEYS[value]) }))}
        value={caption.align}
        onChange={(align) => change({ align }, 'align')}
      />
      <div className={styles.row}>
        <label className={styles.inline}>
          <input
            type="color"
            value={caption.color}
            onChange={(event) => change({ color: event.target.value }, 'color')}
          />
          {t('studio.color')}
        </label>
        <label className={styles.inline}>
          <input
            type="color"
            value={caption.outlineColor}
            onChange={(event) => change({ outlineColor: event.target.value }, 'outline')}
          />
          {t('studio.outline')}
        </label>
        <label className={styles.inline}>
          <input
            type="checkbox"
            checked={caption.uppercase}
            onChange={(event) => change({ uppercase: event.target.checked }, 'uppercase')}
          />
          {t('studio.uppercase')}
        </label>
      </div>
      {SLIDERS.map(({ field, label, ...range }) => (
        <label key={field} className={styles.slider}>
          {t(label)}
          <input
            type="range"
            {...range}
            value={caption[field]}
            onChange={(event) => change({ [field]: Number(event.target.value) }, field)}
          />
        </label>
      ))}
      <label className={styles.inline}>
        <input
          type="checkbox"
          checked={caption.size === undefined}
          onChange={(event) => change({ size: event.target.checked ? undefined : DEFAULT_SIZE }, 'size')}
        />
        {t('studio.autoSize')}
      </label>
      {caption.size !== undefined && (
        <label className={styles.slider}>
          {t('studio.size')}
          <input
            type="range"
            min={0.02}
            max={0.5}
            step={0.005}
            value={caption.size}
            onChange={(event) => change({ size: Number(event.target.value) }, 'size')}
          />
        </label>
      )}
    </div>
  )
}
