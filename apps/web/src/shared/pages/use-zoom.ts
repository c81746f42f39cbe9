const STEPS = [0.5, 0.67, 0.8, 1, 1.25, 1.5, 2, 3, 4] as const
const TOLERANCE = 0.01

export type Zoom = {
  readonly scale: number
  readonly isFitted: boolean
  in(): void
  out(): void
  fit(): void
}

/** The scale that the user has chosen, if any, and how to change it. */
type ChosenScale = readonly [
  chosenScale: number | undefined,
  setChosenScale: (scale: number | undefined) => void,
]

/** Manages the scale of the pages: fitted to the available width until the user chooses another. */
export function useZoom(fittedScale: number, [chosenScale, setChosenScale]: ChosenScale): Zoom {
  const scale = chosenScale ?? fittedScale
  return {
    scale,
    isFitted: chosenScale === undefined,
    in: () => setChosenScale(STEPS.find((step) => step > scale + TOLERANCE) ?? scale),
    out: () => setChosenScale(STEPS.findLast((step) => step < scale - TOLERANCE) ?? scale),
    fit: () => setChosenScale(undefined),
  }
}
