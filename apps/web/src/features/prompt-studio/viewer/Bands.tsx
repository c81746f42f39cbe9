import type { PageBox } from '@recto/contract/evidence'
import { useMemo } from 'react'
import type { Mark } from '../outputs/marks.ts'
import { useIsHovered, usePickOf, useSpotlight } from '../outputs/spotlight.tsx'

type Band = {
  readonly key: string
  readonly mark: Mark
  readonly place: number
  readonly box: PageBox
  /** Another value was read from the same words and is drawn above. */
  readonly isCovered: boolean
  /** The words say something else than the value. */
  readonly isAgainst: boolean
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
  return (
    <div className="bands">
      {bands.map((band) => (
        <BandButton key={band.key} band={band} scale={scale} />
      ))}
    </div>
  )
}

/** The mouse's way from the page to the value; the keyboard has its own from the value to the page. */
function BandButton({ band, scale }: { readonly band: Band; readonly scale: number }) {
  const { mark, place, box, isCovered, isAgainst } = band
  const label = isAgainst ? `Contradicts ${mark.label}` : mark.label
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
      aria-label={label}
      title={label}
      data-against={isAgainst}
      data-covered={isCovered}
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

/**
 * In the order of drawing: larger bands below smaller ones, so that each can be reached; of those that
 * lie on the same words, the first mark's on top.
 */
function bandsOn(page: number, marks: readonly Mark[]): readonly Band[] {
  const taken = new Set<string>()
  return marks
    .flatMap((mark) => boxesOf(mark, page))
    .map((found) => {
      const words = found.box.map(Math.round).join()
      const isCovered = taken.has(words)
      taken.add(words)
      return { ...found, isCovered }
    })
    .reverse()
    .sort((a, b) => area(b.box) - area(a.box))
}

const boxesOf = (mark: Mark, page: number) =>
  mark.places.flatMap((evidence, place) =>
    evidence.page === page
      ? evidence.boxes.map((box, line) => ({
          key: `${mark.id} ${place} ${line}`,
          mark,
          place,
          box,
          isAgainst: evidence.contradicts === true,
        }))
      : [],
  )

const area = ([left, top, right, bottom]: PageBox): number => (right - left) * (bottom - top)
