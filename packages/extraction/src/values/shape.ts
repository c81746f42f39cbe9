/** A place in a text with what it says, in its plain form. */
export type Shape = {
  readonly start: number
  readonly end: number
  readonly value: string
  /** As it is printed, where letters were mended that look like digits. */
  readonly mended?: string
}
