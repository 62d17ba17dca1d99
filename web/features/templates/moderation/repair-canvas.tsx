import { type CSSProperties, type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { REPAIR_POINTS_MAX } from '#contract/limits.ts'
import type { Repair } from '#contract/templates/template-picture.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import styles from './repair-picture.module.css'
import { type Pixels, showPixels } from './repair-pixels.ts'

type Point = Repair['points'][number]

interface RepairCanvasProps {
  pixels: Pixels
  /** The number of repairs in the pixels, which change in place. */
  version: number
  size: number
  disabled: boolean
  onStroke: (points: Point[]) => void
}

const MIDDLE: Point = { x: 0.5, y: 0.5 }
const STEPS: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
/** Distance of two points, and of a step by key, in brush sizes. */
const POINTS_APART = 0.2
const KEY_STEP = 0.5

/** The picture with a brush, moved by pointer or by arrow keys; Space and Enter paint a dot. */
export function RepairCanvas({ pixels, version, size, disabled, onStroke }: RepairCanvasProps) {
  const { t } = useTranslation()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [points, setPoints] = useState<readonly Point[]>([])
  const [cursor, setCursor] = useState(MIDDLE)
  const ratio = pixels.height / pixels.width

  // biome-ignore lint/correctness/useExhaustiveDependencies: the pixels change in place with the version
  useEffect(() => {
    if (canvas.current) showPixels(canvas.current, pixels)
  }, [pixels, version])

  const pointOf = (event: PointerEvent): Point => {
    const box = event.currentTarget.getBoundingClientRect()
    return {
      x: limited((event.clientX - box.left) / box.width),
      y: limited((event.clientY - box.top) / box.height),
    }
  }
  const press = (event: PointerEvent) => {
    if (disabled || !event.isPrimary || event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setPoints([pointOf(event)])
  }
  const move = (event: PointerEvent) => {
    const point = pointOf(event)
    const last = points.at(-1)
    setCursor(point)
    if (!last || points.length >= REPAIR_POINTS_MAX) return
    if (Math.hypot(point.x - last.x, (point.y - last.y) * ratio) >= size * POINTS_APART) setPoints([...points, point])
  }
  const end = () => {
    if (points.length > 0) onStroke([...points])
    setPoints([])
  }
  const onKey = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    const isPaint = event.key === ' ' || event.key === 'Enter'
    if (!step && !isPaint) return
    event.preventDefault()
    if (isPaint && !disabled) onStroke([cursor])
    if (!step) return
    const by = size * KEY_STEP
    setCursor({ x: limited(cursor.x + step[0] * by), y: limited(cursor.y + (step[1] * by) / ratio) })
  }
  return (
    <div
      role="application"
      aria-label={t('templates.repair.canvas')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it has keys of its own
      tabIndex={0}
      className={styles.canvas}
      style={{ aspectRatio: `${pixels.width} / ${pixels.height}`, '--ratio': 1 / ratio } as CSSProperties}
      onPointerDown={press}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={() => setPoints([])}
      onKeyDown={onKey}
    >
      <canvas ref={canvas} />
      <svg viewBox={`0 0 1 ${ratio}`} aria-hidden="true">
        {points.length > 0 && (
          <polyline
            className={styles.stroke}
            strokeWidth={size}
            points={[...points, points.at(-1) ?? MIDDLE].map(({ x, y }) => `${x},${y * ratio}`).join(' ')}
          />
        )}
        <circle className={styles.cursor} cx={cursor.x} cy={cursor.y * ratio} r={size / 2} />
        <circle className={styles.cursorInner} cx={cursor.x} cy={cursor.y * ratio} r={size / 2} />
      </svg>
    </div>
  )
}

const limited = (value: number) => Math.max(0, Math.min(1, Math.round(value * 1e4) / 1e4))
