import type { PageBox } from '@recto/contract/prompt-studio/evidence'
import type { HiddenLine } from '@recto/contract/prompt-studio/hidden-text'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type UIEvent, useEffect, useMemo, useRef, useState } from 'react'
import { isBoolean, useStored } from '../../../shared/browser/use-stored.ts'
import { keyboardScrollable } from '../../../shared/layout/keyboard-scrollable.ts'
import { useZoom } from '../../../shared/pages/use-zoom.ts'
import { addressOfPage, readingNotes } from '../document.queries.ts'
import type { PromptDocument } from '../document.ts'
import { useHighlightSelection } from '../outputs/highlight-store.tsx'
import type { Highlight } from '../outputs/highlights.ts'
import { ListWarnings } from '../outputs/ListWarnings.tsx'
import { PageFrame } from './PageFrame.tsx'
import {
  findPageIndex,
  fitScale,
  getStackHeight,
  layOutPages,
  listNearbyPages,
  type PageSize,
  type PositionedPage,
} from './page-layout.ts'
import { Thumbnails } from './Thumbnails.tsx'
import { useBoxSize } from './use-box-size.ts'
import { ViewerBar } from './ViewerBar.tsx'

const MARGIN = 8
/** Delay before scrolling to a value, until the layout next to the page is final. */
const SCROLL_DELAY_MS = 100

const noLines: readonly HiddenLine[] = []
const noWarnings: readonly string[] = []

type Props = {
  readonly document: PromptDocument
  readonly sizes: readonly PageSize[]
  readonly highlights: readonly Highlight[]
  renderSheet(page: PositionedPage, scale: number): ReactNode
}

/** All pages of a document in one column. Only those near the viewport are rendered. */
export function PageStack({ document, sizes, highlights, renderSheet }: Props) {
  const frameRef = useRef<HTMLDivElement>(null)
  const { data: notes } = useQuery(readingNotes(document))
  const { width, height } = useBoxSize(frameRef)
  const [top, setTop] = useState(0)
  const [hasThumbnails, setHasThumbnails] = useStored('thumbnails', isBoolean, false)
  const fittedScale = useMemo(() => fitScale(sizes, width), [sizes, width])
  const zoom = useZoom(fittedScale, useState<number>())
  const pages = useMemo(() => layOutPages(sizes, zoom.scale), [sizes, zoom.scale])
  const currentPage = findPageIndex(pages, top, height)
  usePreservePosition(frameRef, pages, zoom.scale)
  useScrollToSelection(frameRef, pages, highlights, zoom.scale)

  function goTo(page: number) {
    const target = pages[page]
    if (target) frameRef.current?.scrollTo({ top: target.top - 4 })
  }

  const navigation = { page: currentPage, onGoTo: goTo }
  const thumbnails = { isOn: hasThumbnails, setOn: setHasThumbnails }
  const maxWidth = Math.max(...pages.map((page) => page.width))
  return (
    <>
      <ViewerBar zoom={zoom} pageCount={sizes.length} thumbnails={thumbnails} {...navigation} />
      <ListWarnings warnings={notes?.warnings ?? noWarnings} label={document.name} />
      <div className="pdf-body">
        {hasThumbnails && (
          <Thumbnails
            addressOf={(page, width) => addressOfPage(document, page, width)}
            sizes={sizes}
            currentPage={currentPage}
            onGoTo={goTo}
          />
        )}
        <section
          ref={frameRef}
          className="pdf-frame"
          aria-label={`Pages of ${document.name}`}
          {...keyboardScrollable}
          onScroll={(event: UIEvent) => setTop(event.currentTarget.scrollTop)}
        >
          <div className="pdf-stack" style={{ height: getStackHeight(pages), minWidth: maxWidth }}>
            {width > 0 &&
              listNearbyPages(pages, top, height).map((page) => (
                <PageFrame
                  key={page.index}
                  page={page}
                  scale={zoom.scale}
                  highlights={highlights}
                  hiddenLines={notes?.hiddenLines ?? noLines}
                >
                  {renderSheet(page, zoom.scale)}
                </PageFrame>
              ))}
          </div>
        </section>
      </div>
    </>
  )
}

type FrameRef = { readonly current: HTMLDivElement | null }

/** Keeps the visible part of the document in view when the scale changes. */
function usePreservePosition(frameRef: FrameRef, pages: readonly PositionedPage[], scale: number) {
  const previousLayout = useRef({ scale, pages })
  useEffect(() => {
    const previous = previousLayout.current
    previousLayout.current = { scale, pages }
    const element = frameRef.current
    if (!element || previous.scale === scale) return
    const index = findPageIndex(previous.pages, element.scrollTop, element.clientHeight)
    const previousPage = previous.pages[index]
    const page = pages[index]
    if (!previousPage || !page) return
    element.scrollTop = page.top + ((element.scrollTop - previousPage.top) * scale) / previous.scale
  }, [frameRef, pages, scale])
}

/** Scrolls to the location of a value that was selected in the prompt pane. */
function useScrollToSelection(
  frameRef: FrameRef,
  pages: readonly PositionedPage[],
  highlights: readonly Highlight[],
  scale: number,
) {
  const selection = useHighlightSelection()
  const handledSequence = useRef(0)
  useEffect(() => {
    const element = frameRef.current
    if (
      !element ||
      !selection ||
      selection.origin === 'page' ||
      handledSequence.current === selection.sequence
    )
      return
    const location = highlights.find(({ id }) => id === selection.id)?.locations[
      selection.locationIndex
    ]
    const page = location && pages[location.page]
    if (!location || !page || element.clientHeight === 0) return
    const timer = setTimeout(() => {
      handledSequence.current = selection.sequence
      scrollIntoViewIfNeeded(element, page.top, location.boxes[0], scale)
    }, SCROLL_DELAY_MS)
    return () => clearTimeout(timer)
  }, [frameRef, pages, highlights, scale, selection])
}

/** Scrolls to a box unless it is visible already. */
function scrollIntoViewIfNeeded(
  element: HTMLElement,
  pageTop: number,
  box: PageBox | undefined,
  scale: number,
) {
  const [left, top, , bottom] = box ?? [0, 0, 0, 0]
  const boxTop = pageTop + top * scale
  const boxBottom = pageTop + bottom * scale
  const { scrollTop, clientHeight, clientWidth } = element
  if (boxTop > scrollTop + MARGIN && boxBottom < scrollTop + clientHeight - MARGIN) return
  element.scrollTo({ top: boxTop - clientHeight / 3, left: left * scale - clientWidth / 3 })
}
