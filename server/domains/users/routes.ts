import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { AVATAR_MAX_BYTES } from '#contract/limits.ts'
import * as contract from '#contract/people/users.ts'
import type { Deps } from '#server/platform/deps.ts'
import { withPictureForm } from '#server/platform/http/picture-form.ts'
import { registerCall } from '#server/platform/http/register-call.ts'
import { receiveAvatar } from '#server/platform/images/prepare-avatar.ts'
import { messageText } from '#server/platform/texts/messages.ts'
import type { FileHooks } from './file-hooks.ts'
import { getMe, getUserCard } from './get-user.ts'
import { presentAccount } from './present.ts'
import { updatePreferences } from './update-preferences.ts'
import { updateProfile, updateProfileWithAvatar } from './update-profile.ts'

const PROFILE_CHANGES_PER_MINUTE = 60

export function userRoutes(app: FastifyInstance, deps: Deps & FileHooks): void {
  const avatarForm = {
    field: 'avatar',
    maxBytes: AVATAR_MAX_BYTES,
    fields: contract.ProfileInput,
    stage: (stream: Readable) => receiveAvatar(stream, deps),
  }

  registerCall(app, contract.getMe, async ({ viewer }) => ({ data: presentAccount(await getMe(deps, viewer)) }))

  registerCall(
    app,
    contract.updateProfile,
    async ({ viewer, body, request }) => {
      const profile = request.isMultipart()
        ? await withPictureForm(request, avatarForm, (input, avatar) =>
            avatar ? updateProfileWithAvatar(deps, viewer, input, avatar) : updateProfile(deps, viewer, input),
          )
        : await updateProfile(deps, viewer, body)
      return { message: messageText('profileSaved', viewer.language), profile }
    },
    { perMinute: PROFILE_CHANGES_PER_MINUTE },
  )

  registerCall(app, contract.updatePreferences, async ({ viewer, body }) => {
    const preferences = await updatePreferences(deps, viewer, body)
    return { message: messageText('preferencesSaved', preferences.contentLanguage), preferences }
  })

  registerCall(app, contract.getUser, async ({ viewer, params }) => ({
    data: await getUserCard(deps, viewer, params.id),
  }))
}
