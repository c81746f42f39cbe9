import type { PageBox } from '@recto/contract/prompt-studio/evidence'
import { type ReactNode, useEffect, useRef } from 'react'
import { type PlaceStyle, placeOnPage, type SheetSize } from '../../shared/pages/place-on-page.ts'
import { useDrawnBox } from './use-drawn-box.ts'

/** A location of a value on a page. */
export type PlacedValue = {
  readonly key: string
  readonly label: string
  readonly box: PageBox
  /** Whether the words at the location contradict the value. */
  readonly isAgainst: boolean
}

type Props = {
  readonly picture: ReactNode
  /** Page size in points. */
  readonly size: SheetSize
  readonly values: readonly PlacedValue[]
  readonly selectedKey: string | undefined
  /** Frames around hidden text. */
  readonly hidden: ReactNode
  onPick(key: string): void
  onDraw(box: PageBox): void
}

/** A page with the locations of values, on which a box can be drawn. */
export function PageSheet({ picture, size, values, selectedKey, hidden, onPick, onDraw }: Props) {
  const { drawn, handlers } = useDrawnBox(size, onDraw)
  return (
    <div
      className="review-sheet"
      style={{ aspectRatio: `${size.width} / ${size.height}` }}
      {...handlers}
    >
      {picture}
      {values.map(({ key, label, box, isAgainst }) => (
        <Band
          key={`${key} ${box}`}
          label={isAgainst ? `Contradicts ${label}` : label}
          isAgainst={isAgainst}
          isShown={key === selectedKey}
          onPick={() => onPick(key)}
          style={placeOnPage(box, size)}
        />
      ))}
      {hidden}
      {drawn && <div className="review-drawn" style={placeOnPage(drawn, size)} />}
    </div>
  )
}

type BandProps = {
  readonly label: string
  readonly isShown: boolean
  readonly isAgainst: boolean
  readonly style: PlaceStyle
  onPick(): void
}

function Band({ label, isShown, isAgainst, style, onPick }: BandProps) {
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
      data-against={isAgainst}
      title={label}
      aria-label={label}
      style={style}
      onClick={onPick}
    />
  )
}
