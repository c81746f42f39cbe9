/** Small print as it fills the last pages of long invoices. */
const paragraphs = [
  'Goods remain the property of the seller until they have been paid in full. The customer keeps them apart from other goods, insures them against theft, fire and water, and tells the seller at once if a third party lays claim to them.',
  'Visible defects are to be reported in writing within eight days of delivery, hidden ones within eight days of their discovery. The seller may repair or replace a defective piece twice before the customer may reduce the price or withdraw from the contract.',
  'If a payment is late, interest of eight per cent a year above the base rate is due from the day after the due date, together with a fixed sum of forty for the cost of recovery. The seller may withhold further deliveries until all overdue sums have been paid.',
  'Delivery dates are estimates unless they were agreed as fixed. The seller is not liable for delays that strikes, shortages of material, official measures or the weather cause, and tells the customer without delay when such a delay becomes foreseeable.',
  'Returns are accepted within thirty days if the goods are unused and in their original packing. Pieces that were cut, mixed or made to order cannot be returned. The customer bears the cost of sending them back, unless they were delivered by mistake.',
  'The place of performance is the registered office of the seller. The courts of that place have jurisdiction over all disputes that arise from this contract, as far as the law allows. Should a clause be void, the others remain in force.',
]

/** Returns so many numbered paragraphs. */
export const termsOf = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, i) => `${i + 1}. ${paragraphs[i % paragraphs.length]}`)
