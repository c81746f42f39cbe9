import type { Box } from '@recto/contract/evidence'
import { useMemo } from 'react'
import type { Mark } from '../outputs/marks.ts'
import { useIsHovered, usePickOf, useSpotlight } from '../outputs/spotlight.tsx'

type Band = {
  readonly key: string
  readonly mark: Mark
  readonly place: number
  readonly box: Box
}

type Props = {
  /** Zero-based. */
  readonly page: number
  /** CSS pixels for a point. */
  readonly scale: number
  readonly marks: readonly Mark[]
}

/** The places on one page where values were read. */
export function Bands({ page, scale, marks }: Props) {
  const bands = useMemo(() => bandsOn(page, marks), [page, marks])
  return bands.map((band) => <BandButton key={band.key} band={band} scale={scale} />)
}

/** The mouse's way from the page to the value; the keyboard has its own from the value to the page. */
function BandButton({ band, scale }: { readonly band: Band; readonly scale: number }) {
  const { mark, place, box } = band
  const spotlight = useSpotlight()
  const isHovered = useIsHovered(mark.id)
  const pick = usePickOf(mark.id)
  const isPicked = pick?.place === place
  const [left, top, right, bottom] = box

  return (
    <button
      // A new turn is a new element, so that its pulse starts again.
      key={isPicked ? pick.turn : 0}
      type="button"
      tabIndex={-1}
      className="band"
      aria-label={mark.label}
      title={mark.label}
      data-hovered={isHovered}
      data-picked={isPicked}
      style={{
        left: left * scale - 2,
        top: top * scale - 1,
        width: (right - left) * scale + 4,
        height: (bottom - top) * scale + 2,
      }}
      onMouseEnter={() => spotlight.hover(mark.id)}
      onMouseLeave={() => spotlight.hover(undefined)}
      onClick={() => spotlight.pick(mark.id, 'page', place)}
    />
  )
}

/** Larger bands lie below smaller ones, so that each can be reached. */
function bandsOn(page: number, marks: readonly Mark[]): readonly Band[] {
  return marks
    .flatMap((mark) =>
      mark.places.flatMap((evidence, place) =>
        evidence.page === page
          ? evidence.boxes.map((box, line) => ({
              key: `${mark.id} ${place} ${line}`,
              mark,
              place,
              box,
            }))
          : [],
      ),
    )
    .sort((a, b) => area(b.box) - area(a.box))
}

const area = ([left, top, right, bottom]: Box): number => (right - left) * (bottom - top)
