import Konva from 'konva'
import { MARK_POINTS_MAX, type StudioMark } from '../studio-state.ts'

export type Tool = { kind: 'select' } | { kind: 'pen' | 'blur'; color: string; size: number }

export interface Brush {
  setTool(tool: Tool): void
  isOn(): boolean
  moveToTop(): void
}

const BLUR_PREVIEW = 'rgb(120 120 120 / 0.6)'

/** Draws strokes on the stage with mouse, pen or finger. Reports each stroke when it ends. */
export function createBrush(
  stage: Konva.Stage,
  layer: Konva.Layer,
  picture: ImageBitmap,
  onMark: (mark: StudioMark) => void,
): Brush {
  let tool: Tool = { kind: 'select' }
  let points: number[] = []
  const line: Konva.Line = new Konva.Line({ lineCap: 'round', lineJoin: 'round', listening: false })
  line.hide()
  layer.add(line)

  const add = () => {
    const at = stage.getRelativePointerPosition()
    if (!at || points.length >= MARK_POINTS_MAX) return
    points.push(round(at.x / picture.width), round(at.y / picture.height))
    line.points(points.map((value, index) => value * (index % 2 === 0 ? picture.width : picture.height)))
    layer.batchDraw()
  }
  const end = () => {
    if (tool.kind !== 'select' && points.length > 0) {
      onMark({ kind: tool.kind, color: tool.color, size: tool.size, points })
    }
    points = []
    line.hide()
  }
  stage.on('pointerdown', () => {
    if (tool.kind === 'select') return
    line.setAttrs({
      stroke: tool.kind === 'pen' ? tool.color : BLUR_PREVIEW,
      strokeWidth: tool.size * picture.width,
    })
    line.show()
    add()
    // A press without a move draws a dot.
    add()
  })
  stage.on('pointermove', () => {
    if (points.length > 0) add()
  })
  stage.on('touchstart', ({ evt }) => {
    // Two fingers zoom instead.
    if (evt.touches.length < 2) return
    points = []
    line.hide()
  })
  stage.on('pointerup pointercancel', end)
  stage.on('pointerleave mouseleave', end)
  return {
    setTool(next) {
      end()
      tool = next
    },
    isOn: () => tool.kind !== 'select',
    moveToTop: () => line.moveToTop(),
  }
}

const round = (value: number) => Math.round(value * 1e4) / 1e4
