import Konva from 'konva'
import type { Size } from '#contract/templates/caption-layout.ts'
import type { Caption } from '#contract/templates/captions.ts'
import { allowEmptyMarkup } from '../../../lib/trusted-types.ts'
import { isCaption, type StudioDocument, type StudioLayer, type StudioMark } from '../studio-state.ts'
import { frameSize, paintCaption, paintMarks, paintSticker, type StudioAssets } from './draw-studio.ts'
import { handlesFor, ROTATION_OFFSET_PX } from './handles.ts'
import { createBrush, type Tool } from './stage-brush.ts'
import { createView, fitted, type Projection } from './stage-view-port.ts'

export type StagePlace = Pick<Caption, 'x' | 'y' | 'width' | 'height' | 'rotation'>

interface StageHandlers {
  onSelect(id: string | null): void
  /** Called after a click on a layer. */
  onEdit(id: string): void
  onPlace(id: string, place: StagePlace, kind: 'drag' | 'transform'): void
  onFinish(): void
  onMark(mark: StudioMark): void
  /** Called when the picture moves or changes its size on the screen. */
  onView(projection: Projection): void
  /** Called after zooming by wheel or two fingers; 1 fits the container. */
  onZoom(zoom: number): void
}

export interface Shown extends StudioDocument {
  selected: string | null
  assets: StudioAssets
}

export interface StudioStage {
  show(shown: Shown): void
  setTool(tool: Tool): void
  /** Fits the visible crop into a container; sizes are in CSS pixels. */
  resize(room: Size): void
  /** Zooms around the center of the visible area; 1 fits the container. */
  zoomTo(zoom: number): void
  destroy(): void
}

/** Layer edges and centers this close to those of the crop snap to them, in CSS pixels. */
const SNAP_PX = 8
const SMALLEST_PX = 24
/** Maximum pixels of the bitmap used during a drag. Larger layers are redrawn on each frame. */
const MOVED_PIXELS_MAX = 8_000_000
const ANCHOR_PX = matchMedia('(pointer: coarse)').matches ? 20 : 12
const FOCUS_COLOR = '#1748c9'
const ROTATION_STEPS = [0, 45, 90, 135, 180, 225, 270, 315]

/**
 * Creates a picture with layers that the user can drag, resize and rotate by mouse and touch.
 * @param room initial container size in CSS pixels: every later resize allocates new canvases
 * @param isMoving the picture is an animation shown below the stage, which does not draw it
 */
