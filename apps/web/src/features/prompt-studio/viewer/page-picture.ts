/** The widths, in pixels, in which the server keeps pictures of pages. */
const WIDTHS = [200, 1000, 2000] as const

/** The smallest width that fills so many CSS pixels sharply. */
export function widthFor(cssPixels: number, perPixel = window.devicePixelRatio || 1): number {
  return WIDTHS.find((width) => width >= cssPixels * perPixel) ?? WIDTHS[2]
}
