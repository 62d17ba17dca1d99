import { Camera, Trash2, Undo2 } from 'lucide-react'
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import looks from '../../ui/looks.module.css'
import { toast } from '../../ui/toast.ts'
import { visuallyHidden } from '../../ui/visually-hidden.tsx'
import { avatarProblem } from './avatar-file.ts'
import styles from './profile-form.module.css'

/** Unsaved choice: a picture, `none` to remove it, or null if unchanged. */
export type AvatarChoice = File | 'none' | null

interface AvatarPickerProps {
  name: string
  current: string | null
  choice: AvatarChoice
  onChange: (choice: AvatarChoice) => void
}

/** The avatar with buttons to choose another or remove it. Nothing is sent before the form is saved. */
export function AvatarPicker({ name, current, choice, onChange }: AvatarPickerProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const chooser = useRef<HTMLButtonElement>(null)
  const preview = useObjectUrl(choice === 'none' ? null : choice)
  const shown = choice === 'none' ? null : (preview ?? current)
  const hint = {
    none: t('account.profile.avatarRemoved'),
    chosen: t('account.profile.avatarChosen'),
    nothing: t('account.profile.avatarHint'),
  }[choice === 'none' ? choice : choice ? 'chosen' : 'nothing']
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = event.target.files?.[0]
    // Reset the input, so that choosing the same file again fires a change.
    event.target.value = ''
    if (!chosen) return
    const problem = avatarProblem(chosen)
    if (problem) toast.error(t(problem))
    else onChange(chosen)
  }
  return (
    <div className={styles.avatar}>
      <Avatar name={name} src={shown} size={96} />
      <div className={styles.avatarText}>
        <div className={looks.row2}>
          <Button
            ref={chooser}
            variant="secondary"
            size="sm"
            icon={<Camera size={18} />}
            onClick={() => input.current?.click()}
          >
            {t('account.profile.chooseAvatar')}
          </Button>
          {shown && (
            <Button
              variant="ghost"
              size="sm"
              icon={<Trash2 size={18} />}
              onClick={() => {
                // Discards an unsaved choice. A saved avatar is removed when the form is saved.
                onChange(choice || !current ? null : 'none')
                chooser.current?.focus()
              }}
            >
              {t('account.profile.removeAvatar')}
            </Button>
          )}
          {choice === 'none' && (
            <Button
              variant="ghost"
              size="sm"
              icon={<Undo2 size={18} />}
              onClick={() => {
                onChange(null)
                chooser.current?.focus()
              }}
            >
              {t('account.profile.keepAvatar')}
            </Button>
          )}
        </div>
        <p className={looks.quiet} role="status">
          {hint}
        </p>
        <input
          ref={input}
          type="file"
          accept="image/*"
          className={visuallyHidden}
          tabIndex={-1}
          aria-label={t('account.profile.avatar')}
          onChange={choose}
        />
      </div>
    </div>
  )
}

function useObjectUrl(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!file) return setUrl(null)
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}
