import * as z from 'zod'
import { defineCall } from '../call.ts'
import { REPAIR_POINTS_MAX, REPAIRS_AT_ONCE_MAX } from '../limits.ts'
import { Id, okData, optional, optionalWithDefault } from '../primitives.ts'
import { TemplateDetail, TemplateId } from './templates.ts'

const tag = 'templates'

export const getTemplatePicture = defineCall('GET /template/{id}/picture', {
  tag,
  auth: 'public',
  summary:
    'Get the picture of a template without captions, composed from its memes; areas that have a caption in every meme show the caption of the most liked one. The header `x-template-picture` is `clean` or `partial`',
  params: TemplateId,
  file: ['image/webp'],
  failures: ['template.notFound', 'image.busy'],
  response: z.any(),
})

const fraction = z.number().min(0).max(1)

export const Repair = z
  .object({
    points: z
      .array(z.object({ x: fraction, y: fraction }))
      .min(1)
      .max(REPAIR_POINTS_MAX)
      .describe('A line, in fractions of the picture'),
    size: z.number().min(0.005).max(0.5).describe('Diameter of the brush, as a share of the width'),
    memeId: optional(Id).describe(
      'A meme of the template that provides the pixels; if omitted, the surroundings fill the line',
    ),
  })
  .meta({ id: 'Repair' })
export type Repair = z.infer<typeof Repair>

export const repairTemplatePicture = defineCall('PUT /template/{id}/picture', {
  tag,
  auth: 'member',
  role: 'moderator',
  summary: 'Repair the picture of a template without captions; the repairs are applied again when its memes change',
  params: TemplateId,
  body: z.object({
    repairs: z.array(Repair).max(REPAIRS_AT_ONCE_MAX),
    startOver: optionalWithDefault(z.boolean(), false).describe('Removes the earlier repairs'),
  }),
  failures: ['template.notFound', 'template.tooManyRepairs', 'meme.notFound'],
  response: okData(TemplateDetail),
})
