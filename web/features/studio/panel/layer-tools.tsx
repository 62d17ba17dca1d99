import {
  AlignCenterHorizontal,
  AlignCenterVertical,
  AlignEndHorizontal,
  AlignEndVertical,
  AlignStartHorizontal,
  AlignStartVertical,
  ArrowDown,
  ArrowUp,
  Copy,
  Trash2,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import looks from '../../../ui/looks.module.css'
import { ALIGNMENTS, type Alignment, type StudioAction, type StudioLayer } from '../studio-state.ts'
import styles from './layer-panel.module.css'

const ALIGNMENT: Record<Alignment, { icon: ReactNode; key: `studio.place.${Alignment}` }> = {
  left: { icon: <AlignStartVertical size={20} />, key: 'studio.place.left' },
  center: { icon: <AlignCenterVertical size={20} />, key: 'studio.place.center' },
  right: { icon: <AlignEndVertical size={20} />, key: 'studio.place.right' },
  top: { icon: <AlignStartHorizontal size={20} />, key: 'studio.place.top' },
  middle: { icon: <AlignCenterHorizontal size={20} />, key: 'studio.place.middle' },
  bottom: { icon: <AlignEndHorizontal size={20} />, key: 'studio.place.bottom' },
}

interface LayerToolsProps {
  layer: StudioLayer
  dispatch: (action: StudioAction) => void
}

/** Reorders, duplicates, deletes, rotates and aligns a layer. */
export function LayerTools({ layer, dispatch }: LayerToolsProps) {
  const { t } = useTranslation()
  const { id } = layer
  return (
    <>
      <fieldset className={styles.tools}>
        <legend className={looks.label}>{t('studio.arrange')}</legend>
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
      </fieldset>
      <fieldset className={styles.tools}>
        <legend className={looks.label}>{t('studio.place.label')}</legend>
        {ALIGNMENTS.map((to) => (
          <IconButton
            key={to}
            label={t(ALIGNMENT[to].key)}
            icon={ALIGNMENT[to].icon}
            onClick={() => dispatch({ type: 'align', id, to })}
          />
        ))}
      </fieldset>
      <label className={styles.slider}>
        {t('studio.rotation')}
        <input
          type="range"
          min={-180}
          max={180}
          step={1}
          value={layer.rotation}
          onChange={(event) =>
            dispatch({ type: 'change', id, change: { rotation: Number(event.target.value) }, kind: 'turn' })
          }
        />
      </label>
    </>
  )
}
