import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { FailureState } from '../../shared/layout/FailureState.tsx'
import { PageSkeleton } from '../../shared/layout/PageSkeleton.tsx'
import { HiddenMarks } from '../../shared/pages/HiddenMarks.tsx'
import type { ReviewedItem } from './item.ts'
import { PageSheet, type ValueBox } from './PageSheet.tsx'
import { addressOfItemPage, type DrawnBox, pagesOfItem } from './review.queries.ts'
import type { ReviewedValue } from './reviewed-item.ts'

export type PagesProps = {
  readonly item: ReviewedItem
  readonly values: readonly ReviewedValue[]
  /** Key of the highlighted value. */
  readonly selectedKey: string | undefined
  onPick(key: string): void
  onDraw(part: DrawnBox): void
}

const noValues: readonly ValueBox[] = []

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
  onPick,
  onDraw,
  kind = 'Pages',
  show,
}: Props) {
  const { data: pages, error, refetch } = useQuery(pagesOfItem(item.id))
  const valuesByPage = useMemo(() => byPage(values), [values])
  if (error && !pages) {
    const retry = () => void refetch()
    return <FailureState error={error} fallback="The document cannot be shown." onRetry={retry} />
  }
  if (!pages) return <PageSkeleton />

  const pictureOf = (page: number) => (
    <img
      src={addressOfItemPage(item.id, page)}
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
        selectedKey={selectedKey}
        hidden={<HiddenMarks page={page} size={size} lines={item.hidden} />}
        onPick={onPick}
        onDraw={(box) => onDraw({ page, box })}
      />
    ))
  return (
    <section className="review-pages" aria-label={`${kind} of ${item.fileName}`}>
      {show ? show(sheetsOf, pictureOf) : sheetsOf(pictureOf)}
    </section>
  )
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
