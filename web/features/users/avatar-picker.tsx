import { Camera } from 'lucide-react'
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'
import { avatarProblem } from './avatar-file.ts'
import styles from './profile-form.module.css'

interface AvatarPickerProps {
  name: string
  current: string | null
  /** Chosen and not saved yet. */
  file: File | null
  onChange: (file: File | null) => void
}

/** The face, and a button that chooses another; nothing is sent before the form is saved. */
export function AvatarPicker({ name, current, file, onChange }: AvatarPickerProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const preview = useObjectUrl(file)
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = event.target.files?.[0]
    // Emptied, so that choosing the same file once more is noticed.
    event.target.value = ''
    if (!chosen) return
    const problem = avatarProblem(chosen)
    if (problem) toast.error(t(problem))
    else onChange(chosen)
  }
  return (
    <div className={styles.avatar}>
      <Avatar name={name} src={preview ?? current} size={96} />
      <div className={styles.avatarText}>
        <Button variant="secondary" size="sm" icon={<Camera size={18} />} onClick={() => input.current?.click()}>
          {t('account.profile.chooseAvatar')}
        </Button>
        <p className={styles.hint}>{file ? t('account.profile.avatarChosen') : t('account.profile.avatarHint')}</p>
        <input
          ref={input}
          type="file"
          accept="image/*"
          className={styles.file}
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
