import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useRef,
  useState,
} from 'react'
import { useMedia } from '../../../shared/browser/use-media.ts'
import { useStored } from '../../../shared/browser/use-stored.ts'

const INITIAL_SHARE = 46
const MIN_SHARE = 25
const MAX_SHARE = 75
const KEYBOARD_STEP = 2

const isShare = (value: unknown): value is number =>
  typeof value === 'number' && value >= MIN_SHARE && value <= MAX_SHARE

const DIVIDER_WIDTH = 9

/** Size of the first pane as a track of the grid. */
const toTrackSize = (share: number | undefined, endWidth = 0): string =>
  share === undefined ? `calc(100% - ${endWidth + DIVIDER_WIDTH}px)` : `${share}%`

const clampShare = (share: number) => Math.min(MAX_SHARE, Math.max(MIN_SHARE, share))

type Props = {
  readonly label: string
  /**
   * Initial width of the second pane in pixels; without it, the first one has its usual share. Both
   * widths are stored separately.
   */
  readonly endWidth?: number
  readonly start: ReactNode
  /** Nothing gives all the room to the first pane. */
  readonly end: ReactNode
}

/** Two panes with a movable divider: side by side, or stacked on narrow screens. */
export function Splitter({ label, endWidth, start, end }: Props) {
  const isStacked = useMedia('(max-width: 1080px)')
  const shareInCards = useStored<number | undefined>('studioSplit', isShare, INITIAL_SHARE)
  const shareInTable = useStored<number | undefined>('studioSplitTable', isShare, undefined)
  const stackedShare = useStored<number | undefined>('studioSplitStacked', isShare, INITIAL_SHARE)
  const sideBySideShare = endWidth === undefined ? shareInCards : shareInTable
  const [storedShare, setStoredShare] = isStacked ? stackedShare : sideBySideShare
  const initialShare = isStacked || endWidth === undefined ? INITIAL_SHARE : undefined
  const [draggedShare, setDraggedShare] = useState<number>()
  const frameRef = useRef<HTMLDivElement>(null)
  const share = draggedShare ?? storedShare

  /** Returns the share of the first pane, which is measured until the user has chosen one. */
  function getShare(): number {
    const frame = frameRef.current
    if (share !== undefined || !frame?.firstElementChild) return share ?? INITIAL_SHARE
    return (frame.firstElementChild.clientWidth / frame.clientWidth) * 100
  }

  function computeShare({ clientX, clientY }: PointerEvent): number {
    const box = frameRef.current?.getBoundingClientRect()
    if (!box) return getShare()
    const fraction = isStacked ? (clientY - box.top) / box.height : (clientX - box.left) / box.width
    return clampShare(Math.round(fraction * 1000) / 10)
  }

  function handlePointerDown(event: PointerEvent) {
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    setDraggedShare(getShare())
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
      [decreaseKey, getShare() - KEYBOARD_STEP],
      [increaseKey, getShare() + KEYBOARD_STEP],
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
      data-alone={!end}
      data-dragging={draggedShare !== undefined}
      style={{ '--split': toTrackSize(share, endWidth) } as CSSProperties}
    >
      <div className="split-pane">{start}</div>
      {end && (
        <>
          <hr
            tabIndex={0}
            className="split-divider"
            aria-label={label}
            aria-orientation={isStacked ? 'horizontal' : 'vertical'}
            aria-valuenow={Math.round(share ?? INITIAL_SHARE)}
            aria-valuemin={MIN_SHARE}
            aria-valuemax={MAX_SHARE}
            onPointerDown={handlePointerDown}
            onPointerMove={(event) =>
              draggedShare !== undefined && setDraggedShare(computeShare(event))
            }
            onPointerUp={handlePointerUp}
            onPointerCancel={handlePointerUp}
            onDoubleClick={() => setStoredShare(initialShare)}
            onKeyDown={handleKeyDown}
          />
          <div className="split-pane">{end}</div>
        </>
      )}
    </div>
  )
}
