import * as z from 'zod'
import { CAPTION_TEXT_MAX_CHARS, CAPTIONS_MAX } from './limits.ts'
import { text, upTo } from './primitives.ts'

const fraction = z.number().min(-1).max(2)

/** A caption that its maker drew on a picture: its words, as drawn, and the box they are in, in fractions of the picture. */
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

/** A field of a form whose text is JSON; what is no text is taken as it is. */
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
