import { type KeyboardEvent, type PointerEvent, useState } from 'react'

const STEP = 40

type Props = {
  readonly height: number
  readonly max: number
  /** Distance of the lower edge of the panel's body from the top of the page. */
  readonly bottom: () => number
  readonly headerHeight: number
  onResize(height: number): void
}

/** The upper edge of the panel, which can be dragged to resize it. */
export function ResizeEdge({ height, max, bottom, headerHeight, onResize }: Props) {
  const [isDragged, setDragged] = useState(false)

  function handleKeyDown(event: KeyboardEvent) {
    const heightsByKey = new Map([
      ['ArrowUp', height + STEP],
      ['ArrowDown', height - STEP],
      ['Home', 0],
      ['End', max],
    ]).get(event.key)
    if (heightsByKey === undefined) return
    event.preventDefault()
    onResize(heightsByKey)
  }

  return (
    <hr
      tabIndex={0}
      className="logs-edge"
      aria-label="Logs panel height"
      aria-orientation="horizontal"
      aria-valuenow={height}
      aria-valuemin={0}
      aria-valuemax={max}
      onPointerDown={(event: PointerEvent) => {
        event.preventDefault()
        event.currentTarget.setPointerCapture?.(event.pointerId)
        setDragged(true)
      }}
      onPointerMove={({ clientY }) => isDragged && onResize(bottom() - clientY - headerHeight)}
      onPointerUp={() => setDragged(false)}
      onPointerCancel={() => setDragged(false)}
      onKeyDown={handleKeyDown}
    />
  )
}
