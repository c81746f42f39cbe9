import type { PageBox } from '@recto/contract/prompt-studio/evidence'
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { type Rotation, toUpright } from './rotation.ts'

type Point = readonly [x: number, y: number]
type Size = { readonly width: number; readonly height: number; readonly rotation: Rotation }

/** Minimum distance of a drag; shorter movements count as clicks. */
const MIN_DRAG_PX = 4

/**
 * Manages a box that the user drags on an element, in page coordinates. Escape cancels it. Touch
 * scrolls instead.
 */
export function useDrawnBox(size: Size, onDraw: (box: PageBox) => void) {
  const start = useRef<{ readonly startPoint: Point; readonly pixels: Point }>(undefined)
  const [drawnBox, setDrawnBox] = useState<PageBox>()
  const isDrawing = drawnBox !== undefined

  useEffect(() => {
    if (!isDrawing) return undefined
    const cancel = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      start.current = undefined
      setDrawnBox(undefined)
    }
    window.addEventListener('keydown', cancel)
    return () => window.removeEventListener('keydown', cancel)
  }, [isDrawing])

  const end = () => {
    start.current = undefined
    setDrawnBox(undefined)
  }
  const handlers = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0 || event.pointerType === 'touch') return
      start.current = { startPoint: pointOf(event, size), pixels: [event.clientX, event.clientY] }
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (!start.current) return
      const { startPoint, pixels } = start.current
      const distance = Math.hypot(event.clientX - pixels[0], event.clientY - pixels[1])
      if (!isDrawing && distance < MIN_DRAG_PX) return
      // Dragging continues outside the page; the box is clipped to the page and ends wherever the
      // button is released.
      if (!isDrawing) event.currentTarget.setPointerCapture?.(event.pointerId)
      setDrawnBox(boxBetween(startPoint, pointOf(event, size)))
    },
    onPointerUp() {
      if (drawnBox) onDraw(drawnBox)
      end()
    },
    onPointerCancel: end,
  }
  return { drawnBox, handlers }
}

function pointOf(event: PointerEvent<HTMLElement>, { width, height, rotation }: Size): Point {
  const bounds = event.currentTarget.getBoundingClientRect()
  const [x, y] = toUpright(
    [
      (event.clientX - bounds.left) / (bounds.width || 1),
      (event.clientY - bounds.top) / (bounds.height || 1),
    ],
    rotation,
  )
  return [clamp(x * width, width), clamp(y * height, height)]
}

const clamp = (value: number, max: number) => Math.min(Math.max(value, 0), max)

const boxBetween = ([x0, y0]: Point, [x1, y1]: Point): PageBox => [
  Math.min(x0, x1),
  Math.min(y0, y1),
  Math.max(x0, x1),
  Math.max(y0, y1),
]
