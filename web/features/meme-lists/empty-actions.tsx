import { ImagePlus, Images } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '../../lib/paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { quickUpload } from '../memes/quick-upload/quick-upload-modal-state.ts'

/** Under an empty list: the way to the home page. */
export function BrowseLink({ children }: { children: ReactNode }) {
  return (
    <ButtonLink to={paths.home} icon={<Images size={20} />}>
      {children}
    </ButtonLink>
  )
}

/** Under an empty list of one's own: opens quick upload. */
export function UploadButton({ children }: { children: ReactNode }) {
  return (
    <Button icon={<ImagePlus size={20} />} onClick={() => quickUpload.open()}>
      {children}
    </Button>
  )
}
