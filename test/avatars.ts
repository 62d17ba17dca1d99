import type { TestApp } from './app.ts'
import { unique } from './factories.ts'
import { pictureForm } from './multipart.ts'
import { randomPicture } from './random-picture.ts'

/** Sets a unique avatar for a member; returns the key of its file. */
export async function updateAvatar(app: TestApp, token: string): Promise<string> {
  const answer = await app.call('PUT', '/users/me/profile', {
    token,
    ...pictureForm(await randomPicture(unique()), { displayName: 'With a face' }, 'avatar'),
  })
  return String(answer.body.profile.avatar).replace('/media/', '')
}
