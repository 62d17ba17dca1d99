import { cutShown } from '#contract/bounded.ts'
import { CAPTION_TEXT_MAX_CHARS, CAPTIONS_MAX } from '#contract/limits.ts'
import { type Caption, Caption as CaptionSchema } from '#contract/templates/captions.ts'
import { EMPTY_DOCUMENT } from './empty-document.ts'

/** A box in fractions of the picture, rotated around its center. */
export interface Place {
  x: number
  y: number
  width: number
  height: number
  /** Clockwise, in degrees. */
  rotation: number
}

export interface StudioCaption extends Caption {
  id: string
  kind?: 'caption'
}

/** A sticker on the picture. */
export interface StudioSticker extends Place {
  id: string
  kind: 'sticker'
  name: string
  /** Its URL on this site, or a data URL. */
  src: string
}

export type StudioLayer = StudioCaption | StudioSticker

/** A pen or blur brush stroke on the picture. */
export interface StudioMark {
  kind: 'pen' | 'blur'
  color: string
  /** Brush width as a fraction of the picture's width. */
  size: number
  /** Alternating x and y, in fractions of the picture. */
  points: readonly number[]
}

/** The visible crop, in fractions of the picture. Areas outside the picture are white. */
export type Frame = Pick<Place, 'x' | 'y' | 'width' | 'height'>

/** The part of the state that undo and redo cover. */
export interface StudioDocument {
  /** From bottom to top. */
  layers: readonly StudioLayer[]
  marks: readonly StudioMark[]
  frame: Frame
}

export interface StudioState extends StudioDocument {
  selected: string | null
  past: readonly StudioDocument[]
  future: readonly StudioDocument[]
  /** The last change. Consecutive changes of the same kind to the same layer form one undo step. */
  lastChange: string
}

export type StudioAction =
  | { type: 'load'; document: StudioDocument }
  | { type: 'select'; id: string | null }
  | { type: 'add'; layer: StudioLayer }
  | { type: 'change'; id: string; change: Partial<Caption>; kind: string }
  | { type: 'align'; id: string; to: Alignment }
  | { type: 'finish' }
  | { type: 'remove'; id: string }
  | { type: 'duplicate'; id: string; newId: string }
  | { type: 'move'; id: string; by: 1 | -1 }
  | { type: 'mark'; mark: StudioMark }
  | { type: 'clearMarks' }
  | { type: 'frame'; frame: Frame }
  | { type: 'addBar'; caption: StudioCaption }
  | { type: 'undo' }
  | { type: 'redo' }

export const ALIGNMENTS = ['left', 'center', 'right', 'top', 'middle', 'bottom'] as const
export type Alignment = (typeof ALIGNMENTS)[number]

/** Bounds memory. Steps share unchanged parts, so they are small. */
const HISTORY_MAX = 1000
const DUPLICATE_SHIFT = 0.04
/** Marks are redrawn on every frame. */
export const MARKS_MAX = 200
export const MARK_POINTS_MAX = 4000
export const BAR_HEIGHT = 0.22
/** The server rejects positions beyond this. */
const FRAME_TOP_MIN = -0.9

export const EMPTY_STUDIO: StudioState = { ...EMPTY_DOCUMENT, selected: null, past: [], future: [], lastChange: '' }

export const documentOf = ({ layers, marks, frame }: StudioDocument): StudioDocument => ({ layers, marks, frame })
export const isCaption = (layer: StudioLayer): layer is StudioCaption => layer.kind !== 'sticker'
/** Returns true if the document must be saved: a fully undone document replaces an earlier saved one. */
export const isTouched = ({ past, future }: StudioState) => past.length > 0 || future.length > 0
export const captionsOf = ({ layers }: Pick<StudioDocument, 'layers'>) => layers.filter(isCaption)
export const canAddBar = (frame: Frame) => frame.y - BAR_HEIGHT >= FRAME_TOP_MIN

/** Sets the text of a caption, cut to its maximum length. */
export const textChange = (id: string, text: string): StudioAction => ({
  type: 'change',
  id,
  kind: 'text',
  change: { text: cutShown(text, CAPTION_TEXT_MAX_CHARS) },
})

