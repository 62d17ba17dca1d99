import { useEffect } from 'react'
import { isInTextField } from '../../lib/data-transfer.ts'
import { takeEarlyFiles } from '../../lib/early-files.ts'
import { toast } from '../../ui/toast.ts'
import { quickUpload } from '../memes/quick-upload/quick-upload-modal-state.ts'
import { droppedFiles } from './dropped-files.ts'

/** While mounted, handles drops and pastes on the whole page, instead of quick upload. */
export function usePageFiles(onFiles: ((files: File[]) => void) | null): void {
  useEffect(() => quickUpload.enterUploadScreen(), [])
  useEffect(() => {
    const early = onFiles ? takeEarlyFiles() : []
    if (early.length > 0) onFiles?.(early)
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
    const mark = (isDragging: boolean) => document.documentElement.toggleAttribute('data-dragging', isDragging)
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      mark(onFiles !== null)
    }
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) mark(false)
    }
    const drop = (event: DragEvent) => {
      mark(false)
      if (!hasFiles(event) || !event.dataTransfer) return
      event.preventDefault()
      if (onFiles) droppedFiles(event.dataTransfer).then(onFiles, toast.error)
    }
    const paste = ({ clipboardData, target }: ClipboardEvent) => {
      const files = [...(clipboardData?.files ?? [])]
      if (onFiles && files.length > 0 && !isInTextField(target)) onFiles(files)
    }
    window.addEventListener('dragenter', over)
    window.addEventListener('dragover', over)
    window.addEventListener('dragleave', leave)
    window.addEventListener('drop', drop)
    window.addEventListener('paste', paste)
    return () => {
      window.removeEventListener('dragenter', over)
      window.removeEventListener('dragover', over)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('drop', drop)
      window.removeEventListener('paste', paste)
      mark(false)
    }
  }, [onFiles])
}
