import { type BlockCorner, lines } from './blocks.ts'
import type { InvoiceContent } from './content/invoice.ts'
import { addressLines } from './facts.ts'
import type { Ink, Sheet } from './sheet.ts'

/**
 * Draws the delivery address under a heading; returns where the block ends, which is where it
 * begins when there is no address.
 */
export function deliveryBlock(
  sheet: Sheet,
  { delivery }: InvoiceContent,
  corner: BlockCorner,
  { ending = '', ink = {} }: { readonly ending?: string; readonly ink?: Ink } = {},
): number {
  if (!delivery) return corner.y
  const y = lines(sheet, [`${delivery.heading}${ending}`], corner, ink)
  return lines(sheet, addressLines(delivery.party), { x: corner.x, y })
}
