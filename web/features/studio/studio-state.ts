import { type Caption, Caption as CaptionSchema } from '#contract/captions.ts'
import { CAPTIONS_MAX } from '#contract/limits.ts'

export interface StudioCaption extends Caption {
  id: string
}

/** The captions from the lowest to the topmost, and which one is being edited. */
export interface StudioState {
  captions: readonly StudioCaption[]
  selected: string | null
  past: readonly (readonly StudioCaption[])[]
  future: readonly (readonly StudioCaption[])[]
  /** The last change; another one of the same kind to the same caption is undone together with it. */
  lastChange: string
}

export type StudioAction =
  | { type: 'load'; captions: readonly StudioCaption[] }
  | { type: 'select'; id: string | null }
  | { type: 'add'; caption: StudioCaption }
  | { type: 'change'; id: string; change: Partial<Caption>; kind: string }
  | { type: 'finish' }
  | { type: 'remove'; id: string }
  | { type: 'duplicate'; id: string; newId: string }
  | { type: 'move'; id: string; by: 1 | -1 }
  | { type: 'undo' }
  | { type: 'redo' }

/** Bounds memory; a caption weighs less than a kilobyte. */
const HISTORY_MAX = 1000
const DUPLICATE_SHIFT = 0.04

export const EMPTY_STUDIO: StudioState = { captions: [], selected: null, past: [], future: [], lastChange: '' }

/** A caption with the usual looks in a box. */
export const newCaption = (
  id: string,
  box: Pick<Caption, 'x' | 'y' | 'width' | 'height'>,
  text = '',
): StudioCaption => ({
  ...CaptionSchema.parse({ ...box, text }),
  id,
})

export function studioReducer(state: StudioState, action: StudioAction): StudioState {
  const { captions } = state
  const at = 'id' in action && action.id !== null ? captions.findIndex(({ id }) => id === action.id) : -1
  switch (action.type) {
    case 'load':
      return { ...EMPTY_STUDIO, captions: action.captions, selected: action.captions[0]?.id ?? null }
    case 'select':
      return state.selected === action.id ? state : { ...state, selected: action.id, lastChange: '' }
    case 'add':
      if (captions.length >= CAPTIONS_MAX) return state
      return { ...remember(state, ''), captions: [...captions, action.caption], selected: action.caption.id }
    case 'change': {
      if (at < 0) return state
      const changed = captions.map((caption) => (caption.id === action.id ? { ...caption, ...action.change } : caption))
      const change = `${action.kind} ${action.id}`
      return change === state.lastChange
        ? { ...state, captions: changed }
        : { ...remember(state, change), captions: changed }
    }
    case 'finish':
      return { ...state, lastChange: '' }
    case 'remove': {
      if (at < 0) return state
      const left = captions.filter(({ id }) => id !== action.id)
      return { ...remember(state, ''), captions: left, selected: (left[at] ?? left.at(-1))?.id ?? null }
    }
    case 'duplicate': {
      const original = captions[at]
      if (!original || captions.length >= CAPTIONS_MAX) return state
      const { x, y } = original
      const copy = { ...original, id: action.newId, x: x + DUPLICATE_SHIFT, y: y + DUPLICATE_SHIFT }
      return { ...remember(state, ''), captions: [...captions, copy], selected: copy.id }
    }
    case 'move': {
      const [one, other] = [captions[at], captions[at + action.by]]
      if (!one || !other) return state
      const moved = captions.with(at, other).with(at + action.by, one)
      return { ...remember(state, ''), captions: moved }
    }
    case 'undo': {
      const before = state.past.at(-1)
      if (!before) return state
      return restored(state, before, state.past.slice(0, -1), [captions, ...state.future])
    }
    case 'redo': {
      const [after, ...future] = state.future
      if (!after) return state
      return restored(state, after, [...state.past, captions], future)
    }
  }
}

const remember = (state: StudioState, lastChange: string): StudioState => ({
  ...state,
  past: [...state.past, state.captions].slice(-HISTORY_MAX),
  future: [],
  lastChange,
})

function restored(
  state: StudioState,
  captions: readonly StudioCaption[],
  past: StudioState['past'],
  future: StudioState['future'],
): StudioState {
  const selected = captions.some(({ id }) => id === state.selected) ? state.selected : (captions[0]?.id ?? null)
  return { captions, selected, past, future, lastChange: '' }
}
