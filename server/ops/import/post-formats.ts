import * as z from 'zod'

/** A post of another site with its pictures, independent of the export's format. */
export interface ImportedPost {
  id: string | undefined
  name: string
  description: string
  tags: string[]
  createdAt: string | undefined
  isSensitive: boolean
  /** Paths in the export, or internet addresses. */
  pictures: { address: string; altText?: string | undefined }[]
  /** Only some people saw it. */
  isRestricted?: boolean
}

const NAMED_TAGS = 3

const Tag = z.union([z.string(), z.looseObject({ names: z.array(z.string()).min(1) })])
const Text = z.string().nullish()
const Id = z.union([z.number(), z.string()]).optional()

/**
 * Posts of szurubooru (`PostSerializer` of its server), Danbooru and Gelbooru (posts.json); each uses different field names.
 */
const BooruPost = z.looseObject({
  id: Id,
  tags: z.union([z.array(Tag), z.string()]).optional(),
  tag_string: z.string().optional(),
  contentUrl: z.string().optional(),
  file_url: z.string().optional(),
  large_file_url: z.string().optional(),
  creationTime: z.string().optional(),
  created_at: z.string().optional(),
  safety: Text,
  rating: Text,
  source: Text,
  title: Text,
  description: Text,
})

/** szurubooru's `safety`, Danbooru's letters and Gelbooru's words. */
const SENSITIVE = new Set(['sketchy', 'unsafe', 'q', 'e', 'questionable', 'explicit'])

function readBooruPost(raw: unknown): ImportedPost {
  const post = BooruPost.safeParse(raw).data ?? {}
  const given = post.tags ?? post.tag_string ?? ''
  const tags =
    typeof given === 'string'
      ? given.split(/\s+/).filter(Boolean)
      : given.flatMap((tag) => (typeof tag === 'string' ? tag : (tag.names[0] ?? [])))
  const address = post.contentUrl ?? post.file_url ?? post.large_file_url
  return {
    id: post.id === undefined ? undefined : String(post.id),
    name: post.title ?? tags.slice(0, NAMED_TAGS).join(' ').replaceAll('_', ' '),
    description: post.description || (post.source ?? ''),
    tags,
    createdAt: post.creationTime ?? post.created_at,
    isSensitive: SENSITIVE.has(post.safety ?? post.rating ?? ''),
    pictures: address === undefined ? [] : [{ address }],
  }
}

/**
 * A status of `pixelfed-statuses.json`, written by `StatusTransformer` and `MediaTransformer` of Pixelfed. Kinds of media are
 * capitalized there (`Image`), unlike in Mastodon's API.
 */
const Status = z.looseObject({
  id: Id,
  content: Text,
  content_text: Text,
  created_at: Text,
  sensitive: z.boolean().nullish(),
  visibility: Text,
  tags: z.array(z.looseObject({ name: z.string() })).nullish(),
  media_attachments: z.array(z.looseObject({ url: Text, type: Text, description: Text })),
})

const NO_PICTURE = new Set(['video', 'audio'])
const SEEN_BY_ALL = new Set(['public', 'unlisted'])

function readStatus(raw: unknown): ImportedPost | null {
  const { data } = Status.safeParse(raw)
  if (!data) return null
  const isForAll = !data.visibility || SEEN_BY_ALL.has(data.visibility)
  return {
    id: data.id === undefined ? undefined : String(data.id),
    name: '',
    description: data.content_text ?? textOf(data.content ?? ''),
    tags: (data.tags ?? []).map(({ name }) => name),
    createdAt: data.created_at ?? undefined,
    isSensitive: data.sensitive === true,
    pictures: data.media_attachments.flatMap(({ url, type, description }) =>
      url && !NO_PICTURE.has(type?.toLowerCase() ?? '') ? [{ address: url, altText: description ?? undefined }] : [],
    ),
    isRestricted: !isForAll,
  }
}

/** An ActivityPub note in an outbox, either alone or inside its activity. */
const Note = z.looseObject({
  id: Id,
  content: Text,
  published: Text,
  sensitive: z.boolean().nullish(),
  to: z.union([z.string(), z.array(z.string())]).optional(),
  cc: z.union([z.string(), z.array(z.string())]).optional(),
  tag: z.array(z.looseObject({ type: z.string().optional(), name: z.string().optional() })).nullish(),
  attachment: z.array(z.looseObject({ mediaType: Text, url: Text, name: Text })),
})
const Activity = z.looseObject({ type: z.literal('Create'), object: z.unknown() })

