import type { Meme } from '#contract/memes.ts'
import { pictureAlt } from '#contract/picture-alt.ts'
import { memePath, sharePicturePath } from '../sharing/meme-facts.ts'
import { absolute, shorten } from '../sharing/page-head.ts'
import { answerSearch, type BotDeps } from './answer-search.ts'
import { botTexts } from './texts.ts'

/** Slack's own bound of a block's texts. */
const TEXT_MAX_CHARS = 2000
/** Slack does not say which language a person reads. */
const LANGUAGE = 'en'

/** Who typed a command, for counting. */
export const slackUser = (form: URLSearchParams): string | undefined =>
  form.get('user_id') ? `${form.get('team_id')}/${form.get('user_id')}` : undefined

/** The answer to a slash command: the best match for everybody, or a word to the person alone. Null to a check of the address. */
export async function answerSlack(deps: BotDeps, form: URLSearchParams): Promise<object | null> {
  if (form.get('ssl_check') === '1') return null
  const words = form.get('text') ?? ''
  const { memes } = await answerSearch(deps, LANGUAGE, { words, limit: 5 })
  return memes[0] ? show(memes[0], deps.config.publicUrl) : whisper(botTexts(LANGUAGE).nothing(words))
}

export const slackNotice = (notice: 'busy' | 'tooMany'): object => whisper(botTexts(LANGUAGE)[notice])

function show(meme: Meme, publicUrl: string): object {
  const address = absolute(publicUrl, memePath(meme._id))
  const name = shorten(meme.name, 150)
  return {
    response_type: 'in_channel',
    text: asText(`${name} ${address}`),
    blocks: [
      {
        type: 'image',
        title: { type: 'plain_text', text: name || address, emoji: false },
        image_url: absolute(publicUrl, sharePicturePath(meme)),
        alt_text: shorten(pictureAlt(meme), TEXT_MAX_CHARS),
      },
      { type: 'context', elements: [{ type: 'mrkdwn', text: `<${asText(address)}|${asText(name || address)}>` }] },
    ],
  }
}

const whisper = (text: string) => ({ response_type: 'ephemeral', text: asText(shorten(text, TEXT_MAX_CHARS)) })

/** The three signs that Slack reads as links and mentions. */
const asText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