export function createStudioStage(
  container: HTMLDivElement,
  picture: ImageBitmap,
  room: Size,
  handlers: StageHandlers,
  { isMoving = false } = {},
): StudioStage {
  // Konva empties its container with this method.
  allowEmptyMarkup()
  const stage = new Konva.Stage({ container, ...fitted(picture, room) })
  // The picture has its own canvas, so that a drag only redraws the layers.
  const backdrop = new Konva.Layer()
  const layer = new Konva.Layer()
  let shown: Shown | undefined
  const background = new Konva.Shape({
    sceneFunc(context) {
      const raw = rawOf(context)
      if (!shown || isMoving) return
      const { frame } = shown
      raw.fillStyle = '#fff'
      raw.fillRect(
        frame.x * picture.width,
        frame.y * picture.height,
        frame.width * picture.width,
        frame.height * picture.height,
      )
      raw.drawImage(picture, 0, 0)
      paintMarks(raw, shown.marks, picture)
    },
    hitFunc(context, shape) {
      const { frame } = shown ?? { frame: { x: 0, y: 0, width: 1, height: 1 } }
      context.beginPath()
      context.rect(
        frame.x * picture.width,
        frame.y * picture.height,
        frame.width * picture.width,
        frame.height * picture.height,
      )
      context.closePath()
      context.fillStrokeShape(shape)
    },
    fill: 'black',
  })
  const transformer = new Konva.Transformer({
    anchorSize: ANCHOR_PX,
    anchorStroke: FOCUS_COLOR,
    borderStroke: FOCUS_COLOR,
    keepRatio: false,
    rotateAnchorOffset: ROTATION_OFFSET_PX,
    rotationSnaps: ROTATION_STEPS,
    rotationSnapTolerance: 4,
    boundBoxFunc: (before, after) => (Math.min(after.width, after.height) < SMALLEST_PX ? before : after),
  })
  stage.add(backdrop, layer)
  backdrop.add(background)
  layer.add(transformer)
  const letGo = () => {
    for (const node of nodes.values()) node.stopDrag()
    if (transformer.isTransforming()) transformer.stopTransform()
  }
  const view = createView(
    stage,
    background,
    picture,
    room,
    letGo,
    (projection) => {
      placeHandles()
      handlers.onView(projection)
    },
    isMoving ? undefined : handlers.onZoom,
  )
  const brush = createBrush(stage, layer, picture, handlers.onMark)
  background.on('pointerdown', () => {
    if (!brush.isOn()) handlers.onSelect(null)
  })
  const nodes = new Map<string, Konva.Shape>()
  const layers = new Map<string, StudioLayer>()

  const placeOf = (node: Konva.Shape): StagePlace => ({
    x: (node.x() - node.width() / 2) / picture.width,
    y: (node.y() - node.height() / 2) / picture.height,
    width: node.width() / picture.width,
    height: node.height() / picture.height,
    rotation: Math.round(node.rotation() * 10) / 10,
  })

  function createNode(id: string): Konva.Shape {
    const node: Konva.Shape = new Konva.Shape({
      draggable: true,
      sceneFunc(context, shape) {
        const one = layers.get(id)
        if (!one || !shown) return
        const raw = rawOf(context)
        const place = placeOf(shape)
        raw.save()
        raw.translate(-place.x * picture.width, -place.y * picture.height)
        if (isCaption(one)) paintCaption(raw, { ...one, ...place }, picture, shown.assets, { rotate: false })
        else paintSticker(raw, { ...one, ...place }, picture, shown.assets, { rotate: false })
        raw.restore()
      },
      hitFunc(context, shape) {
        context.beginPath()
        context.rect(0, 0, shape.width(), shape.height())
        context.closePath()
        context.fillStrokeShape(shape)
      },
      fill: 'black',
    })
    node.on('pointerdown', () => handlers.onSelect(id))
    // A drag ends without a click.
    node.on('pointerclick', () => handlers.onEdit(id))
    // Drag a bitmap: redrawing text outlines would take most of a frame.
    node.on('dragstart', () => {
      const [pixelRatio, margin] = [stage.scaleX() * devicePixelRatio, node.height() / 4]
      const pixels = (node.width() + 2 * margin) * (node.height() + 2 * margin) * pixelRatio ** 2
      if (pixels <= MOVED_PIXELS_MAX) node.cache({ offset: margin, pixelRatio })
    })
    node.on('dragend', () => node.clearCache())
    // Only the end of a drag is reported. During it, Konva draws the node, and the rest of the screen does not render.
    node.on('dragmove', () => snap(node))
    node.on('transform', () => {
      const [width, height] = [node.width() * node.scaleX(), node.height() * node.scaleY()]
      node.setAttrs({ width, height, offsetX: width / 2, offsetY: height / 2, scaleX: 1, scaleY: 1 })
    })
    node.on('dragend transformend', ({ type }) => {
      handlers.onPlace(id, placeOf(node), type === 'dragend' ? 'drag' : 'transform')
      handlers.onFinish()
    })
    layer.add(node)
    return node
  }

  function placeHandles(): void {
    const [node] = transformer.nodes()
    if (!node || transformer.isTransforming()) return
    const scale = stage.scaleX()
    const [width, height] = [node.width() * scale, node.height() * scale]
    const box = { ...node.getAbsolutePosition(), width, height, rotation: node.rotation() }
    const { anchors, rotationSide } = handlesFor(box, stage.size())
    transformer.enabledAnchors(anchors)
    transformer.rotateAnchorAngle(rotationSide)
  }

  /** Limits the layer's center to the crop, and snaps its center and edges to those of the crop. */
  function snap(node: Konva.Shape): void {
    const frame = shown?.frame ?? { x: 0, y: 0, width: 1, height: 1 }
    const reach = SNAP_PX / stage.scaleX()
    const along = (value: number, half: number, from: number, length: number) => {
      const within = Math.max(from, Math.min(from + length, value))
      const targets = [from + length / 2, from + half, from + length - half]
      return targets.find((target) => Math.abs(target - within) < reach) ?? within
    }
    node.position({
      x: along(node.x(), node.width() / 2, frame.x * picture.width, frame.width * picture.width),
      y: along(node.y(), node.height() / 2, frame.y * picture.height, frame.height * picture.height),
    })
  }

  return {
    show(next) {
      if (next.marks !== shown?.marks || next.frame !== shown.frame) backdrop.batchDraw()
      shown = next
      layers.clear()
      for (const one of next.layers) layers.set(one.id, one)
      for (const [id, node] of nodes) {
        if (layers.has(id)) continue
        node.destroy()
        nodes.delete(id)
      }
      for (const one of next.layers) {
        const node = nodes.get(one.id) ?? createNode(one.id)
        nodes.set(one.id, node)
        node.moveToTop()
        node.listening(!brush.isOn())
        // During a drag or transform, the node has the current position.
        if (node.isDragging() || (transformer.isTransforming() && transformer.nodes()[0] === node)) continue
        const [width, height] = [one.width * picture.width, one.height * picture.height]
        node.setAttrs({
          x: one.x * picture.width + width / 2,
          y: one.y * picture.height + height / 2,
          width,
          height,
          offsetX: width / 2,
          offsetY: height / 2,
          rotation: one.rotation,
        })
      }
      const chosen = next.selected === null || brush.isOn() ? undefined : nodes.get(next.selected)
      transformer.nodes(chosen ? [chosen] : [])
      transformer.moveToTop()
      brush.moveToTop()
      view.setFrame(next.frame, frameSize(next.frame, picture))
      placeHandles()
      layer.batchDraw()
    },
    setTool(tool) {
      brush.setTool(tool)
      view.setPanning(!brush.isOn())
      if (shown) this.show(shown)
    },
    resize: view.resize,
    zoomTo: view.zoomTo,
    destroy: () => stage.destroy(),
  }
}

const rawOf = (context: Konva.Context) => (context as unknown as { _context: CanvasRenderingContext2D })._context
