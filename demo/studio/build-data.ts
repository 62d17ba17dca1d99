import { DEMO_ACTIONS, type DemoData, type DemoPerson } from '../data.ts'
import { pictureFile, sketchMeme } from './draw-demo.ts'
import { findDrawnWords } from './drawing/drawn-words.ts'
import { demoPlan } from './plan.ts'

/** The data set without its pictures: people, memes with the words in them, follows and actions. The same on every call. */
export function buildDemoData(): DemoData {
  const plan = demoPlan()
  return {
    people: plan.users.map(
      ({ username, displayName, bio, language, joinedDaysAgo }): DemoPerson => ({
        username,
        displayName,
        bio,
        language,
        joinedDaysAgo,
        avatar: avatarFile(username),
      }),
    ),
    memes: plan.memes.map((meme) => {
      const drawing = sketchMeme(meme)
      return {
        name: meme.name,
        description: meme.description,
        language: meme.language,
        creator: meme.creator,
        minutesAgo: meme.minutesAgo,
        picture: pictureFile(meme, drawing),
        words: findDrawnWords(drawing).map(({ text, x, y, width, height }) => ({
          text,
          x: rounded(x),
          y: rounded(y),
          width: rounded(width),
          height: rounded(height),
        })),
      }
    }),
    follows: plan.follows,
    actions: plan.actions.map(
      ({ memeIndex, userIndex, action, minutesAgo }) =>
        [memeIndex, userIndex ?? -1, DEMO_ACTIONS.indexOf(action), minutesAgo] as const,
    ),
  }
}

export const avatarFile = (username: string) => `avatar-${username}.png`

/** Four digits: a tenth of a pixel at 1,000 px. */
const rounded = (fraction: number) => Math.round(fraction * 10_000) / 10_000
