import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

export interface DemoPerson {
  username: string
  displayName: string
  bio: string
  language: 'en' | 'vi'
  joinedDaysAgo: number
  /** A file of the data set: a square PNG of 512 px. */
  avatar: string
}

/** A word in a picture, with its box in fractions of the width and height, from the upper left corner. */
export interface DemoWord {
  text: string
  x: number
  y: number
  width: number
  height: number
}

export interface DemoMeme {
  name: string
  description: string
  language: 'en' | 'vi'
  /** Index into `people`. */
  creator: number
  minutesAgo: number
  /** A file of the data set: PNG, JPEG, WebP or GIF. */
  picture: string
  words: DemoWord[]
}

export const DEMO_ACTIONS = ['view', 'like', 'dislike', 'copy', 'add-to-album'] as const

/** [index into `memes`, index into `people` or -1 for a visitor, index into DEMO_ACTIONS, minutes ago]. */
export type DemoAction = readonly [meme: number, person: number, action: number, minutesAgo: number]

/** Twelve people, their memes, and their actions in the past month; times are in minutes before the site is filled. */
export interface DemoData {
  people: DemoPerson[]
  memes: DemoMeme[]
  /** Pairs of follower and followed, as indexes into `people`. */
  follows: (readonly [follower: number, followed: number])[]
  /** Oldest first; a view precedes the same viewer's other actions on a meme. */
  actions: DemoAction[]
}

const FOLDER = new URL('./files/', import.meta.url)
const DATA = new URL('./demo.json', import.meta.url)

/** Reads the data set. Throws if a file is missing. */
export async function readDemoData(): Promise<DemoData> {
  return JSON.parse(await readFile(DATA, 'utf8')) as DemoData
}

/** The bytes of a picture or an avatar of the data set. */
export function readDemoFile(name: string): Promise<Buffer> {
  return readFile(new URL(name, FOLDER))
}

/** The folder of the pictures. */
export const demoFolder = fileURLToPath(FOLDER)
