import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { useMedia } from '../../../shared/browser/use-media.ts'
import { useStored } from '../../../shared/browser/use-stored.ts'

const INITIAL_SHARE = 46
const MIN_SHARE = 25
const MAX_SHARE = 75
const KEYBOARD_STEP = 2

const isShare = (value: unknown): value is number =>
  typeof value === 'number' && value >= MIN_SHARE && value <= MAX_SHARE

const clampShare = (share: number) => Math.min(MAX_SHARE, Math.max(MIN_SHARE, share))

type Props = {
  readonly label: string
  readonly start: ReactNode
  readonly end: ReactNode
}

/** Two panes with a movable divider: side by side, or stacked on narrow screens. */
export function Splitter({ label, start, end }: Props) {
  const isStacked = useMedia('(max-width: 1080px)')
  const sideBySideShare = useStored('studioSplit', isShare, INITIAL_SHARE)
  const stackedShare = useStored('studioSplitStacked', isShare, INITIAL_SHARE)
  const [storedShare, setStoredShare] = isStacked ? stackedShare : sideBySideShare
  const [draggedShare, setDraggedShare] = useState<number>()
  const frameRef = useRef<HTMLDivElement>(null)
  const share = draggedShare ?? storedShare

  function computeShare({ clientX, clientY }: PointerEvent): number {
    const box = frameRef.current?.getBoundingClientRect()
    if (!box) return share
    const fraction = isStacked ? (clientY - box.top) / box.height : (clientX - box.left) / box.width
    return clampShare(Math.round(fraction * 1000) / 10)
  }

  function handlePointerDown(event: PointerEvent) {
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    setDraggedShare(share)
  }

  function handlePointerUp() {
    if (draggedShare !== undefined) setStoredShare(draggedShare)
    setDraggedShare(undefined)
  }

  function handleKeyDown(event: KeyboardEvent) {
    const [decreaseKey, increaseKey] = isStacked
      ? ['ArrowUp', 'ArrowDown']
      : ['ArrowLeft', 'ArrowRight']
    const targetShare = new Map([
      [decreaseKey, share - KEYBOARD_STEP],
      [increaseKey, share + KEYBOARD_STEP],
      ['Home', MIN_SHARE],
      ['End', MAX_SHARE],
    ]).get(event.key)
    if (targetShare === undefined) return
    event.preventDefault()
    event.stopPropagation()
    setStoredShare(clampShare(targetShare))
  }

  return (
    <div
      ref={frameRef}
      className="split"
      data-stacked={isStacked}
      data-dragging={draggedShare !== undefined}
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
        onPointerMove={(event) =>
          draggedShare !== undefined && setDraggedShare(computeShare(event))
        }
        onPointerUp={handlePointerUp}
        onPointerCancel={handlePointerUp}
        onDoubleClick={() => setStoredShare(INITIAL_SHARE)}
        onKeyDown={handleKeyDown}
      />
      <div className="split-pane">{end}</div>
    </div>
  )
}
