import type { Meme } from '#contract/memes/memes.ts'
import { textsOf } from '#server/platform/texts/texts.ts'
import { shorten } from '../sharing/page-head.ts'
import type { BotDeps } from './answer-search.ts'
import { answerCommand, languageOfWords } from './command.ts'
import { pictureFacts, TEXT_MAX_CHARS } from './picture-facts.ts'

/** Returns the id of the user who typed a command, for rate limiting. */
export const slackUser = (form: URLSearchParams): string | undefined =>
  form.get('user_id') ? `${form.get('team_id')}/${form.get('user_id')}` : undefined

/** Answers a slash command: the best match for the whole channel, or a notice for the user alone. Null for Slack's SSL check. */
export async function answerSlack(deps: BotDeps, form: URLSearchParams): Promise<object | null> {
  if (form.get('ssl_check') === '1') return null
  const asker = `${slackUser(form)}/${form.get('channel_id')}`
  const answer = await answerCommand(deps, { asker, text: form.get('text') ?? '', name: '/meme' })
  return 'meme' in answer ? show(answer.meme, deps.config.publicUrl) : whisper(answer.notice)
}

/** Slack does not send the user's language with a command, so the words decide it. */
export const slackNotice = (form: URLSearchParams, notice: 'busy' | 'tooMany'): object =>
  whisper(textsOf('bots', languageOfWords(form.get('text') ?? ''))(notice))

function show(meme: Meme, publicUrl: string): object {
  const { name, alt, page, url } = pictureFacts(meme, publicUrl)
  return {
    response_type: 'in_channel',
    text: asText(`${name} ${page}`),
    blocks: [
      {
        type: 'image',
        title: { type: 'plain_text', text: name || page, emoji: false },
        image_url: url,
        alt_text: alt,
      },
      { type: 'context', elements: [{ type: 'mrkdwn', text: `<${asText(page)}|${asText(name || page)}>` }] },
    ],
  }
}

const whisper = (text: string) => ({ response_type: 'ephemeral', text: asText(shorten(text, TEXT_MAX_CHARS)) })

/** Escapes the three characters that Slack reads as links and mentions. */
const asText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
