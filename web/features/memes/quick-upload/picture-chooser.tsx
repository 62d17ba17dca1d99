import { ImagePlus, Trash2, Type } from 'lucide-react'
import { type ChangeEvent, type Ref, useRef } from 'react'
import { formatFileSize } from '../../../lib/format.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { paths } from '../../../lib/paths.ts'
import { canReadClipboard, readClipboard } from '../../../lib/read-clipboard.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import looks from '../../../ui/looks.module.css'
import { Spinner } from '../../../ui/spinner.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast.ts'
import styles from './picture-chooser.module.css'
import { PICTURE_TYPES, type PictureProblem } from './picture-file.ts'
import type { ChosenPicture } from './upload-state.ts'
import { useObjectUrl } from './use-object-url.ts'

interface PictureChooserProps {
  /** Ref of the button that opens the file picker. */
  button: Ref<HTMLButtonElement>
  picture: ChosenPicture
  link: string
  disabled: boolean
  onFiles: (files: readonly File[]) => void
  onLink: (link: string) => void
  onClear: () => void
  /** Opens the studio with the picture; undefined if it was made there. */
  onCaption: ((file: File) => void) | undefined
}

const NOTHING = { files: [], link: null }

const PROBLEMS = {
  notPicture: 'upload.problem.notPicture',
  tooLarge: 'upload.problem.tooLarge',
  empty: 'upload.problem.empty',
} as const satisfies Record<PictureProblem, string>

/** Chooses a picture by drop, paste, picker or link. The whole page handles drops and pastes; this only shows the target. */
export function PictureChooser({
  button,
  picture,
  link,
  disabled,
  onFiles,
  onLink,
  onClear,
  onCaption,
}: PictureChooserProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(event.target.files ?? [])])
    // Reset the input, so that choosing the same file again fires a change.
    event.target.value = ''
  }
  const paste = async () => {
    const { files, link: copied } = await readClipboard().catch(() => NOTHING)
    if (files.length > 0) onFiles(files)
    else if (copied) onLink(copied)
    else toast.info(t('upload.nothingToPaste'))
  }
  return (
    <div className={looks.stack4}>
      <input
        ref={input}
        type="file"
        multiple
        accept={PICTURE_TYPES.join(',')}
        className={styles.file}
        tabIndex={-1}
        aria-label={t('upload.choose')}
        disabled={disabled}
        onChange={pick}
      />
      {picture.kind === 'ready' ? (
        <>
          <Preview file={picture.file} disabled={disabled} onClear={onClear} />
          {onCaption && (
            <ButtonLink
              to={paths.create()}
              variant="secondary"
              icon={<Type size={20} />}
              onClick={() => onCaption(picture.file)}
            >
              {t('upload.addCaptions')}
            </ButtonLink>
          )}
        </>
      ) : (
        <div className={styles.drop} data-kind={picture.kind}>
          {picture.kind === 'fetching' ? (
            <Spinner size="2.25rem" label={t('upload.fetching')} />
          ) : (
            <>
              <ImagePlus size={36} strokeWidth={1.5} aria-hidden="true" />
              <p className={styles.lead}>{t('upload.drop')}</p>
              <div className={styles.ways}>
                <Button ref={button} variant="secondary" disabled={disabled} onClick={() => input.current?.click()}>
                  {t('upload.choose')}
                </Button>
                {canReadClipboard() && (
                  <Button variant="secondary" disabled={disabled} onClick={() => void paste()}>
                    {t('upload.paste')}
                  </Button>
                )}
              </div>
              {picture.kind === 'refused' ? (
                <p className={styles.problem} role="alert">
                  {t(PROBLEMS[picture.problem])}
                </p>
              ) : (
                <p className={styles.hint}>{t('upload.kinds')}</p>
              )}
            </>
          )}
        </div>
      )}
      {picture.kind !== 'ready' && (
        <TextField
          label={t('upload.link')}
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          hint={t('upload.linkHint')}
          value={link}
          disabled={disabled}
          error={picture.kind === 'linkFailed' ? t('upload.linkFailed') : undefined}
          onChange={(event) => onLink(event.target.value)}
        />
      )}
    </div>
  )
}

function Preview({ file, disabled, onClear }: { file: File; disabled: boolean; onClear: () => void }) {
  const { t, language } = useTranslation()
  const url = useObjectUrl(file)
  return (
    <figure className={styles.preview}>
      {url && <img src={url} alt={t('upload.preview')} />}
      <figcaption className={styles.caption}>
        <span className={looks.oneLine}>{file.name}</span>
        <span className={styles.size}>{formatFileSize(file.size, language)}</span>
      </figcaption>
      <span className={styles.clear}>
        <IconButton
          variant="shade"
          label={t('upload.remove')}
          tooltip="end"
          icon={<Trash2 size={20} />}
          disabled={disabled}
          onClick={onClear}
        />
      </span>
    </figure>
  )
}