const PUBLIC = /(^|#|:)Public$/

function readNote(raw: unknown): ImportedPost | null {
  const activity = Activity.safeParse(raw)
  const { data } = Note.safeParse(activity.success ? activity.data.object : raw)
  if (!data) return null
  const isForAll = [data.to ?? [], data.cc ?? []].flat().some((to) => PUBLIC.test(to))
  return {
    id: data.id === undefined ? undefined : String(data.id),
    name: '',
    description: textOf(data.content ?? ''),
    tags: (data.tag ?? []).flatMap(({ type, name }) => (type === 'Hashtag' && name ? name.replace(/^#/, '') : [])),
    createdAt: data.published ?? undefined,
    isSensitive: data.sensitive === true,
    pictures: data.attachment.flatMap(({ mediaType, url, name }) =>
      url && (!mediaType || mediaType.startsWith('image/')) ? [{ address: url, altText: name ?? undefined }] : [],
    ),
    isRestricted: !isForAll,
  }
}

/**
 * A row of Chevereto's image table (`app/schemas/mysql-8/images.sql`; V3 has no `image_path`). `getSrcTargetSingle` of its image
 * class places files: by local day, in the folder `old`, in one folder, or at a path.
 */
const CheveretoRow = z.looseObject({
  image_id: Id,
  image_name: z.string().min(1),
  image_extension: z.string().min(1),
  image_date: z.string(),
  image_date_gmt: Text,
  image_title: Text,
  image_description: Text,
  image_nsfw: z.union([z.number(), z.string(), z.boolean()]).nullish(),
  image_storage_mode: Text,
  image_path: Text,
})

function readCheveretoRow(raw: unknown): ImportedPost | null {
  const { data } = CheveretoRow.safeParse(raw)
  if (!data) return null
  const [day = ''] = data.image_date.split(/[ T]/)
  const folders: Record<string, string> = { datefolder: day.replaceAll('-', '/'), old: 'old' }
  const folder = data.image_path?.replace(/^\/+|\/+$/g, '') || (folders[data.image_storage_mode ?? 'datefolder'] ?? '')
  return {
    id: data.image_id === undefined ? undefined : String(data.image_id),
    name: data.image_title ?? '',
    description: data.image_description ?? '',
    tags: [],
    createdAt: `${(data.image_date_gmt ?? data.image_date).replace(' ', 'T')}Z`,
    isSensitive: ['1', 'true'].includes(String(data.image_nsfw)),
    pictures: [{ address: ['images', folder, `${data.image_name}.${data.image_extension}`].filter(Boolean).join('/') }],
  }
}

/** Detects a post's format by its fields. */
export const readPost = (raw: unknown): ImportedPost =>
  readStatus(raw) ?? readNote(raw) ?? readCheveretoRow(raw) ?? readBooruPost(raw)

/** The list of posts in an export. In a phpMyAdmin export, this is the table that has image rows. */
export const PostList = z.union([
  z
    .array(z.looseObject({ type: z.string(), name: z.string().optional(), data: z.array(z.unknown()).optional() }))
    .refine((parts) => parts.some(isImageTable))
    .transform((parts) => parts.find(isImageTable)?.data ?? []),
  z.array(z.unknown()),
  ...(['results', 'posts', 'post', 'orderedItems'] as const).map((name) =>
    z.looseObject({ [name]: z.array(z.unknown()) }).transform((list) => list[name] as unknown[]),
  ),
])

function isImageTable({ type, name, data }: { type: string; name?: string | undefined; data?: unknown[] | undefined }) {
  return type === 'table' && data !== undefined && /(^|_)images$/.test(name ?? '')
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['#39', "'"],
  ['nbsp', ' '],
])

/** Extracts the text of a status, which is HTML. */
function textOf(markup: string): string {
  return markup
    .replace(/<br\s*\/?>|<\/p>\s*<p[^>]*>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES.get(name) ?? whole)
    .trim()
}
