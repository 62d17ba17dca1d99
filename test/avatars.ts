import type { TestApp } from './app.ts'
import { unique } from './factories.ts'
import { multipart } from './multipart.ts'
import { randomPicture } from './random-picture.ts'

/** Sets a unique avatar for a member; returns the key of its file. */
export async function updateAvatar(app: TestApp, token: string): Promise<string> {
  const answer = await app.call('PUT', '/users/me/profile', {
    token,
    ...multipart([
      { name: 'displayName', value: 'With a face' },
      { name: 'avatar', value: await randomPicture(unique()), fileName: 'me.png', type: 'image/png' },
    ]),
  })
  return String(answer.body.profile.avatar).replace('/media/', '')
}
