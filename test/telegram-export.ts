/** Writes JSON as Telegram Desktop does: an item per line, and control characters as `\x1F`, which is not JSON. */
export const telegramJson = (content: unknown): string =>
  JSON.stringify(content, null, 1).replace(/\\(?:u00([01][\da-f])|b|f|.)/g, (whole, hex?: string) => {
    if (hex) return `\\x${hex.toUpperCase()}`
    return { '\\b': '\\x08', '\\f': '\\x0C' }[whole] ?? whole
  })

let ids = 0

/** A message with the fields of every message, as in `SerializeMessage` of `export_output_json.cpp`. */
export function telegramMessage(fields: Record<string, unknown>): Record<string, unknown> {
  ids += 1
  const { text = '', ...rest } = fields
  const parts = Array.isArray(text) ? text : [text]
  return {
    id: ids,
    type: 'message',
    date: '2024-05-21T10:11:12',
    date_unixtime: '1716279072',
    from: 'Dank memes',
    from_id: 'channel1234567890',
    ...rest,
    text,
    text_entities: parts
      .filter((part) => part !== '')
      .map((part) => (typeof part === 'string' ? { type: 'plain', text: part } : part)),
  }
}

/** The export of one channel: `writeDialogStart` with `onlySinglePeer`. */
export const telegramChat = (messages: unknown[]) => ({
  name: 'Dank memes',
  type: 'public_channel',
  id: 1234567890,
  messages,
})

/** The photo fields of a message, with the name that `PreparePhotoFileName` gives. */
export const telegramPhoto = (index: number, bytes: number) => ({
  photo: `photos/photo_${index}@21-05-2024_10-11-12.jpg`,
  photo_file_size: bytes,
  width: 320,
  height: 240,
})

export const NOT_INCLUDED = '(File not included. Change data exporting settings to download.)'
export const TOO_LARGE = '(File exceeds maximum size. Change data exporting settings to download.)'
