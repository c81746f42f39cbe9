import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { FailureState } from '../../shared/layout/FailureState.tsx'
import { PageSkeleton } from '../../shared/layout/PageSkeleton.tsx'
import { HiddenMarks } from '../../shared/pages/HiddenMarks.tsx'
import type { ReviewedItem } from './item.ts'
import { PageSheet, type PlacedValue } from './PageSheet.tsx'
import { addressOfItemPage, type DrawnPart, pagesOfItem } from './review.queries.ts'
import type { ReviewedValue } from './reviewed-item.ts'

export type PagesProps = {
  readonly item: ReviewedItem
  readonly values: readonly ReviewedValue[]
  /** The key of the value that is pointed out. */
  readonly shown: string | undefined
  onPick(key: string): void
  onDraw(part: DrawnPart): void
}

const none: readonly PlacedValue[] = []

type DrawPage = (page: number) => ReactNode

type Props = PagesProps & {
  /** What the document is called to those who listen, before its name. */
  readonly kind?: string
  /** Draws the sheets otherwise than as pictures. */
  readonly show?: (sheetsOf: (draw: DrawPage) => ReactNode, pictureOf: DrawPage) => ReactNode
}

/** The document, as pictures of its pages; where a value was read leads to the value. */
export function ItemPages({ item, values, shown, onPick, onDraw, kind = 'Pages', show }: Props) {
  const { data: pages, error, refetch } = useQuery(pagesOfItem(item.id))
  const placed = useMemo(() => byPage(values), [values])
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
  const sheetsOf = (draw: DrawPage) =>
    pages.map((size, page) => (
      <PageSheet
        // biome-ignore lint/suspicious/noArrayIndexKey: pages have no other name, and never move.
        key={page}
        picture={draw(page)}
        size={size}
        placed={placed.get(page) ?? none}
        shown={shown}
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

/** Looked through once, however many pages there are. */
function byPage(values: readonly ReviewedValue[]): ReadonlyMap<number, readonly PlacedValue[]> {
  const placed = new Map<number, PlacedValue[]>()
  for (const { key, label, places } of values) {
    for (const { page, boxes, contradicts: isAgainst = false } of places) {
      const onPage = placed.get(page) ?? []
      onPage.push(...boxes.map((box) => ({ key, label, box, isAgainst })))
      placed.set(page, onPage)
    }
  }
  return placed
}
