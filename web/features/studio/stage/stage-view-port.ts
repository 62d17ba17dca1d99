import type Konva from 'konva'
import type { Size } from '#contract/templates/caption-layout.ts'
import type { Frame } from '../studio-state.ts'

/** Maps picture pixels to CSS pixels of the stage. */
export interface Projection {
  scale: number
  x: number
  y: number
}

export interface View {
  setFrame(frame: Frame, size: Size): void
  resize(room: Size): void
  zoomTo(zoom: number): void
  setPanning(isOn: boolean): void
}

export const ZOOM_MAX = 6
/** Minimum scale in CSS pixels per picture pixel, for any container size. */
const SCALE_MIN = 0.01

/** Returns the largest size that fits the room and has the same aspect ratio. */
export function fitted(size: Size, room: Size): Size {
  const scale = fittingScale(size, room)
  return { width: size.width * scale, height: size.height * scale }
}

const fittingScale = (size: Size, room: Size) =>
  Math.max(SCALE_MIN, Math.min(room.width / size.width, room.height / size.height))

/**
 * Fits the visible crop into its container, zooms with the wheel and two fingers, and pans by dragging the picture.
 * @param letGo ends the drag of the first finger when a second one touches
 * @param onView called when the picture moves or changes its size on the screen
 * @param onZoom if missing, neither wheel nor fingers zoom
 */
export function createView(
  stage: Konva.Stage,
  background: Konva.Shape,
  picture: ImageBitmap,
  firstRoom: Size,
  letGo: () => void,
  onView: (projection: Projection) => void,
  onZoom?: (zoom: number) => void,
): View {
  let room = firstRoom
  let frame: Frame = { x: 0, y: 0, width: 1, height: 1 }
  let size: Size = picture
  let zoom = 1
  /** Center of the visible area, in fractions of the frame. */
  let middle = { x: 0.5, y: 0.5 }
  let isPanning = true
  let pinch: { distance: number; zoom: number } | undefined
  let last: { x: number; y: number } | undefined

  function apply(): void {
    stage.size(fitted(size, room))
    const half = 0.5 / zoom
    const within = (value: number) => Math.max(half, Math.min(1 - half, value))
    middle = { x: within(middle.x), y: within(middle.y) }
    const scale = fittingScale(size, room) * zoom
    stage.scale({ x: scale, y: scale })
    const x = stage.width() / 2 - (frame.x * picture.width + middle.x * size.width) * scale
    const y = stage.height() / 2 - (frame.y * picture.height + middle.y * size.height) * scale
    stage.position({ x, y })
    onView({ scale, x, y })
    stage.batchDraw()
  }

  function zoomTo(next: number): void {
    zoom = Math.max(1, Math.min(ZOOM_MAX, next))
    apply()
  }

  function zoomByHand(next: number): void {
    zoomTo(next)
    onZoom?.(zoom)
  }

  function panBy(x: number, y: number): void {
    middle = { x: middle.x - x / (stage.width() * zoom), y: middle.y - y / (stage.height() * zoom) }
    apply()
  }

  stage.on('wheel', ({ evt }) => {
    // Without a modifier key, the wheel scrolls the page as usual.
    if (!onZoom || !(evt.ctrlKey || evt.metaKey)) return
    evt.preventDefault()
    zoomByHand(zoom * (evt.deltaY < 0 ? 1.15 : 1 / 1.15))
  })
  background.on('pointerdown', () => {
    last = isPanning && zoom > 1 ? (stage.getPointerPosition() ?? undefined) : undefined
  })
  stage.on('pointermove', () => {
    const at = stage.getPointerPosition()
    if (!last || !at || pinch) return
    panBy(at.x - last.x, at.y - last.y)
    last = { ...at }
  })
  stage.on('pointerup pointercancel mouseleave', () => {
    last = undefined
  })
  // Konva fires no touch events while it drags, so listen to the DOM.
  stage.content.addEventListener('touchmove', (event) => {
    const [one, other] = event.touches
    if (!onZoom || !one || !other) return
    event.preventDefault()
    if (!pinch) letGo()
    const distance = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY)
    pinch ??= { distance, zoom }
    zoomByHand((pinch.zoom * distance) / Math.max(1, pinch.distance))
  })
  for (const end of ['touchend', 'touchcancel'] as const)
    stage.content.addEventListener(end, ({ touches }) => {
      if (touches.length < 2) pinch = undefined
    })

  return {
    setFrame(next, nextSize) {
      if (next === frame && nextSize.width === size.width && nextSize.height === size.height) return
      frame = next
      size = nextSize
      apply()
    },
    resize(next) {
      room = next
      apply()
    },
    zoomTo,
    setPanning(isOn) {
      isPanning = isOn
    },
  }
}
