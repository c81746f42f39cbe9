import type { PageBox } from '@recto/contract/prompt-studio/evidence'

/** Size of a page in points. */
export type SheetSize = { readonly width: number; readonly height: number }

const percent = (part: number, whole: number) => `${(part / whole) * 100}%`

/** Converts a box on a page to a relative position, which fits its image at any size. */
export const boxStyle = ([left, top, right, bottom]: PageBox, { width, height }: SheetSize) => ({
  left: percent(left, width),
  top: percent(top, height),
  width: percent(right - left, width),
  height: percent(bottom - top, height),
})

/** The position of an element above a page. */
export type BoxStyle = ReturnType<typeof boxStyle>
