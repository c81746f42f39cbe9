import type { Box } from '@recto/document-text/model'

/** A small shape on the displayed page, its line included. */
export type Shape = {
  readonly box: Box
  readonly form: 'square' | 'round' | 'other'
  /** An outline around nothing or paper, dark inside, or paper without an outline. */
  readonly paint: 'frame' | 'dark' | 'paper'
}
