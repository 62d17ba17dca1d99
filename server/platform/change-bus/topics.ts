/**
 * The pub/sub topics of the change bus: all kinds of changes that nodes exchange. Each is a NOTIFY channel, or one payload of a
 * channel that several topics share. The payload of other channels is the `key`, such as the id of the member concerned.
 */
export const TOPICS = {
  /** Memes or people were hidden or shown again. */
  memeVisibilityChanged: { channel: 'meme_visibility', payload: '' },
  /** Memes were published or edited, and none was hidden. */
  memesWritten: { channel: 'meme_visibility', payload: 'written' },
  /** Relations between memes were recomputed; the memes did not change. */
  memesRelated: { channel: 'meme_visibility', payload: 'related' },
  /** A trigger on `blobs` reports files that are no longer public. */
  filesHidden: { channel: 'hidden_files', payload: '' },
  /** A profile's name or picture changed. */
  peopleChanged: { channel: 'people', payload: '' },
  /** Templates were renamed, split or merged. */
  templatesChanged: { channel: 'templates', payload: '' },
  /** A moderator changed the well-known templates. */
  knownChanged: { channel: 'templates', payload: 'known' },
  /** The trending lists were recomputed. */
  trendingChanged: { channel: 'trending', payload: '' },
  /** The settings or the logo of the site changed. */
  siteChanged: { channel: 'site', payload: '' },
  /** Key: the bulk upload. */
  uploadProgressed: { channel: 'upload_progress', payload: null },
  /** Key: the member with the changed notifications. */
  notified: { channel: 'notifications', payload: null },
  /** A trigger reports sessions, access tokens and members that lost access. Key: the id of the one that ended. */
  accessEnded: { channel: 'ended_access', payload: null },
  /** A trigger reports new deliveries of webhooks. */
  webhooksDue: { channel: 'webhooks', payload: '' },
} as const satisfies Record<string, { channel: string; payload: string | null }>

/** The changes that any visitor may see. */
export const VISIBLE_TOPICS = [
  'memeVisibilityChanged',
  'memesWritten',
  'filesHidden',
  'peopleChanged',
  'templatesChanged',
  'knownChanged',
  'trendingChanged',
  'siteChanged',
] as const satisfies TopicName[]

export type TopicName = keyof typeof TOPICS
export type KeyedTopic = {
  [Name in TopicName]: (typeof TOPICS)[Name]['payload'] extends null ? Name : never
}[TopicName]
export type PlainTopic = Exclude<TopicName, KeyedTopic>
