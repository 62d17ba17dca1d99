import { useState } from 'react'
import { CAPTIONS_MAX } from '#contract/limits.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { WHOLE_FRAME } from '../empty-document.ts'
import type { Tool } from '../stage/stage-brush.ts'
import { BAR_HEIGHT, canAddBar, newCaption, type StudioAction, type StudioState } from '../studio-state.ts'
import styles from './layer-panel.module.css'
import { StickerPicker } from './sticker-picker.tsx'

const CROPPED_MAX = 0.45
const SIDES = ['left', 'right', 'top', 'bottom'] as const
type Side = (typeof SIDES)[number]
const CROP_KEYS = {
  left: 'studio.crop.left',
  right: 'studio.crop.right',
  top: 'studio.crop.top',
  bottom: 'studio.crop.bottom',
} as const satisfies Record<Side, string>

interface PictureToolsProps {
  state: StudioState
  tool: Tool
  onTool: (tool: Tool) => void
  dispatch: (action: StudioAction) => void
}

/** Controls that change the picture itself: pen, blur brush, stickers, a bar on top, and the crop. */
export function PictureTools({ state, tool, onTool, dispatch }: PictureToolsProps) {
  const { t } = useTranslation()
  const [brush, setBrush] = useState({ color: '#d42b2b', size: 0.02 })
  const choose = (kind: Tool['kind'], next = brush) => onTool(kind === 'select' ? { kind } : { kind, ...next })
  const change = (part: Partial<typeof brush>) => {
    const next = { ...brush, ...part }
    setBrush(next)
    choose(tool.kind, next)
  }
  const addBar = () => {
    const { frame } = state
    const inset = 0.03 * frame.width
    const bar = { x: frame.x + inset, y: frame.y - BAR_HEIGHT * 0.92, width: frame.width - 2 * inset }
    const looks = {
      font: 'be-vietnam-pro',
      color: '#000000',
      outlineWidth: 0,
      uppercase: false,
      align: 'left',
    } as const
    const caption = newCaption(crypto.randomUUID(), { ...bar, height: BAR_HEIGHT * 0.84 }, looks)
    dispatch({ type: 'addBar', caption })
  }
  return (
    <div className={styles.fields}>
      <Segmented
        label={t('studio.tool.label')}
        showLabel
        options={[
          { value: 'select', label: t('studio.tool.select') },
          { value: 'pen', label: t('studio.tool.pen') },
          { value: 'blur', label: t('studio.tool.blur') },
        ]}
        value={tool.kind}
        onChange={(kind) => choose(kind)}
      />
      {tool.kind !== 'select' && (
        <div className={styles.row}>
          {tool.kind === 'pen' && (
            <label className={styles.inline}>
              <input type="color" value={brush.color} onChange={(event) => change({ color: event.target.value })} />
              {t('studio.brushColor')}
            </label>
          )}
          <label className={styles.slider}>
            {t('studio.brushSize')}
            <input
              type="range"
              min={0.005}
              max={0.15}
              step={0.005}
              value={brush.size}
              onChange={(event) => change({ size: Number(event.target.value) })}
            />
          </label>
        </div>
      )}
      <div className={styles.row}>
        {state.marks.length > 0 && (
          <Button variant="secondary" size="sm" onClick={() => dispatch({ type: 'clearMarks' })}>
            {t('studio.clearMarks')}
          </Button>
        )}
        <Button
          variant="secondary"
          size="sm"
          disabled={!canAddBar(state.frame) || state.layers.length >= CAPTIONS_MAX}
          onClick={addBar}
        >
          {t('studio.addBar')}
        </Button>
        <StickerPicker
          disabled={state.layers.length >= CAPTIONS_MAX}
          onSticker={(layer) => dispatch({ type: 'add', layer })}
        />
      </div>
      <details>
        <summary className={styles.summary}>{t('studio.crop.label')}</summary>
        <Crop state={state} dispatch={dispatch} />
      </details>
    </div>
  )
}

function Crop({ state: { frame }, dispatch }: Pick<PictureToolsProps, 'state' | 'dispatch'>) {
  const { t } = useTranslation()
  const barHeight = Math.max(0, -frame.y)
  const cut: Record<Side, number> = {
    left: frame.x,
    right: 1 - frame.x - frame.width,
    top: Math.max(0, frame.y),
    bottom: 1 - frame.y - frame.height,
  }
  const change = (side: Side, value: number) => {
    const next = { ...cut, [side]: value }
    const y = barHeight > 0 ? -barHeight : next.top
    const box = { x: next.left, y, width: 1 - next.left - next.right, height: 1 - y - next.bottom }
    dispatch({ type: 'frame', frame: box })
  }
  return (
    <div className={styles.fields}>
      {SIDES.map((side) => (
        <label key={side} className={styles.slider}>
          {t(CROP_KEYS[side])}
          <input
            type="range"
            min={0}
            max={CROPPED_MAX}
            step={0.01}
            value={cut[side]}
            // The bar is on the top edge.
            disabled={side === 'top' && barHeight > 0}
            onChange={(event) => change(side, Number(event.target.value))}
            onPointerUp={() => dispatch({ type: 'finish' })}
          />
        </label>
      ))}
      <Button variant="secondary" size="sm" onClick={() => dispatch({ type: 'frame', frame: WHOLE_FRAME })}>
        {t('studio.crop.whole')}
      </Button>
    </div>
  )
}
