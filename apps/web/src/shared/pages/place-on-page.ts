import type { PageBox } from '@recto/contract/evidence'

/** Of a page, in points. */
export type SheetSize = { readonly width: number; readonly height: number }

const percent = (part: number, whole: number) => `${(part / whole) * 100}%`

/** Where a box of a page lies on its picture, however large that is drawn. */
export const placeOnPage = ([left, top, right, bottom]: PageBox, { width, height }: SheetSize) => ({
  left: percent(left, width),
  top: percent(top, height),
  width: percent(right - left, width),
  height: percent(bottom - top, height),
})
