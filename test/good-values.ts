import type { CallShape } from '#contract/call.ts'

/** Valid values by field name, with the id of a meme wherever an id is wanted; fields not listed are omitted. */
export const goodValues = (memeId: string): Record<string, unknown> => ({
  id: memeId,
  imageId: memeId,
  memeId: memeId,
  uploadId: memeId,
  fileId: '0',
  exportId: memeId,
  sessionId: memeId,
  scopes: ['read'],
  email: 'nobody@example.com',
  name: 'A name',
  username: 'nobody-yet',
  password: 'secret1',
  currentPassword: 'secret1',
  newPassword: 'secret2',
  code: '123456',
  challenge: 'challenge',
  credential: {
    id: 'AAAA',
    rawId: 'AAAA',
    type: 'public-key',
    response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
  },
  access_token: 'token',
  idToken: 'token',
  token: 'token',
  displayName: 'Somebody',
  action: 'view',
  kind: 'tag',
  until: '2024-01-01T00:00:00Z',
  reason: 'other',
  text: 'Please look again',
  role: 'member',
  sensitive: true,
  readText: 'Words',
  network: '203.0.113.0/24',
  q: 'cat',
  tag: 'cat',
  of: 'kitty',
  texts: [{ language: 'en', names: ['Kitty'], shows: 'A cat sits.', origin: 'A photo.' }],
  url: 'http://127.0.0.1:1/cat.png',
  keys: ['key'],
  size: 1,
  memes: null,
  megabytes: null,
  endpoint: 'https://push.example.com/send/1',
  p256dh: 'B'.repeat(87),
  auth: 'A'.repeat(22),
  events: ['meme.created'],
  deliveryId: memeId,
  memeIds: [memeId],
  templateId: memeId,
  move: 'later',
  keep: true,
  repairs: [{ points: [{ x: 0.5, y: 0.5 }], size: 0.1 }],
  captions: [{ text: 'Hello', x: 0.1, y: 0.1, width: 0.8, height: 0.2 }],
  lastId: memeId,
  lastMemeId: memeId,
  lastCreatedAt: '2024-01-01T00:00:00Z',
  lastAddedAt: '2024-01-01T00:00:00Z',
  lastPoint: '1',
  lastScore: '1',
})

/** The minimal valid input for a part of a call, from a table of good values. */
export function leastOf(schema: CallShape['params'], good: Record<string, unknown>): Record<string, unknown> {
  const shape = (schema?._zod.def as { shape?: object } | undefined)?.shape ?? {}
  return Object.fromEntries(Object.keys(shape).flatMap((name) => (name in good ? [[name, good[name]]] : [])))
}

/** The path of a call with its parameters filled in. */
export const pathOf = (call: CallShape, params: Record<string, unknown>): string =>
  call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
