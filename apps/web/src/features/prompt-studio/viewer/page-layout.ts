export type PageSize = { readonly width: number; readonly height: number }

export type PlacedPage = PageSize & {
  /** Zero-based. */
  readonly index: number
  /** From the top of the document, in CSS pixels. */
  readonly top: number
}

export const GAP = 12

/** Where each page lies at a scale. Sizes are in points; places in CSS pixels. */
export function layOut(sizes: readonly PageSize[], scale: number): readonly PlacedPage[] {
  let top = GAP
  return sizes.map(({ width, height }, index) => {
    const page = { index, top, width: width * scale, height: height * scale }
    top += page.height + GAP
    return page
  })
}

export function heightOf(pages: readonly PlacedPage[]): number {
  const last = pages.at(-1)
  return last ? last.top + last.height + GAP : 0
}

/** The pages within a window and one more window on either side of it. */
export function pagesNear(
  pages: readonly PlacedPage[],
  top: number,
  height: number,
): readonly PlacedPage[] {
  const from = top - height
  const to = top + 2 * height
  return pages.filter((page) => page.top + page.height >= from && page.top <= to)
}

/** The page that lies across the upper third of the window. */
export function pageAt(pages: readonly PlacedPage[], top: number, height: number): number {
  const line = top + height / 3
  const found = pages.findLast((page) => page.top <= line)
  return found?.index ?? 0
}

/** The scale at which the widest page fills a width. */
export function fitScale(sizes: readonly PageSize[], width: number): number {
  const maxWidth = Math.max(...sizes.map((size) => size.width), 1)
  return Math.max(0.1, (width - 2 * GAP) / maxWidth)
}

const THUMBNAIL = { width: 88, maxHeight: 132, label: 20 } as const

/** Where each thumbnail lies, its number included; a long sheet is cut off at the bottom. */
export function layOutThumbnails(sizes: readonly PageSize[]): readonly PlacedPage[] {
  let top = GAP
  return sizes.map(({ width, height }, index) => {
    const drawn = Math.min(THUMBNAIL.maxHeight, (THUMBNAIL.width * height) / Math.max(width, 1))
    const page = { index, top, width: THUMBNAIL.width, height: drawn + THUMBNAIL.label }
    top += page.height + GAP
    return page
  })
}
