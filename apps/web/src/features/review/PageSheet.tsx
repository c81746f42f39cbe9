import type { PageBox } from '@recto/contract/evidence'
import { type ReactNode, useEffect, useRef } from 'react'
import { placeOnPage, type SheetSize } from '../../shared/pages/place-on-page.ts'
import { useDrawnBox } from './use-drawn-box.ts'

/** A value in a line of a page. */
export type PlacedValue = {
  readonly key: string
  readonly label: string
  readonly box: PageBox
  /** The words there say something else than the value. */
  readonly isAgainst: boolean
}

type Props = {
  readonly picture: ReactNode
  /** In points. */
  readonly size: SheetSize
  readonly placed: readonly PlacedValue[]
  readonly shown: string | undefined
  /** The frames of what nobody sees. */
  readonly hidden: ReactNode
  onPick(key: string): void
  onDraw(box: PageBox): void
}

/** A page on which a box can be drawn, with what was read on it. */
export function PageSheet({ picture, size, placed, shown, hidden, onPick, onDraw }: Props) {
  const { drawn, handlers } = useDrawnBox(size, onDraw)
  return (
    <div
      className="review-sheet"
      style={{ aspectRatio: `${size.width} / ${size.height}` }}
      {...handlers}
    >
      {picture}
      {placed.map(({ key, label, box, isAgainst }) => (
        <Band
          key={`${key} ${box}`}
          label={isAgainst ? `Contradicts ${label}` : label}
          isAgainst={isAgainst}
          isShown={key === shown}
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
  readonly style: ReturnType<typeof placeOnPage>
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
