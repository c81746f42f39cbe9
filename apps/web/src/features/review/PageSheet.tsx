import type { PageBox } from '@recto/contract/prompt-studio/evidence'
import { type ReactNode, useEffect, useRef } from 'react'
import { type BoxStyle, boxStyle, type SheetSize } from '../../shared/pages/box-style.ts'
import { frameStyle, type Rotation, rotatedStyle } from './rotation.ts'
import { useDrawnBox } from './use-drawn-box.ts'

/** A location of a value on a page. */
export type ValueBox = {
  readonly key: string
  readonly label: string
  readonly box: PageBox
  /** Whether the words at the location contradict the value. */
  readonly isContradicting: boolean
}

/** A place of the text that is searched for. */
export type SearchMark = { readonly box: PageBox; readonly isCurrent: boolean }

type Props = {
  readonly picture: ReactNode
  /** Page size in points. */
  readonly size: SheetSize
  readonly values: readonly ValueBox[]
  readonly selectedKey: string | undefined
  readonly marks: readonly SearchMark[]
  /** Frames around hidden text. */
  readonly hidden: ReactNode
  readonly rotation: Rotation
  onPick(key: string): void
  onDraw(box: PageBox): void
}

/** A page with the locations of values, on which a box can be drawn. */
export function PageSheet({ picture, size, rotation, marks, hidden, onDraw, ...bands }: Props) {
  const { drawnBox, handlers } = useDrawnBox({ ...size, rotation }, onDraw)
  const { values, selectedKey, onPick } = bands
  return (
    <div className="review-frame" style={frameStyle(size, rotation)}>
      <div className="review-sheet" style={rotatedStyle(size, rotation)} {...handlers}>
        {picture}
        {values.map(({ key, label, box, isContradicting }) => (
          <Band
            key={`${key} ${box}`}
            label={isContradicting ? `Contradicts ${label}` : label}
            isContradicting={isContradicting}
            isShown={key === selectedKey}
            onPick={() => onPick(key)}
            style={boxStyle(box, size)}
          />
        ))}
        {marks.map(({ box, isCurrent }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: marks have no ids, and boxes may be equal.
          <Mark key={index} isCurrent={isCurrent} style={boxStyle(box, size)} />
        ))}
        {hidden}
        {drawnBox && <div className="review-drawn" style={boxStyle(drawnBox, size)} />}
      </div>
    </div>
  )
}

function Mark({ isCurrent, style }: { readonly isCurrent: boolean; readonly style: BoxStyle }) {
  const mark = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isCurrent) mark.current?.scrollIntoView?.({ block: 'center', inline: 'nearest' })
  }, [isCurrent])
  return <mark ref={mark} className="review-match" data-current={isCurrent} style={style} />
}

type BandProps = {
  readonly label: string
  readonly isShown: boolean
  readonly isContradicting: boolean
  readonly style: BoxStyle
  onPick(): void
}

function Band({ label, isShown, isContradicting, style, onPick }: BandProps) {
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
      data-against={isContradicting}
      title={label}
      aria-label={label}
      style={style}
      onClick={onPick}
    />
  )
}
