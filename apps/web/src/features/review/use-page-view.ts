import { isBoolean, useStored } from '../../shared/browser/use-stored.ts'
import { useZoom, type Zoom } from '../../shared/pages/use-zoom.ts'
import type { Rotation } from './rotation.ts'

/** The view of the pages; it is remembered for the next document. */
export type PageView = {
  /** A scale of 1 fits the width of the pane. */
  readonly zoom: Zoom
  readonly rotation: Rotation
  /** Whether values have the full width, below the pages. */
  readonly isStacked: boolean
  /** Whether small pictures of all pages are shown, if there are several. */
  readonly hasThumbnails: boolean
  rotate(): void
  setStacked(isStacked: boolean): void
  toggleThumbnails(): void
}

const isScale = (value: unknown): value is number | undefined =>
  value === undefined || (typeof value === 'number' && value >= 0.5 && value <= 4)
const isRotation = (value: unknown): value is Rotation =>
  value === 0 || value === 90 || value === 180 || value === 270

export function usePageView(): PageView {
  const chosenScale = useStored<number | undefined>('review-zoom', isScale, undefined)
  const [rotation, setRotation] = useStored<Rotation>('review-rotation', isRotation, 0)
  const [isStacked, setStacked] = useStored('review-stacked', isBoolean, false)
  const [hasThumbnails, setThumbnails] = useStored('review-thumbnails', isBoolean, false)
  const zoom = useZoom(1, chosenScale)
  const rotate = () => setRotation(((rotation + 90) % 360) as Rotation)
  const toggleThumbnails = () => setThumbnails(!hasThumbnails)
  return { zoom, rotation, isStacked, hasThumbnails, rotate, setStacked, toggleThumbnails }
}
