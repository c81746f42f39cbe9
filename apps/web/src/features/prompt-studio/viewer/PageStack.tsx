import type { PageBox } from '@recto/contract/evidence'
import type { HiddenLine } from '@recto/contract/hidden-text'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type UIEvent, useEffect, useMemo, useRef, useState } from 'react'
import { isBoolean, useStored } from '../../../shared/browser/use-stored.ts'
import { byKeys } from '../../../shared/layout/by-keys.ts'
import { hiddenText } from '../document.queries.ts'
import type { PromptDocument } from '../document.ts'
import type { Mark } from '../outputs/marks.ts'
import { usePicked } from '../outputs/spotlight.tsx'
import { PageFrame } from './PageFrame.tsx'
import {
  fitScale,
  heightOf,
  layOut,
  type PageSize,
  type PlacedPage,
  pageAt,
  pagesNear,
} from './page-layout.ts'
import { Thumbnails } from './Thumbnails.tsx'
import { useBoxSize } from './use-box-size.ts'
import { useZoom } from './use-zoom.ts'
import { ViewerBar } from './ViewerBar.tsx'

const MARGIN = 8
/** A jump to a value waits until what is beside the page has its place. */
const JUMP_MS = 100

const nothing: readonly HiddenLine[] = []

type Props = {
  readonly document: PromptDocument
  readonly sizes: readonly PageSize[]
  readonly marks: readonly Mark[]
  drawSheet(page: PlacedPage, scale: number): ReactNode
}

/** All pages below each other; only those near the window are drawn. */
export function PageStack({ document, sizes, marks, drawSheet }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const { data: hidden } = useQuery(hiddenText(document))
  const { width, height } = useBoxSize(frame)
  const [top, setTop] = useState(0)
  const [hasThumbnails, setHasThumbnails] = useStored('thumbnails', isBoolean, false)
  const fitted = useMemo(() => fitScale(sizes, width), [sizes, width])
  const zoom = useZoom(fitted)
  const pages = useMemo(() => layOut(sizes, zoom.scale), [sizes, zoom.scale])
  const current = pageAt(pages, top, height)
  useKeepPlace(frame, pages, zoom.scale)
  useGoToPicked(frame, pages, marks, zoom.scale)

  function goTo(page: number) {
    const target = pages[page]
    if (target) frame.current?.scrollTo({ top: target.top - 4 })
  }

  const place = { page: current, onGoTo: goTo }
  const thumbnails = { isOn: hasThumbnails, turn: setHasThumbnails }
  const maxWidth = Math.max(...pages.map((page) => page.width))
  return (
    <>
      <ViewerBar zoom={zoom} pageCount={sizes.length} thumbnails={thumbnails} {...place} />
      <div className="pdf-body">
        {hasThumbnails && (
          <Thumbnails document={document} sizes={sizes} current={current} onGoTo={goTo} />
        )}
        <section
          ref={frame}
          className="pdf-frame"
          aria-label={`Pages of ${document.name}`}
          {...byKeys}
          onScroll={(event: UIEvent) => setTop(event.currentTarget.scrollTop)}
        >
          <div className="pdf-stack" style={{ height: heightOf(pages), minWidth: maxWidth }}>
            {width > 0 &&
              pagesNear(pages, top, height).map((page) => (
                <PageFrame
                  key={page.index}
                  page={page}
                  scale={zoom.scale}
                  marks={marks}
                  hidden={hidden ?? nothing}
                >
                  {drawSheet(page, zoom.scale)}
                </PageFrame>
              ))}
          </div>
        </section>
      </div>
    </>
  )
}

type Frame = { readonly current: HTMLDivElement | null }

/** A change of scale keeps what is in the middle of the window there. */
function useKeepPlace(frame: Frame, pages: readonly PlacedPage[], scale: number) {
  const before = useRef({ scale, pages })
  useEffect(() => {
    const old = before.current
    before.current = { scale, pages }
    const element = frame.current
    if (!element || old.scale === scale) return
    const index = pageAt(old.pages, element.scrollTop, element.clientHeight)
    const was = old.pages[index]
    const is = pages[index]
    if (!was || !is) return
    element.scrollTop = is.top + ((element.scrollTop - was.top) * scale) / old.scale
  }, [frame, pages, scale])
}

/** Scrolls to what was picked among the values, unless it is in sight already. */
function useGoToPicked(
  frame: Frame,
  pages: readonly PlacedPage[],
  marks: readonly Mark[],
  scale: number,
) {
  const picked = usePicked()
  const done = useRef(0)
  useEffect(() => {
    const element = frame.current
    if (!element || !picked || picked.from === 'page' || done.current === picked.turn) return
    const place = marks.find(({ id }) => id === picked.id)?.places[picked.place]
    const page = place && pages[place.page]
    if (!place || !page || element.clientHeight === 0) return
    const timer = setTimeout(() => {
      done.current = picked.turn
      bringIntoSight(element, page.top, place.boxes[0], scale)
    }, JUMP_MS)
    return () => clearTimeout(timer)
  }, [frame, pages, marks, scale, picked])
}

/** A box that is in sight already stays where it is. */
function bringIntoSight(
  element: HTMLElement,
  pageTop: number,
  box: PageBox | undefined,
  scale: number,
) {
  const [left, top, , bottom] = box ?? [0, 0, 0, 0]
  const from = pageTop + top * scale
  const to = pageTop + bottom * scale
  const { scrollTop, clientHeight, clientWidth } = element
  if (from > scrollTop + MARGIN && to < scrollTop + clientHeight - MARGIN) return
  element.scrollTo({ top: from - clientHeight / 3, left: left * scale - clientWidth / 3 })
}
