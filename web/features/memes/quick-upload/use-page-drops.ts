import { useEffect } from 'react'
import { isInTextField, readPaste, readTransfer } from '../../../lib/data-transfer.ts'
import { takeEarlyFiles } from '../../../lib/early-files.ts'
import { quickUpload } from './quick-upload-modal-state.ts'

/**
 * Sends drops and pastes anywhere on the page to quick upload; dragging something over the page opens it. Ignores screens with
 * their own upload form, and drags that started on the page itself.
 * @param onLink called with the URL if there is no file
 */
export function usePageDrops(onLink: (link: string) => void): void {
  useEffect(() => {
    const early = quickUpload.current().mode === 'upload' ? [] : takeEarlyFiles()
    if (early.length > 0) quickUpload.open(early)
    const listeners = createListeners(onLink)
    for (const [name, listener] of Object.entries(listeners)) window.addEventListener(name, listener as EventListener)
    return () => {
      for (const [name, listener] of Object.entries(listeners))
        window.removeEventListener(name, listener as EventListener)
      markDragging(false)
    }
  }, [onLink])
}

function createListeners(onLink: (link: string) => void) {
  let isOwnDrag = false
  const isOurs = ({ dataTransfer, target }: DragEvent) => {
    const hasFiles = dataTransfer?.types.includes('Files') ?? false
    const isElsewhere = isOwnDrag || quickUpload.current().mode === 'upload'
    return dataTransfer !== null && !isElsewhere && (hasFiles || !isInTextField(target))
  }
  const over = (event: DragEvent) => {
    if (!isOurs(event)) return
    event.preventDefault()
    markDragging(true)
    if (quickUpload.current().mode === 'none' && !isOverSearchBar(event.target)) quickUpload.open()
  }
  return {
    dragstart: () => {
      isOwnDrag = true
    },
    dragend: () => {
      isOwnDrag = false
    },
    dragenter: over,
    dragover: over,
    dragleave: ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) markDragging(false)
    },
    drop: (event: DragEvent) => {
      markDragging(false)
      if (!isOurs(event) || !event.dataTransfer) return
      event.preventDefault()
      take(event.dataTransfer, onLink)
    },
    paste: ({ clipboardData, target }: ClipboardEvent) => {
      if (!clipboardData || quickUpload.current().mode === 'upload') return
      // A copied table cell or paragraph also carries a picture of itself. In a text field, only the text counts.
      const isTextMeant = isInTextField(target) && clipboardData.getData('text/plain') !== ''
      const { files, link } = isInTextField(target) ? readTransfer(clipboardData) : readPaste(clipboardData)
      if (isTextMeant || (files.length === 0 && (!link || isInTextField(target)))) return
      quickUpload.open(files)
      if (link) onLink(link)
    },
  }
}

/** The bar with the search box handles pictures itself, and a modal would cover it. A drop next to the box still counts. */
const isOverSearchBar = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[data-takes-pictures]') !== null

function take(data: DataTransfer, onLink: (link: string) => void): void {
  const { files, link } = readTransfer(data)
  quickUpload.open(files)
  if (link) onLink(link)
}

/** Highlights the modal's picture field while something is dragged over the page. */
function markDragging(isDragging: boolean): void {
  document.documentElement.toggleAttribute('data-dragging', isDragging)
}
