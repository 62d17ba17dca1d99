import * as z from 'zod'
import type { FileTree } from './file-tree.ts'
import {
  type ImportItem,
  type ImportSource,
  PICTURE_MIME,
  Skipped,
  skippedItem,
  splitCaption,
  timeFrom,
} from './import-item.ts'
import { type JsonList, readJsonList } from './json-list.ts'

// Facts from telegramdesktop/tdesktop, Telegram/SourceFiles/export: output/export_output_json.cpp (fields, texts, dates, sentences
// in place of files), data/export_data_types.cpp (folders and names of files).

export const TELEGRAM_FILE = 'result.json'

const Chat = z.looseObject({ name: z.string().nullish(), type: z.string(), messages: z.array(z.unknown()) })

/** Texts with links, hashtags or formats are lists of plain texts and objects. */
const Text = z.union([z.string(), z.array(z.union([z.string(), z.looseObject({ text: z.string() })]))])

const Message = z.looseObject({
  id: z.number(),
  type: z.string(),
  /** Older versions write only the local time. */
  date: z.string().optional(),
  date_unixtime: z.string().optional(),
  photo: z.string().optional(),
  file: z.string().optional(),
  media_type: z.string().optional(),
  mime_type: z.string().optional(),
  media_spoiler: z.boolean().optional(),
  text: Text.default(''),
})

/** The sentence in place of a file that was not exported, possibly after the file's name. */
const NOT_EXPORTED = /\((?:File|Photo) (?:unavailable|exceeds maximum size|not included)[^()]*\)$/

/**
 * Reads the export of one chat or channel by Telegram Desktop in the format JSON.
 * @throws a one-line error for the export of a whole account, which would publish private chats
 */
export async function telegramSource(tree: FileTree): Promise<ImportSource> {
  const open = async () => readJsonList(await tree.open(TELEGRAM_FILE))
  const head = await open().then(
    ({ head: found }) => Chat.safeParse(found).data,
    () => undefined,
  )
  if (!head) {
    await tree.close()
    throw new Error(
      `${TELEGRAM_FILE} is not the export of one chat: open the chat in Telegram Desktop, and choose Export chat history and JSON`,
    )
  }
  const name = head.name ?? ''
  return { kind: 'a Telegram export', items: () => itemsOf(tree, open, name), close: tree.close }
}

async function* itemsOf(tree: FileTree, open: () => Promise<JsonList>, chat: string): AsyncGenerator<ImportItem> {
  for await (const raw of (await open()).elements) {
    const { data } = Message.safeParse(raw)
    const item = data ? itemOf(tree, data, chat) : skippedItem('a message', 'unreadable', 'has an unknown format')
    if (item) yield item
  }
}

/** Returns the picture of a message; null for messages without a file, such as texts and polls. */
function itemOf(tree: FileTree, message: z.infer<typeof Message>, chat: string): ImportItem | null {
  const label = `message ${message.id}`
  if (message.type === 'unsupported')
    return skippedItem(label, 'unsupported type', 'Telegram Desktop did not export it')
  const file = message.photo ?? message.file
  // Service messages have the pictures of the chat itself.
  if (message.type !== 'message' || file === undefined) return null
  if (message.photo === undefined && (message.media_type === 'sticker' || !PICTURE_MIME.test(message.mime_type ?? '')))
    return skippedItem(label, 'unsupported type', `${message.media_type ?? message.mime_type ?? 'file'}: ${file}`)
  const caption = splitCaption(textOf(message.text))
  return {
    label: `${label}, ${file}`,
    // Names of photos, such as photo_1@21-05-2024_10-11-12.jpg, are meaningless.
    fileName: message.photo === undefined ? file : '',
    name: caption.name || (message.photo === undefined ? '' : chat),
    description: caption.description,
    tags: [],
    createdAt: timeOf(message),
    isSensitive: message.media_spoiler,
    async open() {
      if (NOT_EXPORTED.test(file)) throw new Skipped('missing file', file)
      return tree.open(file)
    },
  }
}

const textOf = (text: z.infer<typeof Text>): string =>
  typeof text === 'string' ? text : text.map((part) => (typeof part === 'string' ? part : part.text)).join('')

const timeOf = ({ date, date_unixtime: seconds }: z.infer<typeof Message>): Date | undefined =>
  seconds === undefined ? timeFrom(date) : timeFrom(new Date(Number(seconds) * 1000 || Number.NaN).toJSON() ?? '')
