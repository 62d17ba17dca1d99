import * as z from 'zod'
import { defineCall } from '../call.ts'
import { PICTURE_FAILURES } from '../errors.ts'
import { SEARCH_QUERY_MAX_CHARS, SPLIT_MEMES_MAX, TEMPLATE_PAGE_SIZE } from '../limits.ts'
import { Meme, MemeId, MemeImage } from '../memes/memes.ts'
import { SearchQuery } from '../memes/search.ts'
import {
  Count,
  Id,
  IsoDate,
  MemeName,
  memePage,
  OpaqueCursor,
  okData,
  optional,
  optionalWithDefault,
  pageLimit,
  text,
  upTo,
} from '../primitives.ts'
import { Captions, FRAME_FORMATS, RENDER_FORMATS } from './captions.ts'
import { TEMPLATE_SORTS } from './template-sorts.ts'
import { jsonField } from './typed-captions.ts'

/**
 * Position of a caption in a meme, or its typical position in a template's memes, in fractions of the picture's width and height.
 */
export const CaptionBox = z
  .object({
    x: z.number(),
    y: z.number(),
    width: z.number(),
    height: z.number(),
    text: z.string().optional().describe('The text in the template’s most liked meme that has text at this position'),
  })
  .meta({ id: 'CaptionBox' })
export type CaptionBox = z.infer<typeof CaptionBox>

export const Template = z
  .object({
    _id: Id,
    name: z.string(),
    counts: z.object({ day: Count, week: Count, all: Count }),
    firstSeenAt: IsoDate,
    image: MemeImage,
    sensitive: z.boolean().describe('All of its memes that the viewer may see are sensitive, and so is the image'),
  })
  .meta({
    id: 'Template',
    description:
      'A picture that several memes share with different captions. A moderator sets the name; otherwise it is that of a well-known template in the language of the request, or the result of a vote among the names of its memes, and may be empty. Counts are memes made in the last day, in the last week, and in total; the image is its most liked meme that is not sensitive',
  })
export type Template = z.infer<typeof Template>

export const KnownTexts = z
  .object({
    names: z.array(z.string()).describe('Other names, in all languages'),
    shows: z.string().describe('Description of the picture'),
    origin: z.string().describe('Origin of the picture'),
    tag: z.string().describe('The tag for its memes, in every language, without #'),
  })
  .meta({ id: 'KnownTexts', description: 'Facts about a well-known template, in the language of the request' })
export type KnownTexts = z.infer<typeof KnownTexts>

export const TemplateDetail = Template.extend({
  picture: z
    .string()
    .nullable()
    .describe(
      'Path below /media/ of its picture without captions; null until it is composed, or if the viewer hides one of its memes',
    ),
  captionBoxes: z.array(CaptionBox),
  suggestions: z.array(z.string()).describe('Captions of its most liked memes, best first'),
  tags: z.array(z.string()).describe('Tags of its memes, most common first'),
  known: KnownTexts.optional().describe('Present if it is recognized as a well-known template'),
}).meta({ id: 'TemplateDetail' })
export type TemplateDetail = z.infer<typeof TemplateDetail>

export const TemplateSort = z.enum(TEMPLATE_SORTS)
export type TemplateSort = z.infer<typeof TemplateSort>

export const TemplateId = z.object({ id: Id })

const tag = 'templates'
const anyone = { tag, auth: 'public' } as const
const member = { tag, auth: 'member' } as const

export const listTemplates = defineCall('GET /templates', {
  ...anyone,
  shared: 1,
  summary: 'List templates with at least two memes, by their number of memes',
  query: z.object({
    sort: TemplateSort.default('day'),
    q: optional(
      text()
        .trim()
        .refine(...upTo(SEARCH_QUERY_MAX_CHARS, 'queryMaxLength')),
    ).describe('Words of its name or its memes'),
    limit: pageLimit(TEMPLATE_PAGE_SIZE),
    cursor: optional(OpaqueCursor),
  }),
  response: memePage(Template),
})

export const listFittingTemplates = defineCall('GET /templates/fitting', {
  ...anyone,
  summary:
    'Suggest templates for a search with few results: their names share most of its words, or a rare one; best first',
  query: z.object({ q: SearchQuery }),
  response: okData(z.array(Template)),
})

export const getTemplate = defineCall('GET /template/{id}', {
  ...anyone,
  shared: 1,
  summary: 'Get one template; the ID of a merged template returns the template into which it was merged',
  params: TemplateId,
  failures: ['template.notFound'],
  response: okData(TemplateDetail),
})

