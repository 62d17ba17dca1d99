import { CAPTION_TEXT_MAX_CHARS } from '#contract/limits.ts'
import { missingCharacters } from '#contract/templates/caption-layout.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { TextArea } from '../../../ui/text-area.tsx'
import type { StudioAssets } from '../stage/draw-studio.ts'
import { type StudioAction, type StudioCaption, textChange } from '../studio-state.ts'

interface CaptionTextProps {
  caption: StudioCaption
  label: string
  isSelected: boolean
  assets: StudioAssets
  suggestion: string | undefined
  dispatch: (action: StudioAction) => void
}

/** Edits the text of a caption, and selects the caption when focused. */
export function CaptionText({ caption, label, isSelected, assets, suggestion, dispatch }: CaptionTextProps) {
  const { t } = useTranslation()
  const { id, text, font } = caption
  const files = assets.fonts.get(font)
  const missing = files ? missingCharacters(caption, files, (code) => assets.emoji.get(code) !== null) : []
  return (
    <TextArea
      label={label}
      value={text}
      rows={isSelected ? 2 : 1}
      maxChars={CAPTION_TEXT_MAX_CHARS}
      placeholder={suggestion}
      error={
        missing.length > 0 ? t('studio.missingCharacters', { characters: missing.slice(0, 5).join(' ') }) : undefined
      }
      onFocus={() => dispatch({ type: 'select', id })}
      onChange={({ target }) => dispatch(textChange(id, target.value))}
    />
  )
}
