import type { PageBox } from '@recto/contract/evidence'
import { type PointerEvent, useEffect, useRef, useState } from 'react'

type Point = readonly [x: number, y: number]
type Size = { readonly width: number; readonly height: number }

/** A hand that moves less has clicked. */
const LEAST_PIXELS = 4

/** A box that somebody drags on an element, in the measures of a page; Escape gives it up. Fingers scroll instead. */
export function useDrawnBox(size: Size, onDraw: (box: PageBox) => void) {
  const start = useRef<{ readonly at: Point; readonly pixels: Point }>(undefined)
  const [drawn, setDrawn] = useState<PageBox>()
  const isDrawing = drawn !== undefined

  useEffect(() => {
    if (!isDrawing) return undefined
    const giveUp = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      start.current = undefined
      setDrawn(undefined)
    }
    window.addEventListener('keydown', giveUp)
    return () => window.removeEventListener('keydown', giveUp)
  }, [isDrawing])

  const end = () => {
    start.current = undefined
    setDrawn(undefined)
  }
  const handlers = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0 || event.pointerType === 'touch') return
      start.current = { at: pointOf(event, size), pixels: [event.clientX, event.clientY] }
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (!start.current) return
      const { at, pixels } = start.current
      const moved = Math.hypot(event.clientX - pixels[0], event.clientY - pixels[1])
      if (!isDrawing && moved < LEAST_PIXELS) return
      // A box that leaves the page ends at its edge, and ends wherever the button is let go.
      if (!isDrawing) event.currentTarget.setPointerCapture?.(event.pointerId)
      setDrawn(between(at, pointOf(event, size)))
    },
    onPointerUp() {
      if (drawn) onDraw(drawn)
      end()
    },
    onPointerCancel: end,
  }
  return { drawn, handlers }
}

function pointOf(event: PointerEvent<HTMLElement>, { width, height }: Size): Point {
  const shown = event.currentTarget.getBoundingClientRect()
  const x = ((event.clientX - shown.left) / (shown.width || 1)) * width
  const y = ((event.clientY - shown.top) / (shown.height || 1)) * height
  return [within(x, width), within(y, height)]
}

const within = (value: number, most: number) => Math.min(Math.max(value, 0), most)

const between = ([x0, y0]: Point, [x1, y1]: Point): PageBox => [
  Math.min(x0, x1),
  Math.min(y0, y1),
  Math.max(x0, x1),
  Math.max(y0, y1),
]
