import { type Connection, readConnection } from './connection.ts'
import { copyMeme } from './copy-picture.ts'
import { type FoundMeme, fetchPicture, RefusedError, recordCopy, searchMemes } from './site-api.ts'
import { byId, fillTexts, text } from './texts.ts'

const REST_MS = 250
const COLUMNS = 3

const field = byId<HTMLInputElement>('words')
const list = byId('results')
const status = byId('status')

let memes: FoundMeme[] = []
/** The index of the selected result; -1 while the arrow keys move in the search field. */
let selected = -1
let searching = new AbortController()
let pictures: string[] = []

fillTexts()
for (const button of document.querySelectorAll('.options'))
  button.addEventListener('click', () => void chrome.runtime.openOptionsPage().then(() => close()))
const connection = await readConnection()
byId('disconnected').hidden = connection !== null
byId('connected').hidden = connection === null
if (connection) start(connection)

function start(connection: Connection): void {
  let rest: ReturnType<typeof setTimeout> | undefined
  field.addEventListener('input', () => {
    clearTimeout(rest)
    // Enter must not copy a result of the previous words.
    searching.abort()
    memes = []
    select(-1)
    rest = setTimeout(() => void search(connection), REST_MS)
  })
  field.addEventListener('keydown', (event) => {
    // Enter also ends the input of a Vietnamese word.
    if (event.isComposing) return
    if (event.key === 'Enter') return copy(connection, memes[Math.max(selected, 0)])
    const next = moved(event.key)
    if (next === null) return
    event.preventDefault()
    select(next)
  })
  field.focus()
}

async function search(connection: Connection): Promise<void> {
  searching.abort()
  searching = new AbortController()
  const { signal } = searching
  const words = field.value.trim()
  try {
    const found = words ? await searchMemes(connection, words, signal) : []
    if (signal.aborted) return
    show(connection, found, signal)
    status.textContent = words && found.length === 0 ? text('nothingFound') : text('hint')
  } catch (error) {
    if (!signal.aborted) report(error)
  }
}

function show(connection: Connection, found: FoundMeme[], signal: AbortSignal): void {
  for (const picture of pictures) URL.revokeObjectURL(picture)
  pictures = []
  memes = found
  list.replaceChildren(
    ...found.map((meme, index) => {
      const item = document.createElement('div')
      item.id = `result-${index}`
      item.role = 'option'
      item.title = meme.name
      item.classList.toggle('sensitive', meme.sensitive)
      const picture = item.appendChild(document.createElement('img'))
      picture.alt = meme.altText || meme.name
      void fetchPicture(connection, meme.image.imageSmall, signal).then(
        (blob) => {
          if (signal.aborted) return
          picture.src = URL.createObjectURL(blob)
          pictures.push(picture.src)
        },
        () => undefined,
      )
      // The search field has the focus all the time.
      item.addEventListener('mousedown', (event) => event.preventDefault())
      item.addEventListener('click', () => {
        select(index)
        copy(connection, meme)
      })
      return item
    }),
  )
  select(-1)
}

/** The selection after a key; null if the key does not move it. */
function moved(key: string): number | null {
  if (key === 'ArrowDown') return selected < 0 ? 0 : within(selected + COLUMNS)
  if (selected < 0) return null
  if (key === 'ArrowUp') return selected < COLUMNS ? -1 : selected - COLUMNS
  if (key === 'ArrowRight') return within(selected + 1)
  if (key === 'ArrowLeft') return Math.max(selected - 1, 0)
  return null
}

const within = (index: number): number => Math.min(index, memes.length - 1)

function select(index: number): void {
  selected = within(index)
  for (const [position, item] of [...list.children].entries()) {
    item.setAttribute('aria-selected', String(position === selected))
    if (position === selected) item.scrollIntoView({ block: 'nearest' })
  }
  if (selected < 0) field.removeAttribute('aria-activedescendant')
  else field.setAttribute('aria-activedescendant', `result-${selected}`)
}

function copy(connection: Connection, meme: FoundMeme | undefined): void {
  if (!meme) return
  status.textContent = text('copying')
  copyMeme(connection, meme).then(() => {
    status.textContent = text(meme.image.animated ? 'copiedFrame' : 'copied')
    // The picture is copied even if the copy is not counted.
    recordCopy(connection, meme._id).catch(() => undefined)
  }, report)
}

function report(error: unknown): void {
  const isDenied = error instanceof DOMException && error.name === 'NotAllowedError'
  status.textContent = text(error instanceof RefusedError ? 'refused' : isDenied ? 'notCopied' : 'unreachable')
}
