import { type CSSProperties, useEffect, useRef } from 'react'

interface StillPictureProps {
  src: string
  /** Empty if the picture is decorative. */
  alt: string
  className?: string | undefined
  style?: CSSProperties
  /** Natural width in pixels, for the aspect ratio until the picture loads. */
  width?: number
  height?: number
  onShown?: () => void
  onFailed?: () => void
}

/** The first frame of an animation, for users who prefer reduced motion and for paused pictures. */
export function StillPicture({ src, alt, className, style, width, height, onShown, onFailed }: StillPictureProps) {
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
  const accessibility = alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true }
  return <canvas ref={canvas} width={width} height={height} className={className} style={style} {...accessibility} />
}
