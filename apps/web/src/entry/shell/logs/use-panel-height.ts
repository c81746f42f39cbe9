import { useState } from 'react'

export const HEADER = 40
const TOP_BAR = 52
const SHARE = 0.3

const most = () => Math.max(0, window.innerHeight - TOP_BAR - HEADER)
const within = (height: number) => Math.round(Math.min(most(), Math.max(0, height)))

/** How high the panel stands under its header: nothing, a part of the page, or all of it. */
export function usePanelHeight() {
  const [height, setHeight] = useState(0)
  const atShare = () => within(most() * SHARE)
  const isFull = height > 0 && height >= most()
  return {
    height,
    max: most(),
    isMinimised: height === 0,
    isFull,
    /** Opens it in part, then wholly; back to a part from there. */
    toggle: () => setHeight(height === 0 || isFull ? atShare() : most()),
    minimise: () => setHeight(0),
    resize: (next: number) => setHeight(within(next)),
  }
}
