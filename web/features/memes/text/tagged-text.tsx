import { Fragment } from 'react'
import { paths } from '../../../lib/paths.ts'
import { Link } from '../../../lib/router.tsx'
import { splitHashtags } from './meme-text.ts'

/** Text with hashtags that link to their pages. */
export function TaggedText({ text }: { text: string }) {
  let at = 0
  return splitHashtags(text).map((part) => {
    const key = at
    at += part.text.length
    if (!part.tag) return <Fragment key={key}>{part.text}</Fragment>
    return (
      <Link key={key} to={paths.tag(part.tag.toLowerCase())}>
        {part.text}
      </Link>
    )
  })
}
