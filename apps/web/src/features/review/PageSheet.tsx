import type { PageBox } from '@recto/contract/evidence'
import { type ReactNode, useEffect, useRef } from 'react'
import { useDrawnBox } from './use-drawn-box.ts'

/** A value in a line of a page. */
export type PlacedValue = { readonly key: string; readonly label: string; readonly box: PageBox }

export type SheetSize = { readonly width: number; readonly height: number }

type Props = {
  readonly picture: ReactNode
  /** In points. */
  readonly size: SheetSize
  readonly placed: readonly PlacedValue[]
  readonly shown: string | undefined
  onPick(key: string): void
  onDraw(box: PageBox): void
}

/** A page on which a box can be drawn, with what was read on it. */
export function PageSheet({ picture, size, placed, shown, onPick, onDraw }: Props) {
  const { drawn, handlers } = useDrawnBox(size, onDraw)
  return (
    <div
      className="review-sheet"
      style={{ aspectRatio: `${size.width} / ${size.height}` }}
      {...handlers}
    >
      {picture}
      {placed.map(({ key, label, box }) => (
        <Band
          key={`${key} ${box}`}
          label={label}
          isShown={key === shown}
          onPick={() => onPick(key)}
          style={placeOf(box, size)}
        />
      ))}
      {drawn && <div className="review-drawn" style={placeOf(drawn, size)} />}
    </div>
  )
}

const percent = (part: number, whole: number) => `${(part / whole) * 100}%`

const placeOf = ([left, top, right, bottom]: PageBox, { width, height }: SheetSize) => ({
  left: percent(left, width),
  top: percent(top, height),
  width: percent(right - left, width),
  height: percent(bottom - top, height),
})

type BandProps = {
  readonly label: string
  readonly isShown: boolean
  readonly style: ReturnType<typeof placeOf>
  onPick(): void
}

function Band({ label, isShown, style, onPick }: BandProps) {
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
