import * as z from 'zod'
import { CAPTION_TEXT_MAX_CHARS, CAPTIONS_MAX } from '../limits.ts'
import { text, upTo } from '../primitives.ts'

const fraction = z.number().min(-1).max(2)

/** A caption that the creator drew on a picture: its words as drawn, and their box in fractions of the picture. */
export const TypedCaption = z
  .object({
    text: text().refine(...upTo(CAPTION_TEXT_MAX_CHARS)),
    x: fraction,
    y: fraction,
    width: fraction,
    height: fraction,
  })
  .meta({ id: 'TypedCaption' })
export type TypedCaption = z.infer<typeof TypedCaption>

/** A form field that contains JSON text; values that are not strings are passed through. */
export const jsonField = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => {
    if (typeof value !== 'string') return value
    try {
      return JSON.parse(value)
    } catch {
      return value
    }
  }, schema)

export const TypedCaptions = jsonField(z.array(TypedCaption, { error: 'invalidValue' }).max(CAPTIONS_MAX))
