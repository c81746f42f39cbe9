import { useState } from 'react'

const STEPS = [0.5, 0.67, 0.8, 1, 1.25, 1.5, 2, 3, 4] as const
const NEARLY = 0.01

export type Zoom = {
  readonly scale: number
  readonly isFitted: boolean
  in(): void
  out(): void
  fit(): void
}

/** How large the pages are drawn: as wide as their place, until the user chooses otherwise. */
export function useZoom(fitted: number): Zoom {
  const [chosen, choose] = useState<number>()
  const scale = chosen ?? fitted
  return {
    scale,
    isFitted: chosen === undefined,
    in: () => choose(STEPS.find((step) => step > scale + NEARLY) ?? scale),
    out: () => choose(STEPS.findLast((step) => step < scale - NEARLY) ?? scale),
    fit: () => choose(undefined),
  }
}
