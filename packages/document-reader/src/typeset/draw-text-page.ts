import type { Page, Word } from '@recto/document-text/model'
import type { PageDrawing } from '@recto/document-text/reader'

/** Characters that XML does not allow are left out. */
const notAllowed = /(?![\t\n\r])[\p{Cc}\p{Cs}\ufffe\uffff]/gu
const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

/**
 * A page as its words alone show it. Nothing of the document but escaped text gets into the SVG: no scripts, no
 * styles, no references. `width` is in pixels.
 */
export function drawTextPage(page: Page, width: number): PageDrawing {
  const height = Math.max(1, Math.round((page.height / page.width) * width))
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${round(page.width)} ${round(page.height)}">`,
    '<rect width="100%" height="100%" fill="#fff"/>',
    '<g font-family="monospace" fill="#111">',
    ...page.words.map(drawWord),
    '</g></svg>',
  ].join('')
  return { bytes: new TextEncoder().encode(svg), mimeType: 'image/svg+xml', width, height }
}

function drawWord({ text, box: [x0, y0, x1, y1] }: Word): string {
  const size = y1 - y0
  const place = `x="${round(x0)}" y="${round(y1 - size * 0.2)}" font-size="${round(size)}"`
  const fit = `textLength="${round(x1 - x0)}" lengthAdjust="spacingAndGlyphs"`
  const escapedText = text.replace(notAllowed, '').replace(/[&<>"]/g, (sign) => escapes[sign]!)
  return `<text ${place} ${fit}>${escapedText}</text>`
}

function round(points: number): number {
  return Math.round(points * 100) / 100
}
