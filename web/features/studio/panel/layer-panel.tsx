import { Plus } from 'lucide-react'
import { CAPTIONS_MAX } from '#contract/limits.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import type { StudioAssets } from '../stage/draw-studio.ts'
import { isCaption, newCaption, type StudioAction, type StudioState } from '../studio-state.ts'
import { CaptionStyle } from './caption-style.tsx'
import { CaptionText } from './caption-text.tsx'
import styles from './layer-panel.module.css'
import { LayerTools } from './layer-tools.tsx'

const NEW_BOX = { x: 0.1, y: 0.4, width: 0.8, height: 0.2 }

interface LayerPanelProps {
  state: StudioState
  assets: StudioAssets
  /** Returns the text that the template's most liked meme has at a caption's place. */
  suggestionFor: (id: string) => string | undefined
  dispatch: (action: StudioAction) => void
}

/** The texts of all captions and the names of all stickers, with all controls of the selected one. */
export function LayerPanel({ state, assets, suggestionFor, dispatch }: LayerPanelProps) {
  const { t } = useTranslation()
  const layer = state.layers.find(({ id }) => id === state.selected)
  return (
    <div className={styles.panel}>
      <ol className={styles.layers} aria-label={t('studio.layers')}>
        {state.layers.map((one, index) => (
          <li key={one.id} aria-current={one.id === state.selected || undefined}>
            {isCaption(one) ? (
              <CaptionText
                caption={one}
                label={t('studio.captionNumber', { number: index + 1 })}
                isSelected={one.id === state.selected}
                assets={assets}
                suggestion={suggestionFor(one.id)}
                dispatch={dispatch}
              />
            ) : (
              <button
                type="button"
                className={styles.layer}
                aria-pressed={one.id === state.selected}
                onClick={() => dispatch({ type: 'select', id: one.id })}
              >
                {t('studio.stickerNamed', { name: one.name })}
              </button>
            )}
          </li>
        ))}
      </ol>
      <Button
        variant="secondary"
        size="sm"
        icon={<Plus size={18} />}
        disabled={state.layers.length >= CAPTIONS_MAX}
        onClick={() => dispatch({ type: 'add', layer: newCaption(crypto.randomUUID(), NEW_BOX) })}
      >
        {t('studio.add')}
      </Button>
      {layer && isCaption(layer) && <CaptionStyle key={layer.id} caption={layer} dispatch={dispatch} />}
      {layer && <LayerTools layer={layer} dispatch={dispatch} />}
    </div>
  )
}
