import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod'
import { BIO_MAX_CHARS, DISPLAY_NAME_MAX_CHARS } from '#contract/limits.ts'
import { Bio, DisplayName } from '#contract/primitives.ts'
import { api } from '../../lib/api.ts'
import { showFieldErrors, useFieldText } from '../../lib/form-errors.ts'
import { formatMonth } from '../../lib/format.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { updateUser } from '../../lib/session.ts'
import type { SessionUser } from '../../lib/stored-session.ts'
import { Button } from '../../ui/button.tsx'
import looks from '../../ui/looks.module.css'
import { CharCount, TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { type AvatarChoice, AvatarPicker } from './avatar-picker.tsx'
import styles from './profile-form.module.css'

const Input = z.object({ displayName: DisplayName, bio: Bio })
type Input = z.infer<typeof Input>

function save(input: Input, avatar: AvatarChoice) {
  if (avatar === null) return api('PUT /users/me/profile', { body: input })
  if (avatar === 'none') return api('PUT /users/me/profile', { body: { ...input, avatar: null } })
  const form = new FormData()
  form.set('displayName', input.displayName)
  form.set('bio', input.bio)
  form.set('avatar', avatar)
  return api('PUT /users/me/profile', { form })
}

function useProfileForm(user: SessionUser) {
  const queryClient = useQueryClient()
  const [avatar, setAvatar] = useState<AvatarChoice>(null)
  const { displayName, bio } = user.profile
  const form = useForm<Input>({
    resolver: zodResolver(Input),
    values: { displayName, bio },
    // Server data that arrives while the user types must not overwrite their input.
    resetOptions: { keepDirtyValues: true },
  })
  const submit = form.handleSubmit(async (input) => {
    try {
      const { profile, message } = await save(input, avatar)
      updateUser({ profile })
      // Cached lists and cards include the name and avatar.
      void queryClient.invalidateQueries()
      setAvatar(null)
      form.reset({ displayName: profile.displayName, bio: profile.bio })
      toast.success(message)
    } catch (error) {
      if (!showFieldErrors(error, ['displayName', 'bio'], form.setError)) toast.error(error)
    }
  })
  return { ...form, submit, avatar, setAvatar }
}

export function ProfileForm({ user }: { user: SessionUser }) {
  const { t } = useTranslation()
  const fieldText = useFieldText()
  const { register, submit, formState, watch, avatar, setAvatar } = useProfileForm(user)
  const { errors, isSubmitting, isDirty } = formState
  return (
    <form className={`${looks.stack5} ${styles.form}`} onSubmit={(event) => void submit(event)} noValidate>
      <AvatarPicker
        name={user.profile.displayName}
        current={user.profile.avatar}
        choice={avatar}
        onChange={setAvatar}
      />
      <TextField
        label={t('account.profile.displayName')}
        autoComplete="nickname"
        aside={<CharCount length={[...watch('displayName')].length} max={DISPLAY_NAME_MAX_CHARS} />}
        error={fieldText(errors.displayName?.message)}
        {...register('displayName')}
      />
      <TextArea
        label={t('account.profile.bio')}
        hint={t('account.profile.bioHint')}
        rows={4}
        maxChars={BIO_MAX_CHARS}
        error={fieldText(errors.bio?.message)}
        {...register('bio')}
        value={watch('bio')}
      />
      <Fixed user={user} />
      <div className={looks.row3}>
        <Button type="submit" loading={isSubmitting} disabled={!isDirty && !avatar}>
          {t('account.profile.save')}
        </Button>
      </div>
    </form>
  )
}

/** Profile fields that this form cannot change. */
function Fixed({ user }: { user: SessionUser }) {
  const { t, language } = useTranslation()
  return (
    <dl className={styles.fixed}>
      <dt>{t('account.profile.joined')}</dt>
      <dd>{formatMonth(user.timestamps.createdAt, language)}</dd>
    </dl>
  )
}
