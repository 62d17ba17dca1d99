import { ArrowDown, ArrowUp, Copy, Plus, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { missingCharacters } from '#contract/caption-layout.ts'
import { CAPTION_FONTS, type Caption, type CaptionFont } from '#contract/captions.ts'
import { CAPTION_TEXT_MAX_CHARS, CAPTIONS_MAX } from '#contract/limits.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import styles from './caption-panel.module.css'
import type { Fonts } from './draw-studio.ts'
import { newCaption, type StudioAction, type StudioCaption, type StudioState } from './studio-state.ts'

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
const NEW_BOX = { x: 0.1, y: 0.4, width: 0.8, height: 0.2 }

interface CaptionPanelProps {
  state: StudioState
  fonts: Fonts
  suggestions: readonly string[]
  dispatch: (action: StudioAction) => void
}

/** The list of captions and everything about the selected one. */
export function CaptionPanel({ state, fonts, suggestions, dispatch }: CaptionPanelProps) {
  const { t } = useTranslation()
  const caption = state.captions.find(({ id }) => id === state.selected)
  return (
    <div className={styles.panel}>
      <ol className={styles.layers} aria-label={t('studio.captions')}>
        {state.captions.map((one, index) => (
          <li key={one.id}>
            <button
              type="button"
              className={styles.layer}
              aria-pressed={one.id === state.selected}
              onClick={() => dispatch({ type: 'select', id: one.id })}
            >
              {one.text.trim() || t('studio.captionNumber', { number: index + 1 })}
            </button>
          </li>
        ))}
      </ol>
      <Button
        variant="secondary"
        size="sm"
        icon={<Plus size={18} />}
        disabled={state.captions.length >= CAPTIONS_MAX}
        onClick={() => dispatch({ type: 'add', caption: newCaption(crypto.randomUUID(), NEW_BOX) })}
      >
        {t('studio.add')}
      </Button>
      {caption && (
        <CaptionFields
          key={caption.id}
          caption={caption}
          fonts={fonts}
          suggestion={suggestions[0]}
          dispatch={dispatch}
        />
      )}
    </div>
  )
}

interface CaptionFieldsProps {
  caption: StudioCaption
  fonts: Fonts
  suggestion: string | undefined
  dispatch: (action: StudioAction) => void
}

function CaptionFields({ caption, fonts, suggestion, dispatch }: CaptionFieldsProps) {
  const { t } = useTranslation()
  const { id } = caption
  const change = (part: Partial<Caption>, kind: string) => dispatch({ type: 'change', id, change: part, kind })
  const missing = missingCharacters(caption, fonts.get(caption.font) ?? [])
  const isFontLoaded = fonts.has(caption.font)
  return (
    <div className={styles.fields}>
      <TextArea
        label={t('studio.text')}
        value={caption.text}
        rows={2}
        maxChars={CAPTION_TEXT_MAX_CHARS}
        placeholder={suggestion}
        error={
          isFontLoaded && missing.length > 0
            ? t('studio.missingCharacters', { characters: missing.slice(0, 5).join(' ') })
            : undefined
        }
        onChange={(event) => change({ text: event.target.value.slice(0, CAPTION_TEXT_MAX_CHARS) }, 'text')}
      />
      <div className={styles.tools}>
        <IconButton
          label={t('studio.forward')}
          icon={<ArrowUp size={20} />}
          onClick={() => dispatch({ type: 'move', id, by: 1 })}
        />
        <IconButton
          label={t('studio.backward')}
          icon={<ArrowDown size={20} />}
          onClick={() => dispatch({ type: 'move', id, by: -1 })}
        />
        <IconButton
          label={t('studio.duplicate')}
          icon={<Copy size={20} />}
          onClick={() => dispatch({ type: 'duplicate', id, newId: crypto.randomUUID() })}
        />
        <IconButton
          label={t('studio.remove')}
          icon={<Trash2 size={20} />}
          onClick={() => dispatch({ type: 'remove', id })}
        />
      </div>
      <Select
        label={t('studio.font')}
        options={CAPTION_FONTS.map((value) => ({ value, label: FONT_NAMES[value] }))}
        value={caption.font}
        onChange={(font) => change({ font }, 'font')}
      />
      <Segmented
        label={t('studio.align.label')}
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
      <label className={styles.slider}>
        {t('studio.outlineWidth')}
        <input
          type="range"
          min={0}
          max={0.4}
          step={0.02}
          value={caption.outlineWidth}
          onChange={(event) => change({ outlineWidth: Number(event.target.value) }, 'outline width')}
        />
      </label>
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
      <label className={styles.slider}>
        {t('studio.rotation')}
        <input
          type="range"
          min={-180}
          max={180}
          step={1}
          value={caption.rotation}
          onChange={(event) => change({ rotation: Number(event.target.value) }, 'turn')}
        />
      </label>
    </div>
  )
}

const DEFAULT_SIZE = 0.1
