import type { EvidenceReply } from '@recto/contract/evidence'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { FailureState } from '../../shared/layout/FailureState.tsx'
import { PageSkeleton } from '../../shared/layout/PageSkeleton.tsx'
import { addressOfItemPage, pagesOfItem } from './review.queries.ts'
import type { ReviewedItem, ReviewedValue } from './reviewed-item.ts'

type Props = {
  readonly item: ReviewedItem
  readonly values: readonly ReviewedValue[]
  /** The key of the value that is pointed out. */
  readonly shown: string | undefined
  onPick(key: string): void
}

/** The document, as pictures of its pages; where a value was read leads to the value. */
export function ItemPages({ item, values, shown, onPick }: Props) {
  const { data: pages, error, refetch } = useQuery(pagesOfItem(item.id))
  if (error && !pages) {
    const retry = () => void refetch()
    return <FailureState error={error} fallback="The document cannot be shown." onRetry={retry} />
  }
  if (!pages) return <PageSkeleton />
  return (
    <div className="review-pages">
      {pages.map(({ width, height }, page) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: pages have no other name, and never move.
          key={page}
          className="review-sheet"
          style={{ aspectRatio: `${width} / ${height}` }}
        >
          <img
            src={addressOfItemPage(item.id, page)}
            alt={`Page ${page + 1} of ${item.fileName}`}
            loading="lazy"
          />
          {values.flatMap((value) =>
            value.places
              .filter((place) => place.page === page)
              .map((place) => (
                <Places
                  key={`${value.key} ${place.quote}`}
                  place={place}
                  size={{ width, height }}
                  label={value.label}
                  isShown={value.key === shown}
                  onPick={() => onPick(value.key)}
                />
              )),
          )}
        </div>
      ))}
    </div>
  )
}

type PlacesProps = {
  readonly place: EvidenceReply
  readonly size: { readonly width: number; readonly height: number }
  readonly label: string
  readonly isShown: boolean
  onPick(): void
}

const percent = (part: number, whole: number) => `${(part / whole) * 100}%`

/** The lines of the page in which a value stands. */
function Places({ place, size, label, isShown, onPick }: PlacesProps) {
  return place.boxes.map(([left, top, right, bottom]) => (
    <Band
      key={`${left} ${top}`}
      label={label}
      isShown={isShown}
      onPick={onPick}
      style={{
        left: percent(left, size.width),
        top: percent(top, size.height),
        width: percent(right - left, size.width),
        height: percent(bottom - top, size.height),
      }}
    />
  ))
}

type BandProps = Pick<PlacesProps, 'label' | 'isShown' | 'onPick'> & {
  readonly style: Readonly<Record<'left' | 'top' | 'width' | 'height', string>>
}

function Band({ label, isShown, onPick, style }: BandProps) {
  const band = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isShown) band.current?.scrollIntoView?.({ block: 'center' })
  }, [isShown])
  return (
    <button
      ref={band}
      type="button"
      tabIndex={-1}
      className="review-band"
      data-shown={isShown}
      title={label}
      aria-label={label}
      style={style}
      onClick={onPick}
    />
  )
}
