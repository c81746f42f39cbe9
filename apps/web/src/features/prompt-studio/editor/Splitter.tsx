import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { useMedia } from '../../../shared/browser/use-media.ts'
import { useStored } from '../../../shared/browser/use-stored.ts'

const FIRST = 46
const MIN_SHARE = 25
const MAX_SHARE = 75
const STEP = 2

const isShare = (value: unknown): value is number =>
  typeof value === 'number' && value >= MIN_SHARE && value <= MAX_SHARE

const within = (share: number) => Math.min(MAX_SHARE, Math.max(MIN_SHARE, share))

type Props = {
  readonly label: string
  readonly start: ReactNode
  readonly end: ReactNode
}

/** Two panes side by side, one above the other where it is narrow, and a divider between them. */
export function Splitter({ label, start, end }: Props) {
  const isStacked = useMedia('(max-width: 1080px)')
  const beside = useStored('studioSplit', isShare, FIRST)
  const below = useStored('studioSplitStacked', isShare, FIRST)
  const [kept, keep] = isStacked ? below : beside
  const [dragged, setDragged] = useState<number>()
  const frame = useRef<HTMLDivElement>(null)
  const share = dragged ?? kept

  function shareAt({ clientX, clientY }: PointerEvent): number {
    const box = frame.current?.getBoundingClientRect()
    if (!box) return share
    const part = isStacked ? (clientY - box.top) / box.height : (clientX - box.left) / box.width
    return within(Math.round(part * 1000) / 10)
  }

  function handlePointerDown(event: PointerEvent) {
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    setDragged(share)
  }

  function handlePointerUp() {
    if (dragged !== undefined) keep(dragged)
    setDragged(undefined)
  }

  function handleKeyDown(event: KeyboardEvent) {
    const [back, forth] = isStacked ? ['ArrowUp', 'ArrowDown'] : ['ArrowLeft', 'ArrowRight']
    const wanted = new Map([
      [back, share - STEP],
      [forth, share + STEP],
      ['Home', MIN_SHARE],
      ['End', MAX_SHARE],
    ]).get(event.key)
    if (wanted === undefined) return
    event.preventDefault()
    event.stopPropagation()
    keep(within(wanted))
  }

  return (
    <div
      ref={frame}
      className="split"
      data-stacked={isStacked}
      data-dragging={dragged !== undefined}
      style={{ '--split': `${share}%` } as React.CSSProperties}
    >
      <div className="split-pane">{start}</div>
      <hr
        tabIndex={0}
        className="split-divider"
        aria-label={label}
        aria-orientation={isStacked ? 'horizontal' : 'vertical'}
        aria-valuenow={Math.round(share)}
        aria-valuemin={MIN_SHARE}
        aria-valuemax={MAX_SHARE}
        onPointerDown={handlePointerDown}
        onPointerMove={(event) => dragged !== undefined && setDragged(shareAt(event))}
        onPointerUp={handlePointerUp}
        onPointerCancel={handlePointerUp}
        onDoubleClick={() => keep(FIRST)}
        onKeyDown={handleKeyDown}
      />
      <div className="split-pane">{end}</div>
    </div>
  )
}
