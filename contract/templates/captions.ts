import * as z from 'zod'
import { lengthOf } from '../bounded.ts'
import { CAPTION_TEXT_MAX_CHARS, CAPTIONS_DRAWN_MAX_CHARS, CAPTIONS_MAX } from '../limits.ts'
import { optionalWithDefault, text, upTo } from '../primitives.ts'

export const CAPTION_FONTS = ['anton', 'bangers', 'be-vietnam-pro', 'patrick-hand'] as const
export type CaptionFont = (typeof CAPTION_FONTS)[number]

const Color = text().regex(/^#[0-9a-fA-F]{6}$/, 'invalidValue')
const position = z.number().min(-1).max(2)
const side = z.number().min(0.01).max(2)

export const Caption = z
  .object({
    text: text().refine(...upTo(CAPTION_TEXT_MAX_CHARS)),
    x: position,
    y: position,
    width: side,
    height: side,
    rotation: optionalWithDefault(z.number().min(-360).max(360), 0).describe('Degrees clockwise, around the center'),
    font: optionalWithDefault(z.enum(CAPTION_FONTS), 'anton'),
    size: z
      .preprocess((value) => value ?? undefined, z.number().min(0.01).max(1).optional())
      .describe('Font size as a share of the picture’s height; if omitted, the largest size that fits the box'),
    lineHeight: optionalWithDefault(z.number().min(0.7).max(3), 1.12),
    color: optionalWithDefault(Color, '#ffffff'),
    outlineColor: optionalWithDefault(Color, '#000000'),
    outlineWidth: optionalWithDefault(z.number().min(0).max(0.5), 0.14).describe('As a share of the font size'),
    shadow: optionalWithDefault(z.number().min(0).max(0.3), 0).describe(
      'Offset down and right, as a share of the font size',
    ),
    align: optionalWithDefault(z.enum(['left', 'center', 'right']), 'center'),
    verticalAlign: optionalWithDefault(z.enum(['top', 'middle', 'bottom']), 'middle'),
    uppercase: optionalWithDefault(z.boolean(), true),
  })
  .meta({ id: 'Caption', description: 'x, y, width and height are the box in fractions of the picture' })
export type Caption = z.infer<typeof Caption>

const charsOf = (captions: readonly Caption[]) => captions.reduce((sum, { text }) => sum + lengthOf(text), 0)

/** Captions that the server draws in one request. */
export const Captions = z
  .array(Caption)
  .max(CAPTIONS_MAX)
  .refine((captions) => charsOf(captions) <= CAPTIONS_DRAWN_MAX_CHARS, 'captionsMaxLength')
  .describe(`At most ${CAPTIONS_DRAWN_MAX_CHARS} characters in all`)

/** Output formats of animated pictures; the last two show a single frame. */
export const FRAME_FORMATS = ['gif', 'webp', 'png', 'jpeg'] as const
export type FrameFormat = (typeof FRAME_FORMATS)[number]

export const RENDER_FORMATS = ['png', 'jpeg', 'webp'] as const
export type RenderFormat = (typeof RENDER_FORMATS)[number]
