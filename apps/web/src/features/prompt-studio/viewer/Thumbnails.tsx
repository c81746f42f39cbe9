import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { addressOfPage } from '../document.queries.ts'
import type { PromptDocument } from '../document.ts'
import {
  heightOf,
  layOutThumbnails,
  type PageSize,
  type PlacedPage,
  pagesNear,
} from './page-layout.ts'
import { useBoxSize } from './use-box-size.ts'

const PICTURE_PX = 200

const all = Number.POSITIVE_INFINITY
const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 5,
  PageUp: -5,
  Home: -all,
  End: all,
}

type Props = {
  readonly document: PromptDocument
  readonly sizes: readonly PageSize[]
  /** Zero-based: the page that is looked at. */
  readonly current: number
  onGoTo(page: number): void
}

/** Small pictures of all pages: one stop for the keyboard, whose arrows go from page to page. */
export function Thumbnails({ document, sizes, current, onGoTo }: Props) {
  const frame = useRef<HTMLElement>(null)
  const [top, setTop] = useState(0)
  const { height } = useBoxSize(frame)
  const places = useMemo(() => layOutThumbnails(sizes), [sizes])
  const { at, goTo } = useRovingPage({ frame, places, current, onGoTo })

  function handleKey(event: KeyboardEvent) {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    goTo(Math.min(sizes.length - 1, Math.max(0, at + step)))
  }

  return (
    <nav
      ref={frame}
      className="thumbnails"
      aria-label="Thumbnails"
      onKeyDown={handleKey}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
    >
      <div className="thumbnail-stack" style={{ height: heightOf(places) }}>
        {pagesNear(places, top, height).map((page) => (
          <Thumbnail
            key={page.index}
            address={addressOfPage(document, page.index, PICTURE_PX)}
            page={page}
            isCurrent={page.index === current}
            isStop={page.index === at}
            onGoTo={goTo}
          />
        ))}
      </div>
    </nav>
  )
}

type Roving = {
  readonly frame: { readonly current: HTMLElement | null }
  readonly places: readonly PlacedPage[]
  readonly current: number
  onGoTo(page: number): void
}

/** The page at which the keyboard stands: the one that is looked at, until the arrows leave it. */
function useRovingPage({ frame, places, current, onGoTo }: Roving) {
  const [at, setAt] = useState(current)
  const wantsFocus = useRef(false)

  useEffect(() => {
    if (!frame.current?.contains(document.activeElement)) setAt(current)
  }, [frame, current])

  useEffect(() => {
    const element = frame.current
    const place = places[at]
    if (!element || !place) return
    const isAbove = place.top < element.scrollTop
    const isBelow = place.top + place.height > element.scrollTop + element.clientHeight
    if (isAbove || isBelow) element.scrollTop = place.top - element.clientHeight / 3
  }, [frame, places, at])

  // What the arrows went to may be drawn only after the strip was scrolled.
  useEffect(() => {
    const stop = wantsFocus.current && frame.current?.querySelector<HTMLElement>('[tabindex="0"]')
    if (!stop) return
    wantsFocus.current = false
    stop.focus({ preventScroll: true })
  })

  function goTo(page: number) {
    wantsFocus.current = true
    setAt(page)
    onGoTo(page)
  }
  return { at, goTo }
}

type ThumbnailProps = {
  readonly address: string
  readonly page: PlacedPage
  readonly isCurrent: boolean
  readonly isStop: boolean
  onGoTo(page: number): void
}

function Thumbnail({ address, page, isCurrent, isStop, onGoTo }: ThumbnailProps) {
  const { index, top, width, height } = page
  return (
    <button
      type="button"
      className="thumbnail"
      tabIndex={isStop ? 0 : -1}
      aria-current={isCurrent ? 'page' : undefined}
      aria-label={`Page ${index + 1}`}
      style={{ top, height }}
      onClick={() => onGoTo(index)}
    >
      <img src={address} alt="" width={width} loading="lazy" draggable={false} />
      <span aria-hidden="true">{index + 1}</span>
    </button>
  )
}
