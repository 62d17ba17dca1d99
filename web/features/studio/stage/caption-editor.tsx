import { useLayoutEffect, useRef } from 'react'
import type { Size } from '#contract/templates/caption-layout.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { hasFinePointer } from '../../../lib/pointer.ts'
import { familiesOf } from '../studio-fonts.ts'
import { type StudioAction, type StudioCaption, textChange } from '../studio-state.ts'
import styles from './caption-editor.module.css'
import { measureCaption, type StudioAssets } from './draw-studio.ts'
import type { Projection } from './stage-view-port.ts'

interface CaptionEditorProps {
  caption: StudioCaption
  /** Counts captions and stickers from 1. */
  number: number
  suggestion: string | undefined
  picture: Size
  projection: Projection
  assets: StudioAssets
  dispatch: (action: StudioAction) => void
  /** Called when the field loses the focus, or on Escape. */
  onEnd: (how: 'blur' | 'escape') => void
}

/** A field over a caption on the picture. The picture draws the text below it; the field shows only the cursor and the selection. */
export function CaptionEditor(props: CaptionEditorProps) {
  const { caption, number, suggestion, picture, projection, assets, dispatch, onEnd } = props
  const { t } = useTranslation()
  const field = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    field.current?.focus({ preventScroll: hasFinePointer() })
    field.current?.select()
  }, [])
  const placeholder = suggestion ?? t('studio.typeHere')
  const { size, top } = measureCaption({ ...caption, text: caption.text.trim() || placeholder }, picture, assets)
  const { scale, x, y } = projection
  return (
    <textarea
      ref={field}
      className={styles.editor}
      aria-label={t('studio.onPicture', { number })}
      placeholder={placeholder}
      spellCheck={false}
      value={caption.text}
      onChange={({ target }) => dispatch(textChange(caption.id, target.value))}
      onKeyDown={(event) => {
        // Other keys would move the layer.
        if (!(event.ctrlKey || event.metaKey)) event.stopPropagation()
        if (event.key === 'Escape') onEnd('escape')
      }}
      onBlur={() => onEnd('blur')}
      style={{
        left: x + caption.x * picture.width * scale,
        top: y + caption.y * picture.height * scale,
        width: caption.width * picture.width * scale,
        height: caption.height * picture.height * scale,
        paddingTop: Math.max(0, top) * scale,
        rotate: `${caption.rotation}deg`,
        fontFamily: familiesOf(caption.font),
        fontSize: size * scale,
        lineHeight: caption.lineHeight,
        textAlign: caption.align,
        textTransform: caption.uppercase ? 'uppercase' : 'none',
        caretColor: caption.color,
      }}
    />
  )
}
