import { useEffect } from 'react'
import { PAGES, SHARED_PARAM } from '#contract/pages.ts'
import { quickUpload } from '../features/memes/quick-upload/quick-upload-modal-state.ts'
import { requestLogin } from '../lib/login-request.ts'
import { useLocation, useNavigate } from '../lib/router.tsx'
import { currentSession } from '../lib/session.ts'
import { toast } from '../ui/toast.ts'

interface LaunchParams {
  files?: readonly FileSystemFileHandle[]
}
declare global {
  interface Window {
    launchQueue?: { setConsumer(take: (launch: LaunchParams) => void): void }
  }
}

/** URL parameter of the app shortcut that uploads a copied picture. */
const PASTE_PARAM = 'paste'
/** Parameters in the fragment, from the browser extension: the addresses of a picture and of its page. */
const PICTURE_PARAM = 'picture'
const PAGE_PARAM = 'page'

/**
 * Handles the launch parameters of the installed application: pictures that the system shared or opened (one goes to quick
 * upload, several to bulk upload), the shortcut that pastes a picture, or a picture that the browser extension saves.
 */
export function useLaunchFiles(onLink: (link: string, source?: string) => void): void {
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  useEffect(() => {
    const query = new URLSearchParams(search)
    const [isShared, isPaste] = [query.has(SHARED_PARAM), query.has(PASTE_PARAM)]
    if (!isShared && !isPaste) return
    query.delete(SHARED_PARAM)
    query.delete(PASTE_PARAM)
    void navigate({ pathname, search: query.toString() }, { replace: true })
    // The bulk upload screen reads shared files itself.
    if (pathname !== PAGES.home) return
    const saved = new URLSearchParams(hash.slice(1))
    if (isShared && saved.has(PICTURE_PARAM)) return takeSaved(saved, onLink)
    const start = isPaste ? pasteCopied(onLink) : takeUp(onLink)
    start.catch(toast.error)
  }, [pathname, search, hash, navigate, onLink])
  useEffect(() => {
    const open = async (handles: readonly FileSystemFileHandle[]) => {
      const files = await Promise.all(handles.map((handle) => handle.getFile()))
      if (files.length === 1) return quickUpload.open(files)
      const { storeShared } = await import('../service-worker/store-shared.ts')
      await storeShared(files)
      await navigate(`${PAGES.bulkUpload}?${SHARED_PARAM}=1`)
    }
    window.launchQueue?.setConsumer(({ files = [] }) => {
      if (files.length > 0) open(files).catch(toast.error)
    })
  }, [navigate])
}

/** Opens quick upload with the picture that the browser extension saves, once a member is signed in. */
function takeSaved(saved: URLSearchParams, onLink: (link: string, source?: string) => void): void {
  const open = () => {
    quickUpload.open()
    onLink(saved.get(PICTURE_PARAM) ?? '', saved.get(PAGE_PARAM) ?? undefined)
  }
  if (currentSession().user) open()
  else requestLogin(open)
}

async function takeUp(onLink: (link: string) => void): Promise<void> {
  const { takeShared } = await import('../lib/shared-files.ts')
  const { files, link } = await takeShared()
  if (files.length > 0 || link) quickUpload.open(files)
  if (link) onLink(link)
}

/** Pastes from the clipboard. If the browser requires a click for that, quick upload offers a button. */
async function pasteCopied(onLink: (link: string) => void): Promise<void> {
  quickUpload.open()
  const { readClipboard } = await import('../lib/read-clipboard.ts')
  const { files, link } = await readClipboard().catch(() => ({ files: [], link: null }))
  if (files.length > 0) quickUpload.open(files)
  else if (link) onLink(link)
}
