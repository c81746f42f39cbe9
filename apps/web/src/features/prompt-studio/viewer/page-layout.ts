export type PageSize = { readonly width: number; readonly height: number }

export type PositionedPage = PageSize & {
  /** Zero-based page index. */
  readonly index: number
  /** Distance from the top of the document in CSS pixels. */
  readonly top: number
}

export const GAP = 12

/** Lays out the pages in a column. Sizes are in points; the result is in CSS pixels. */
export function layOutPages(sizes: readonly PageSize[], scale: number): readonly PositionedPage[] {
  let top = GAP
  return sizes.map(({ width, height }, index) => {
    const page = { index, top, width: width * scale, height: height * scale }
    top += page.height + GAP
    return page
  })
}

export function getStackHeight(pages: readonly PositionedPage[]): number {
  const last = pages.at(-1)
  return last ? last.top + last.height + GAP : 0
}

/** Lists the pages within the viewport and one viewport height above and below it. */
export function listNearbyPages(
  pages: readonly PositionedPage[],
  top: number,
  height: number,
): readonly PositionedPage[] {
  const minTop = top - height
  const maxTop = top + 2 * height
  return pages.filter((page) => page.top + page.height >= minTop && page.top <= maxTop)
}

/** Finds the page at one third of the viewport height. */
export function findPageIndex(
  pages: readonly PositionedPage[],
  top: number,
  height: number,
): number {
  const referenceTop = top + height / 3
  const pageInView = pages.findLast((page) => page.top <= referenceTop)
  return pageInView?.index ?? 0
}

/** Computes the scale at which the widest page fills a width. */
export function fitScale(sizes: readonly PageSize[], width: number): number {
  const maxWidth = Math.max(...sizes.map((size) => size.width), 1)
  return Math.max(0.1, (width - 2 * GAP) / maxWidth)
}

const THUMBNAIL = { width: 88, maxHeight: 132, label: 20 } as const

/** Lays out the thumbnails with their page numbers. Long pages are cut off at the bottom. */
export function layOutThumbnails(sizes: readonly PageSize[]): readonly PositionedPage[] {
  let top = GAP
  return sizes.map(({ width, height }, index) => {
    const imageHeight = Math.min(
      THUMBNAIL.maxHeight,
      (THUMBNAIL.width * height) / Math.max(width, 1),
    )
    const page = { index, top, width: THUMBNAIL.width, height: imageHeight + THUMBNAIL.label }
    top += page.height + GAP
    return page
  })
}
