import { BROADCASTS } from './broadcasts.ts'
import { CHARTS } from './charts.ts'
import { CLASSICS } from './classics.ts'
import { COMICS } from './comics.ts'
import { GRIDS } from './grids.ts'
import { LABELS } from './labels.ts'
import { MESSAGES } from './messages.ts'
import { MOVING } from './moving.ts'
import { PANELS } from './panels.ts'
import { REACTIONS } from './reactions.ts'
import type { Template } from './template.ts'

export const TEMPLATES = {
  ...CLASSICS,
  ...REACTIONS,
  ...PANELS,
  ...COMICS,
  ...CHARTS,
  ...MESSAGES,
  ...LABELS,
  ...GRIDS,
  ...BROADCASTS,
  ...MOVING,
} as const satisfies Record<string, Template>

export type TemplateName = keyof typeof TEMPLATES
