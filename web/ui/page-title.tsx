import { useEffect } from 'react'

const SITE = 'Memeroom'

interface PageTitleProps {
  /** Without one the tab reads Memeroom alone. */
  children?: string
}

/** Sets the document title while mounted, then restores the previous one. */
export function PageTitle({ children }: PageTitleProps) {
  useEffect(() => {
    const before = document.title
    document.title = children ? `${children} · ${SITE}` : SITE
    return () => {
      document.title = before
    }
  }, [children])
  return null
}
