export type Party = {
  readonly name: string
  /** Street, town and country, one line each. */
  readonly address: readonly string[]
  readonly email: string
  readonly phone?: string
  readonly taxId?: string
}

export type InvoiceLine = {
  readonly description: string
  readonly quantity: number
  /** In cents, without tax. */
  readonly unitPriceCents: number
}

/** How a house writes dates and amounts: `14 March 2026` and `£1,234.50`, or `14.03.2026` and `1.234,50 €`. */
type Style = 'british' | 'continental'

export type InvoiceData = {
  readonly seller: Party
  readonly customer: Party
  readonly number: string
  /** ISO 8601. */
  readonly issuedOn: string
  readonly dueOn: string
  readonly currency: 'GBP' | 'EUR'
  readonly style: Style
  readonly lines: readonly InvoiceLine[]
  readonly taxPercent: number
  readonly bank: { readonly name: string; readonly iban: string; readonly bic: string }
  readonly paymentReference: string
}

/** The values of an invoice as they should be extracted: ISO dates, numbers in whole currency units. */
export type ExpectedInvoice = {
  readonly seller_name: string
  readonly seller_email: string
  readonly customer_name: string
  readonly invoice_number: string
  readonly issue_date: string
  readonly due_date: string
  readonly currency: string
  readonly subtotal: number
  readonly tax: number
  readonly total: number
  readonly iban: string
  readonly payment_reference: string
  readonly line_items: readonly {
    readonly description: string
    readonly quantity: number
    readonly unit_price: number
    readonly amount: number
  }[]
}

export const lineCents = ({ quantity, unitPriceCents }: InvoiceLine): number =>
  quantity * unitPriceCents

export function totalsOf({ lines, taxPercent }: InvoiceData) {
  const subtotalCents = lines.reduce((sum, line) => sum + lineCents(line), 0)
  const taxCents = Math.round((subtotalCents * taxPercent) / 100)
  return { subtotalCents, taxCents, totalCents: subtotalCents + taxCents }
}

export function expectedInvoiceOf(data: InvoiceData): ExpectedInvoice {
  const { subtotalCents, taxCents, totalCents } = totalsOf(data)
  return {
    seller_name: data.seller.name,
    seller_email: data.seller.email,
    customer_name: data.customer.name,
    invoice_number: data.number,
    issue_date: data.issuedOn,
    due_date: data.dueOn,
    currency: data.currency,
    subtotal: subtotalCents / 100,
    tax: taxCents / 100,
    total: totalCents / 100,
    iban: data.bank.iban,
    payment_reference: data.paymentReference,
    line_items: data.lines.map((line) => ({
      description: line.description,
      quantity: line.quantity,
      unit_price: line.unitPriceCents / 100,
      amount: lineCents(line) / 100,
    })),
  }
}

/** `1,234.50` or `1.234,50`. */
export function writeNumber(cents: number, style: Style): string {
  const [thousands, decimal] = style === 'british' ? [',', '.'] : ['.', ',']
  const units = String(Math.trunc(cents / 100)).replace(/\B(?=(\d{3})+$)/g, thousands!)
  return `${units}${decimal}${String(cents % 100).padStart(2, '0')}`
}

/** `£1,234.50` or `1.234,50 €`. */
export function writeMoney(cents: number, { currency, style }: InvoiceData): string {
  const symbol = currency === 'GBP' ? '£' : '€'
  const number = writeNumber(cents, style)
  return style === 'british' ? `${symbol}${number}` : `${number} ${symbol}`
}

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** `14 March 2026` or `14.03.2026`. */
export function writeDate(isoDate: string, style: Style): string {
  const [year, month, day] = isoDate.split('-')
  return style === 'british'
    ? `${Number(day)} ${months[Number(month) - 1]} ${year}`
    : `${day}.${month}.${year}`
}

export const writeIban = (iban: string): string => iban.replace(/(.{4})(?=.)/g, '$1 ')
