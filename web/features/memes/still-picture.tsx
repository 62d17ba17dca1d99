import { useEffect, useRef } from 'react'

interface StillPictureProps {
  src: string
  alt: string
  className?: string | undefined
  onShown?: () => void
  onFailed?: () => void
}

/** The first frame of a moving picture, for readers who asked for less motion and for a picture that is paused. */
export function StillPicture({ src, alt, className, onShown, onFailed }: StillPictureProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const events = useRef({ onShown, onFailed })
  useEffect(() => {
    events.current = { onShown, onFailed }
  })
  useEffect(() => {
    let gone = false
    const picture = new Image()
    picture.onload = () => {
      const target = canvas.current
      if (gone || !target) return
      target.width = picture.naturalWidth
      target.height = picture.naturalHeight
      target.getContext('2d')?.drawImage(picture, 0, 0)
      target.dataset.shown = 'true'
      events.current.onShown?.()
    }
    picture.onerror = () => !gone && events.current.onFailed?.()
    picture.src = src
    return () => {
      gone = true
    }
  }, [src])
  return <canvas ref={canvas} role="img" aria-label={alt} className={className} />
}
