import { drawDocumentPage, type PromptDocument } from '@recto/contract/prompt-documents'
import { addressOf } from '../../../shared/api/address.ts'

/** The widths, in pixels, in which the server keeps pictures of pages. */
const WIDTHS = [200, 1000, 2000] as const

/** The smallest width that fills so many CSS pixels sharply. */
export function widthFor(cssPixels: number, perPixel = window.devicePixelRatio || 1): number {
  return WIDTHS.find((width) => width >= cssPixels * perPixel) ?? WIDTHS[2]
}

/** Where the picture of a page lies; `page` is zero-based. */
export function addressOfPage(
  { tool, document_id }: PromptDocument,
  page: number,
  width: number,
): string {
  const query = { document_id, page, width }
  return addressOf(drawDocumentPage, { params: { tool_id: tool }, query })
}
