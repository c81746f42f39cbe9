import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import {
  getStackHeight,
  layOutThumbnails,
  listNearbyPages,
  type PageSize,
  type PositionedPage,
} from './page-layout.ts'
import { useBoxSize } from './use-box-size.ts'
import './thumbnails.css'

const IMAGE_WIDTH_PX = 200

const toTheEnd = Number.POSITIVE_INFINITY
const stepsByKey: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 5,
  PageUp: -5,
  Home: -toTheEnd,
  End: toTheEnd,
}

type Props = {
  /** Returns the address of the picture of a page, with about so many pixels in its width. */
  addressOf(page: number, width: number): string
  readonly sizes: readonly PageSize[]
  /** Zero-based index of the page in view. */
  readonly currentPage: number
  onGoTo(page: number): void
}

/** Thumbnails of all pages. They are a single tab stop; the arrow keys move between pages. */
export function Thumbnails({ addressOf, sizes, currentPage, onGoTo }: Props) {
  const frameRef = useRef<HTMLElement>(null)
  const [top, setTop] = useState(0)
  const { height } = useBoxSize(frameRef)
  const pages = useMemo(() => layOutThumbnails(sizes), [sizes])
  const { focusedPage, goTo } = useRovingPage({ frameRef, pages, currentPage, onGoTo })

  function handleKey(event: KeyboardEvent) {
    const step = stepsByKey[event.key]
    if (step === undefined) return
    event.preventDefault()
    goTo(Math.min(sizes.length - 1, Math.max(0, focusedPage + step)))
  }

  return (
    <nav
      ref={frameRef}
      className="thumbnails"
      aria-label="Thumbnails"
      onKeyDown={handleKey}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
    >
      <div className="thumbnail-stack" style={{ height: getStackHeight(pages) }}>
        {listNearbyPages(pages, top, height).map((page) => (
          <Thumbnail
            key={page.index}
            address={addressOf(page.index, IMAGE_WIDTH_PX)}
            page={page}
            isCurrent={page.index === currentPage}
            isTabStop={page.index === focusedPage}
            onGoTo={goTo}
          />
        ))}
      </div>
    </nav>
  )
}

type RovingPageOptions = {
  readonly frameRef: { readonly current: HTMLElement | null }
  readonly pages: readonly PositionedPage[]
  readonly currentPage: number
  onGoTo(page: number): void
}

/**
 * Manages the page that has the tab stop: the page in view, until the user moves with the arrow
 * keys.
 */
function useRovingPage({ frameRef, pages, currentPage, onGoTo }: RovingPageOptions) {
  const [focusedPage, setFocusedPage] = useState(currentPage)
  const shouldFocus = useRef(false)

  useEffect(() => {
    if (!frameRef.current?.contains(document.activeElement)) setFocusedPage(currentPage)
  }, [frameRef, currentPage])

  useEffect(() => {
    const element = frameRef.current
    const page = pages[focusedPage]
    if (!element || !page) return
    const isAbove = page.top < element.scrollTop
    const isBelow = page.top + page.height > element.scrollTop + element.clientHeight
    if (isAbove || isBelow) element.scrollTop = page.top - element.clientHeight / 3
  }, [frameRef, pages, focusedPage])

  // A thumbnail reached by the arrow keys may be rendered only after scrolling.
  useEffect(() => {
    const thumbnail =
      shouldFocus.current && frameRef.current?.querySelector<HTMLElement>('[tabindex="0"]')
    if (!thumbnail) return
    shouldFocus.current = false
    thumbnail.focus({ preventScroll: true })
  })

  function goTo(page: number) {
    shouldFocus.current = true
    setFocusedPage(page)
    onGoTo(page)
  }
  return { focusedPage, goTo }
}

type ThumbnailProps = {
  readonly address: string
  readonly page: PositionedPage
  readonly isCurrent: boolean
  readonly isTabStop: boolean
  onGoTo(page: number): void
}

function Thumbnail({ address, page, isCurrent, isTabStop, onGoTo }: ThumbnailProps) {
  const { index, top, width, height } = page
  return (
    <button
      type="button"
      className="thumbnail"
      tabIndex={isTabStop ? 0 : -1}
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