/** Returns a caption with the default style in a box. */
export const newCaption = (
  id: string,
  box: Pick<Caption, 'x' | 'y' | 'width' | 'height'>,
  more: Partial<Caption> = {},
): StudioCaption => ({
  ...CaptionSchema.parse({ ...box, text: '', ...more }),
  id,
})

export function studioReducer(state: StudioState, action: StudioAction): StudioState {
  const { layers } = state
  const at = 'id' in action && action.id !== null ? layers.findIndex(({ id }) => id === action.id) : -1
  const target = layers[at]
  switch (action.type) {
    case 'load':
      return { ...EMPTY_STUDIO, ...action.document, selected: action.document.layers[0]?.id ?? null }
    case 'select':
      return state.selected === action.id ? state : { ...state, selected: action.id, lastChange: '' }
    case 'add':
      if (layers.length >= CAPTIONS_MAX) return state
      return { ...remember(state), layers: [...layers, action.layer], selected: action.layer.id }
    case 'change':
      return changed(state, at, action.change, `${action.kind} ${action.id}`)
    case 'align':
      return target ? changed(state, at, aligned(target, state.frame, action.to), '') : state
    case 'finish':
      return { ...state, lastChange: '' }
    case 'remove': {
      if (!target) return state
      const left = layers.filter(({ id }) => id !== action.id)
      return { ...remember(state), layers: left, selected: (left[at] ?? left.at(-1))?.id ?? null }
    }
    case 'duplicate': {
      if (!target || layers.length >= CAPTIONS_MAX) return state
      const copy = { ...target, id: action.newId, x: target.x + DUPLICATE_SHIFT, y: target.y + DUPLICATE_SHIFT }
      return { ...remember(state), layers: [...layers, copy], selected: copy.id }
    }
    case 'move': {
      const other = layers[at + action.by]
      if (!target || !other) return state
      return { ...remember(state), layers: layers.with(at, other).with(at + action.by, target) }
    }
    case 'mark':
      if (state.marks.length >= MARKS_MAX) return state
      return { ...remember(state), marks: [...state.marks, action.mark] }
    case 'clearMarks':
      return state.marks.length === 0 ? state : { ...remember(state), marks: [] }
    case 'frame':
      return { ...(state.lastChange === 'frame' ? state : remember(state, 'frame')), frame: action.frame }
    case 'addBar': {
      const { frame } = state
      if (!canAddBar(frame) || layers.length >= CAPTIONS_MAX) return state
      const taller = { ...frame, y: frame.y - BAR_HEIGHT, height: frame.height + BAR_HEIGHT }
      return { ...remember(state), frame: taller, layers: [...layers, action.caption], selected: action.caption.id }
    }
    case 'undo': {
      const before = state.past.at(-1)
      return before ? restored(state, before, state.past.slice(0, -1), [documentOf(state), ...state.future]) : state
    }
    case 'redo': {
      const [after, ...future] = state.future
      return after ? restored(state, after, [...state.past, documentOf(state)], future) : state
    }
  }
}

function changed(state: StudioState, at: number, change: Partial<Caption>, kind: string): StudioState {
  if (at < 0) return state
  const layers = state.layers.map((layer, index) => (index === at ? { ...layer, ...change } : layer))
  return { ...(kind !== '' && kind === state.lastChange ? state : remember(state, kind)), layers }
}

function aligned({ width, height }: Place, frame: Frame, to: Alignment): Partial<Place> {
  switch (to) {
    case 'left':
      return { x: frame.x }
    case 'center':
      return { x: frame.x + (frame.width - width) / 2 }
    case 'right':
      return { x: frame.x + frame.width - width }
    case 'top':
      return { y: frame.y }
    case 'middle':
      return { y: frame.y + (frame.height - height) / 2 }
    case 'bottom':
      return { y: frame.y + frame.height - height }
  }
}

const remember = (state: StudioState, lastChange = ''): StudioState => ({
  ...state,
  past: [...state.past, documentOf(state)].slice(-HISTORY_MAX),
  future: [],
  lastChange,
})

function restored(
  state: StudioState,
  document: StudioDocument,
  past: StudioState['past'],
  future: StudioState['future'],
): StudioState {
  const { layers } = document
  const selected = layers.some(({ id }) => id === state.selected) ? state.selected : (layers[0]?.id ?? null)
  return { ...document, selected, past, future, lastChange: '' }
}
