import { useState } from 'react'

export const HEADER = 40
const TOP_BAR = 52
const SHARE = 0.3

const maxHeight = () => Math.max(0, window.innerHeight - TOP_BAR - HEADER)
const clampHeight = (height: number) => Math.round(Math.min(maxHeight(), Math.max(0, height)))

/** Manages the height of the panel below its header: nothing, a part of the page, or all of it. */
export function usePanelHeight() {
  const [height, setHeight] = useState(0)
  const atShare = () => clampHeight(maxHeight() * SHARE)
  const isFull = height > 0 && height >= maxHeight()
  return {
    height,
    max: maxHeight(),
    isMinimised: height === 0,
    isFull,
    /** Opens the panel partly, then fully, and then partly again. */
    toggle: () => setHeight(height === 0 || isFull ? atShare() : maxHeight()),
    minimise: () => setHeight(0),
    resize: (next: number) => setHeight(clampHeight(next)),
  }
}
