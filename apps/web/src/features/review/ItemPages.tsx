import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, type ReactNode, useMemo, useRef, useState } from 'react'
import { FailureState } from '../../shared/layout/FailureState.tsx'
import { keyboardScrollable } from '../../shared/layout/keyboard-scrollable.ts'
import { PageSkeleton } from '../../shared/layout/PageSkeleton.tsx'
import { HiddenMarks } from '../../shared/pages/HiddenMarks.tsx'
import type { Zoom } from '../../shared/pages/use-zoom.ts'
import { Thumbnails } from '../prompt-studio/prompt-studio.port.ts'
import type { ReviewedItem } from './item.ts'
import { PageSheet, type SearchMark, type ValueBox } from './PageSheet.tsx'
import { PagesBar } from './PagesBar.tsx'
import { addressOfItemPage, type DrawnBox, pagesOfItem } from './review.queries.ts'
import type { ReviewedValue } from './reviewed-item.ts'
import type { PageView } from './use-page-view.ts'
import type { TextSearch } from './use-text-search.ts'

export type PagesProps = {
  readonly item: ReviewedItem
  readonly values: readonly ReviewedValue[]
  /** Key of the highlighted value. */
  readonly selectedKey: string | undefined
  readonly view: PageView
  readonly search: TextSearch
  /** The table whose area is being drawn. */
  readonly drawnField: string | undefined
  onPick(key: string): void
  onDraw(part: DrawnBox): void
}

/** Above this scale, small images of pages are blurred. */
const MAX_SCALE_OF_SMALL = 1.25

const noValues: readonly ValueBox[] = []
const noMarks: readonly SearchMark[] = []

type RenderPage = (page: number) => ReactNode

type Props = PagesProps & {
  /** Kind of document for screen readers, put before its name. */
  readonly kind?: string
  /** Renders the pages differently from page images. */
  readonly show?: (sheetsOf: (draw: RenderPage) => ReactNode, pictureOf: RenderPage) => ReactNode
}

/** Shows a document as page images; clicking a location selects its value. */
export function ItemPages({
  item,
  values,
  selectedKey,
  view,
  search,
  drawnField,
  onPick,
  onDraw,
  kind = 'Pages',
  show,
}: Props) {
  const frame = useRef<HTMLElement>(null)
  const [currentPage, setCurrentPage] = useState(0)
  const { data: pages, error, refetch } = useQuery(pagesOfItem(item.id))
  const valuesByPage = useMemo(() => byPage(values), [values])
  const marksByPage = useMemo(() => marksOf(search), [search])
  if (error && !pages) {
    const retry = () => void refetch()
    return <FailureState error={error} fallback="The document cannot be shown." onRetry={retry} />
  }
  if (!pages) return <PageSkeleton />

  const isEnlarged = view.zoom.scale > MAX_SCALE_OF_SMALL
  const pictureOf = (page: number) => (
    <img
      src={addressOfItemPage(item.id, page, isEnlarged ? 2000 : 1000)}
      alt={`Page ${page + 1} of ${item.fileName}`}
      loading="lazy"
      draggable={false}
    />
  )
  const sheetsOf = (draw: RenderPage) =>
    pages.map((size, page) => (
      <PageSheet
        // biome-ignore lint/suspicious/noArrayIndexKey: pages have no ids and are never reordered.
        key={page}
        picture={draw(page)}
        size={size}
        values={valuesByPage.get(page) ?? noValues}
        marks={marksByPage.get(page) ?? noMarks}
        selectedKey={selectedKey}
        rotation={view.rotation}
        hidden={<HiddenMarks page={page} size={size} lines={item.hidden} />}
        onPick={onPick}
        onDraw={(box) => onDraw({ page, box })}
      />
    ))
  const goTo = (page: number) => framesIn(frame.current)[page]?.scrollIntoView?.()
  return (
    <div className="review-viewer">
      <PagesBar {...view} page={currentPage} pageCount={pages.length} search={search} />
      {drawnField !== undefined && (
        <output className="review-drawing">
          {`Draw a box around the rows of ${drawnField} on the page. Escape ends this.`}
        </output>
      )}
      <div className="review-stack">
        {view.hasThumbnails && pages.length > 1 && (
          <Thumbnails
            addressOf={(page, width) => addressOfItemPage(item.id, page, width)}
            sizes={pages}
            currentPage={currentPage}
            onGoTo={goTo}
          />
        )}
        <section
          ref={(element) => {
            frame.current = element
            return zoomByWheel(element, view.zoom)
          }}
          className="review-pages"
          aria-label={`${kind} of ${item.fileName}`}
          style={{ '--zoom': view.zoom.scale } as CSSProperties}
          onScroll={({ currentTarget }) => setCurrentPage(findPageInView(currentTarget))}
          {...keyboardScrollable}
        >
          {show ? show(sheetsOf, pictureOf) : sheetsOf(pictureOf)}
        </section>
      </div>
    </div>
  )
}

const framesIn = (element: HTMLElement | null): readonly HTMLElement[] =>
  element ? [...element.querySelectorAll<HTMLElement>('.review-frame')] : []

/** Returns the page at one third of the height that is in view. */
function findPageInView(element: HTMLElement): number {
  const { top, height } = element.getBoundingClientRect()
  const index = framesIn(element).findLastIndex(
    (frame) => frame.getBoundingClientRect().top <= top + height / 3,
  )
  return Math.max(index, 0)
}

/** Groups the matches of the search by page. */
function marksOf({ matches = [], index }: TextSearch): ReadonlyMap<number, readonly SearchMark[]> {
  const marksByPage = new Map<number, SearchMark[]>()
  for (const [place, { page, boxes }] of matches.entries()) {
    const onPage = marksByPage.get(page) ?? []
    onPage.push(...boxes.map((box) => ({ box, isCurrent: place === index })))
    marksByPage.set(page, onPage)
  }
  return marksByPage
}

/** Zooms with Ctrl and the wheel, which would otherwise zoom the whole page of the browser. */
function zoomByWheel(element: HTMLElement | null, zoom: Zoom): (() => void) | undefined {
  if (!element) return undefined
  const handleWheel = (event: WheelEvent) => {
    if (!event.ctrlKey) return
    event.preventDefault()
    if (event.deltaY < 0) zoom.in()
    else zoom.out()
  }
  element.addEventListener('wheel', handleWheel, { passive: false })
  return () => element.removeEventListener('wheel', handleWheel)
}

/** Groups the locations by page in one pass over the values. */
function byPage(values: readonly ReviewedValue[]): ReadonlyMap<number, readonly ValueBox[]> {
  const valuesByPage = new Map<number, ValueBox[]>()
  for (const { key, label, locations } of values) {
    for (const { page, boxes, contradicts: isContradicting = false } of locations) {
      const onPage = valuesByPage.get(page) ?? []
      onPage.push(...boxes.map((box) => ({ key, label, box, isContradicting })))
      valuesByPage.set(page, onPage)
    }
  }
  return valuesByPage
}