export const listTemplateMemes = defineCall('GET /template/{id}/memes', {
  ...anyone,
  shared: 1,
  summary: 'List the memes of a template',
  params: TemplateId,
  query: z.object({
    sort: z.enum(['popular', 'newest']).default('popular'),
    limit: pageLimit(TEMPLATE_PAGE_SIZE),
    cursor: optional(OpaqueCursor),
  }),
  failures: ['template.notFound'],
  response: memePage(Meme),
})

export const renameTemplate = defineCall('PATCH /template/{id}', {
  ...member,
  role: 'moderator',
  summary: 'Name a template; with an empty name, its memes vote again',
  params: TemplateId,
  body: z.object({ name: MemeName }),
  failures: ['template.notFound'],
  response: okData(TemplateDetail),
})

export const renderTemplate = defineCall('POST /template/{id}/render', {
  ...member,
  summary: 'Draw captions on a template; returns the picture',
  params: TemplateId,
  body: z.object({ captions: Captions, format: optionalWithDefault(z.enum(RENDER_FORMATS), 'png') }),
  file: ['image/png', 'image/jpeg', 'image/webp'],
  failures: ['template.notFound', 'caption.unsupportedCharacters', 'image.busy', 'image.tooSlow'],
  response: z.any(),
})

export const matchTemplate = defineCall('POST /template/match', {
  ...anyone,
  multipart: 'required',
  files: ['image'],
  summary: 'Find the template of a picture, which is not stored; null if there is none',
  body: z.object({}),
  failures: [...PICTURE_FAILURES, 'image.required', 'image.tooLarge'],
  response: okData(TemplateDetail.nullable()),
})

export const splitTemplate = defineCall('POST /template/{id}/split', {
  ...member,
  role: 'moderator',
  summary:
    'Move some memes of a template to a new template; the link stays with the others, and the two are not merged again automatically',
  params: TemplateId,
  body: z.object({ memeIds: z.array(Id).min(1).max(SPLIT_MEMES_MAX) }),
  failures: ['template.notFound', 'template.nothingToSplit'],
  response: okData(TemplateDetail),
})

export const mergeTemplates = defineCall('POST /template/{id}/merge', {
  ...member,
  role: 'moderator',
  summary: 'Merge another template into this one; its link then leads here',
  params: TemplateId,
  body: z.object({ templateId: Id }),
  failures: ['template.notFound', 'template.nothingToMerge'],
  response: okData(TemplateDetail),
})

export const Remixes = z
  .object({
    madeFrom: Meme.nullable(),
    template: z.object({ _id: Id, name: z.string() }).nullable(),
    made: z.array(Meme).describe('Best liked first'),
    madeCount: Count,
  })
  .meta({ id: 'Remixes', description: 'The meme from which a meme was made, and memes made from it' })
export type Remixes = z.infer<typeof Remixes>

export const getRemixes = defineCall('GET /meme/{id}/remixes', {
  ...anyone,
  summary: 'Get the meme from which a meme was made in the studio, and the memes made from it',
  params: MemeId,
  failures: ['meme.notFound', 'meme.removed'],
  response: okData(Remixes),
})

export const getCaptionBoxes = defineCall('GET /meme/{id}/caption-boxes', {
  ...anyone,
  summary: 'Get the boxes of the captions that a meme already has; empty until its picture is read',
  params: MemeId,
  failures: ['meme.notFound', 'meme.removed'],
  response: okData(z.array(CaptionBox)),
})

export const getEmoji = defineCall('GET /emoji/{code}', {
  ...anyone,
  summary: 'Get the picture of an emoji in captions',
  params: z.object({
    code: text()
      .regex(/^[0-9a-f]{2,6}(-[0-9a-f]{2,6}){0,14}$/, 'invalidValue')
      .describe('Its code points in hexadecimal, joined by hyphens, without fe0f, such as 1f600'),
  }),
  file: ['image/svg+xml'],
  failures: ['emoji.notFound'],
  response: z.any(),
})

export const renderPicture = defineCall('POST /captions/render', {
  ...member,
  multipart: 'required',
  files: ['image'],
  summary: 'Draw captions on every frame of a picture, which is not stored',
  body: z.object({
    captions: jsonField(Captions).describe('JSON, as for a template'),
    format: optionalWithDefault(z.enum(FRAME_FORMATS), 'webp'),
  }),
  file: ['image/gif', 'image/webp', 'image/png', 'image/jpeg'],
  failures: [...PICTURE_FAILURES, 'image.required', 'image.tooLarge', 'caption.unsupportedCharacters'],
  response: z.any(),
})
