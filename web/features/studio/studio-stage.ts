import Konva from 'konva'
import type { ShapeConfig } from 'konva/lib/Shape.js'
import type { Caption } from '#contract/captions.ts'
import { type Fonts, paintCaption } from './draw-studio.ts'
import type { StudioCaption } from './studio-state.ts'

export type Place = Pick<Caption, 'x' | 'y' | 'width' | 'height' | 'rotation'>

interface StageHandlers {
  onSelect(id: string | null): void
  onPlace(id: string, place: Place, kind: 'drag' | 'transform'): void
  onFinish(): void
}

export interface StudioStage {
  show(captions: readonly StudioCaption[], selected: string | null, fonts: Fonts): void
  /** Fits the picture into a width and height in CSS pixels. */
  resize(width: number, height: number): void
  destroy(): void
}

/** Edges and centres closer than this to the picture's middle snap to it, in CSS pixels. */
const SNAP_PX = 8
const SMALLEST_PX = 24
const ANCHOR_PX = matchMedia('(pointer: coarse)').matches ? 20 : 12
const FOCUS_COLOR = '#1748c9'
const ROTATION_STEPS = [0, 45, 90, 135, 180, 225, 270, 315]

/** A picture with captions that can be dragged, resized and turned by mouse and touch. */
export function createStudioStage(
  container: HTMLDivElement,
  picture: ImageBitmap,
  handlers: StageHandlers,
): StudioStage {
  const stage = new Konva.Stage({ container, width: 1, height: 1 })
  const layer = new Konva.Layer()
  const background = new Konva.Image({ image: picture, x: 0, y: 0 })
  const transformer = new Konva.Transformer({
    anchorSize: ANCHOR_PX,
    anchorStroke: FOCUS_COLOR,
    borderStroke: FOCUS_COLOR,
    keepRatio: false,
    rotationSnaps: ROTATION_STEPS,
    rotationSnapTolerance: 4,
    boundBoxFunc: (before, after) => (Math.min(after.width, after.height) < SMALLEST_PX ? before : after),
  })
  stage.add(layer)
  layer.add(background, transformer)
  background.on('pointerdown', () => handlers.onSelect(null))
  const nodes = new Map<string, Konva.Shape>()
  const shown = new Map<string, StudioCaption>()
  let fonts: Fonts = new Map()

  const placeOf = (node: Konva.Shape): Place => ({
    x: (node.x() - node.width() / 2) / picture.width,
    y: (node.y() - node.height() / 2) / picture.height,
    width: node.width() / picture.width,
    height: node.height() / picture.height,
    rotation: Math.round(node.rotation() * 10) / 10,
  })

  function createNode(id: string): Konva.Shape {
    const config: ShapeConfig = {
      draggable: true,
      sceneFunc(context, shape) {
        const caption = shown.get(id)
        if (!caption) return
        const raw = (context as unknown as { _context: CanvasRenderingContext2D })._context
        const place = placeOf(shape)
        raw.save()
        raw.translate(-place.x * picture.width, -place.y * picture.height)
        paintCaption(raw, { ...caption, ...place }, picture, fonts, { rotate: false })
        raw.restore()
      },
      hitFunc(context, shape) {
        context.beginPath()
        context.rect(0, 0, shape.width(), shape.height())
        context.closePath()
        context.fillStrokeShape(shape)
      },
      fill: 'black',
    }
    const node: Konva.Shape = new Konva.Shape(config)
    node.on('pointerdown', () => handlers.onSelect(id))
    node.on('dragmove', () => {
      snap(node)
      handlers.onPlace(id, placeOf(node), 'drag')
    })
    node.on('transform', () => {
      const [width, height] = [node.width() * node.scaleX(), node.height() * node.scaleY()]
      node.setAttrs({ width, height, offsetX: width / 2, offsetY: height / 2, scaleX: 1, scaleY: 1 })
      handlers.onPlace(id, placeOf(node), 'transform')
    })
    node.on('dragend transformend', () => handlers.onFinish())
    layer.add(node)
    return node
  }

  function snap(node: Konva.Shape): void {
    const reach = SNAP_PX / stage.scaleX()
    const clamp = (value: number, max: number) => Math.max(0, Math.min(max, value))
    const [middleX, middleY] = [picture.width / 2, picture.height / 2]
    const x = clamp(node.x(), picture.width)
    const y = clamp(node.y(), picture.height)
    node.position({
      x: Math.abs(x - middleX) < reach ? middleX : x,
      y: Math.abs(y - middleY) < reach ? middleY : y,
    })
  }

  return {
    show(captions, selected, usedFonts) {
      fonts = usedFonts
      for (const [id, node] of nodes) {
        if (captions.some((caption) => caption.id === id)) continue
        node.destroy()
        nodes.delete(id)
        shown.delete(id)
      }
      for (const caption of captions) {
        const node = nodes.get(caption.id) ?? createNode(caption.id)
        nodes.set(caption.id, node)
        shown.set(caption.id, caption)
        const [width, height] = [caption.width * picture.width, caption.height * picture.height]
        node.setAttrs({
          x: caption.x * picture.width + width / 2,
          y: caption.y * picture.height + height / 2,
          width,
          height,
          offsetX: width / 2,
          offsetY: height / 2,
          rotation: caption.rotation,
        })
        node.moveToTop()
      }
      const chosen = selected === null ? undefined : nodes.get(selected)
      transformer.nodes(chosen ? [chosen] : [])
      transformer.moveToTop()
      layer.batchDraw()
    },
    resize(width, height) {
      const scale = Math.max(0.01, Math.min(width / picture.width, height / picture.height))
      stage.size({ width: picture.width * scale, height: picture.height * scale })
      stage.scale({ x: scale, y: scale })
    },
    destroy: () => stage.destroy(),
  }
}
