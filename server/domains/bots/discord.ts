import * as z from 'zod'
import type { Meme } from '#contract/memes/memes.ts'
import { Id } from '#contract/primitives.ts'
import { textsOf } from '#server/platform/texts/texts.ts'
import { isAnimatedGif, memePath, sharePicturePath } from '../sharing/meme-facts.ts'
import { absolute, shorten } from '../sharing/page-head.ts'
import { answerSearch, type BotDeps, findPicked } from './answer-search.ts'
import { languageOfCode } from './language-of-code.ts'

/** Interaction and response types, as Discord numbers them. */
const ASKED = { ping: 1, command: 2, autocomplete: 4 } as const
const ANSWER = { pong: 1, message: 4, choices: 8 } as const
/** Flag for a message that only the asking person sees. */
const EPHEMERAL = 64
/** Discord accepts at most 25 choices of at most 100 characters. */
const CHOICES = 25
const CHOICE_MAX_CHARS = 100
const TITLE_MAX_CHARS = 256
/** Prefix that distinguishes a picked choice from typed words. */
const PICKED = 'meme:'

const Interaction = z.object({
  type: z.number(),
  locale: z.string().optional(),
  member: z.object({ user: z.object({ id: z.string() }) }).optional(),
  user: z.object({ id: z.string() }).optional(),
  data: z.object({ options: z.array(z.object({ name: z.string(), value: z.unknown() })).optional() }).optional(),
})

/** Returns the asking user's id for rate limiting: the member in a server, the user in a direct message. */
export function discordUser(body: unknown): string | undefined {
  const asked = Interaction.safeParse(body).data
  return asked?.member?.user.id ?? asked?.user?.id
}

/** Returns Discord's response to an interaction; null if the body is not an interaction that the bot handles. */
export async function answerDiscord(deps: BotDeps, body: unknown): Promise<object | null> {
  const asked = Interaction.safeParse(body).data
  if (!asked) return null
  if (asked.type === ASKED.ping) return { type: ANSWER.pong }
  const language = languageOfCode(asked.locale)
  const [option] = asked.data?.options ?? []
  const words = String(option?.value ?? '')
  if (asked.type === ASKED.autocomplete) {
    const { memes } = await answerSearch(deps, language, { words, limit: CHOICES })
    return { type: ANSWER.choices, data: { choices: memes.map(choice) } }
  }
  if (asked.type !== ASKED.command) return null
  const picked = words.startsWith(PICKED) ? Id.safeParse(words.slice(PICKED.length)).data : undefined
  if (picked) {
    const meme = await findPicked(deps, language, picked)
    return meme ? show(meme, deps.config.publicUrl) : whisper(textsOf('bots', language)('gone'))
  }
  const { memes } = await answerSearch(deps, language, { words, limit: 5 })
  return memes[0] ? show(memes[0], deps.config.publicUrl) : whisper(textsOf('bots', language)('nothing', { words }))
}

/** Returns a notice that only the asking person sees, for when there is no answer. */
export function discordNotice(body: unknown, notice: 'busy' | 'tooMany'): object {
  const asked = Interaction.safeParse(body).data
  if (asked?.type === ASKED.autocomplete) return { type: ANSWER.choices, data: { choices: [] } }
  return whisper(textsOf('bots', languageOfCode(asked?.locale))(notice))
}

const choice = (meme: Meme) => ({ name: shorten(meme.name || meme._id, CHOICE_MAX_CHARS), value: PICKED + meme._id })

function show(meme: Meme, publicUrl: string): object {
  const { image } = meme
  const picture = absolute(publicUrl, isAnimatedGif(image) ? image.imageOrigin : sharePicturePath(meme))
  const embed = {
    title: shorten(meme.name, TITLE_MAX_CHARS),
    url: absolute(publicUrl, memePath(meme._id)),
    image: { url: picture },
  }
  // A meme name that contains @everyone must not ping anyone.
  return { type: ANSWER.message, data: { embeds: [embed], allowed_mentions: { parse: [] } } }
}

const whisper = (content: string) => ({
  type: ANSWER.message,
  data: { content: shorten(content, 2000), flags: EPHEMERAL, allowed_mentions: { parse: [] } },
})
