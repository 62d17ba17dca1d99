import * as z from 'zod'
import type { Meme } from '#contract/memes/memes.ts'
import { textsOf } from '#server/platform/texts/texts.ts'
import { readPosition, writePosition } from '../search/query/cursor.ts'
import { isAnimatedGif, memePath, sharePicturePath } from '../sharing/meme-facts.ts'
import { absolute } from '../sharing/page-head.ts'
import { shareSize } from '../sharing/share-picture-size.ts'
import { answerSearch, type BotDeps } from './answer-search.ts'
import { languageOfCode } from './language-of-code.ts'

/** Telegram accepts at most 50 results. */
const RESULTS = 30
const CACHE_SECONDS = 60

const From = z.object({ id: z.number(), language_code: z.string().optional() })
/** The updates that the bot handles. It acknowledges and ignores all others, or Telegram would resend them. */
const Update = z.object({
  inline_query: z.object({ id: z.string(), from: From, query: z.string(), offset: z.string() }).optional(),
  message: z
    .object({
      from: From.optional(),
      chat: z.object({ id: z.number(), type: z.string() }),
      text: z.string().optional(),
    })
    .optional(),
})

/** Returns the sender's id for rate limiting; undefined for updates without a sender. */
export function telegramUser(body: unknown): string | undefined {
  const update = Update.safeParse(body).data
  const id = update?.inline_query?.from.id ?? update?.message?.from?.id
  return id === undefined ? undefined : String(id)
}

/** A Bot API method call, returned as the response to an update. */
export type TelegramAnswer = Record<string, unknown> & { method?: string }

/** Returns the bot's response to an update (Bot API, "Making requests when getting updates"). */
export async function answerTelegram(deps: BotDeps, body: unknown): Promise<TelegramAnswer> {
  const { inline_query: query, message } = Update.safeParse(body).data ?? {}
  if (message?.chat.type === 'private') {
    const text = textsOf('bots', languageOfCode(message.from?.language_code))('hello')
    return { method: 'sendMessage', chat_id: message.chat.id, text }
  }
  if (!query) return {}
  const language = languageOfCode(query.from.language_code)
  const after = offsetOf(query.offset)
  const page = await answerSearch(deps, language, { words: query.query, limit: RESULTS, after })
  return {
    method: 'answerInlineQuery',
    inline_query_id: query.id,
    results: page.memes.map((meme) => result(meme, deps.config.publicUrl)),
    cache_time: CACHE_SECONDS,
    next_offset: writePosition(page.next),
  }
}

/** Returns an empty result list, for when the search fails or is rate limited. */
export function emptyTelegramAnswer(body: unknown): TelegramAnswer {
  const query = Update.safeParse(body).data?.inline_query
  return query ? { method: 'answerInlineQuery', inline_query_id: query.id, results: [], cache_time: 0 } : {}
}

function result(meme: Meme, publicUrl: string): object {
  const picture = absolute(publicUrl, sharePicturePath(meme))
  const { image } = meme
  const common = { id: meme._id, title: meme.name, thumbnail_url: picture }
  if (isAnimatedGif(image)) {
    const [gif_width, gif_height] = [image.width, image.height]
    return { ...common, type: 'gif', gif_url: absolute(publicUrl, image.imageOrigin), gif_width, gif_height }
  }
  const { width, height } = shareSize(image)
  const description = absolute(publicUrl, memePath(meme._id))
  return { ...common, type: 'photo', photo_url: picture, photo_width: width, photo_height: height, description }
}

/** Starts at the beginning for an offset that this bot did not give. */
function offsetOf(offset: string) {
  try {
    return readPosition(offset)
  } catch {
    return undefined
  }
}
