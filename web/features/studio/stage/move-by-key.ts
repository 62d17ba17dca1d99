import type { Frame, Place, StudioAction } from '../studio-state.ts'

interface Key {
  key: string
  shiftKey: boolean
  altKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  repeat: boolean
}

const STEP = 0.01
const LARGE_STEP = 0.05
const SIDE_MIN = 0.04
const TURN_DEGREES = 5
const DIRECTIONS: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/**
 * Maps a key to an action on the selected layer: arrows move it, with its center within `frame`; Alt+arrows resize it, brackets rotate
 * it, Delete removes it.
 */
export function moveByKey(caption: Place & { id: string }, frame: Frame, event: Key): StudioAction | undefined {
  if (event.ctrlKey || event.metaKey) return undefined
  const { id, x, y, width, height, rotation } = caption
  const direction = DIRECTIONS[event.key]
  if (direction) {
    const step = event.shiftKey ? LARGE_STEP : STEP
    const within = (value: number, min: number, max: number) => Math.max(min, Math.min(max, value))
    const change = event.altKey
      ? {
          width: within(width + direction.x * step, SIDE_MIN, 2),
          height: within(height + direction.y * step, SIDE_MIN, 2),
        }
      : {
          x: within(x + direction.x * step, frame.x - width / 2, frame.x + frame.width - width / 2),
          y: within(y + direction.y * step, frame.y - height / 2, frame.y + frame.height - height / 2),
        }
    return { type: 'change', id, kind: event.altKey ? 'resize' : 'move', change }
  }
  if (event.key === '[' || event.key === ']') {
    const turned = rotation + (event.key === ']' ? TURN_DEGREES : -TURN_DEGREES)
    return { type: 'change', id, kind: 'turn', change: { rotation: ((turned + 540) % 360) - 180 } }
  }
  // Removing a layer selects the next one, so a held key would remove them all.
  const isRemoval = (event.key === 'Delete' || event.key === 'Backspace') && !event.repeat
  return isRemoval ? { type: 'remove', id } : undefined
}
