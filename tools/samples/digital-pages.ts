import type { Drawing } from '@recto/document-reader/testing/draw-pdf'

const ink = '#1f2937'
const soft = '#6b7280'
const line = '#cbd5e1'

type Style = { readonly size?: number; readonly bold?: boolean; readonly colour?: string }

/** Creates a pen that draws text and rules at positions in points from the top left. */
export function penOn(drawing: Drawing) {
  const set = ({ size = 9.5, bold = false, colour = ink }: Style) =>
    drawing
      .font(bold ? 'Helvetica-Bold' : 'Helvetica')
      .fontSize(size)
      .fillColor(colour)
  return {
    put(text: string, x: number, y: number, style: Style = {}): void {
      set(style).text(text, x, y, { lineBreak: false })
    },
    /** Draws right-aligned text. */
    putRight(text: string, right: number, y: number, style: Style = {}): void {
      set(style).text(text, right - drawing.widthOfString(text), y, { lineBreak: false })
    },
    rule(x: number, y: number, width: number, colour = line): void {
      drawing
        .moveTo(x, y)
        .lineTo(x + width, y)
        .lineWidth(0.7)
        .stroke(colour)
    },
  }
}

export type Pen = ReturnType<typeof penOn>

export const dollars = (amount: number) =>
  amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

export function invoice(drawing: Drawing): void {
  const pen = penOn(drawing)
  pen.put('Northwind Paper Mill', 50, 52, { size: 17, bold: true, colour: '#1d4f91' })
  pen.put('14 Harbour Road, Bergen 5003, Norway', 50, 76, { colour: soft })
  pen.putRight('INVOICE', 545, 52, { size: 20, bold: true })
  const facts = [
    ['Invoice number', 'NPM-2026-0318'],
    ['Invoice date', '12 March 2026'],
    ['Due date', '11 April 2026'],
    ['Order', 'PO 77120'],
  ] as const
  for (const [row, [name, value]] of facts.entries()) {
    pen.put(name, 360, 96 + row * 15, { colour: soft })
    pen.putRight(value, 545, 96 + row * 15)
  }
  pen.put('Bill to', 50, 118, { bold: true, colour: soft })
  for (const [row, text] of [
    'Lumen Books Ltd',
    '8 Quay Street',
    'Galway H91 K2X4',
    'Ireland',
  ].entries())
    pen.put(text, 50, 133 + row * 13)
  const columns = [50, 330, 400, 480] as const
  drawing.rect(50, 215, 495, 22).fill('#eef2f7')
  pen.put('Description', columns[0] + 8, 222, { bold: true })
  pen.putRight('Quantity', columns[2] - 20, 222, { bold: true })
  pen.putRight('Unit price', columns[3] - 12, 222, { bold: true })
  pen.putRight('Amount', 537, 222, { bold: true })
  const items = [
    ['Book paper, cream, 90 g', 240, 4.15],
    ['Cover board, 300 g', 60, 7.8],
    ['Endpapers, laid', 120, 2.25],
    ['Binding thread, linen', 15, 11.4],
    ['Delivery to Galway', 1, 135],
  ] as const
  for (const [row, [name, quantity, price]] of items.entries()) {
    const y = 246 + row * 22
    pen.put(name, columns[0] + 8, y)
    pen.putRight(String(quantity), columns[2] - 20, y)
    pen.putRight(dollars(price), columns[3] - 12, y)
    pen.putRight(dollars(quantity * price), 537, y)
    pen.rule(50, y + 15, 495)
  }
  const net = items.reduce((sum, [, quantity, price]) => sum + quantity * price, 0)
  const totals = [
    ['Subtotal', net],
    ['VAT 25%', net * 0.25],
    ['Total EUR', net * 1.25],
  ] as const
  for (const [row, [name, value]] of totals.entries()) {
    pen.put(name, 380, 372 + row * 18, { bold: row === 2 })
    pen.putRight(dollars(value), 537, 372 + row * 18, { bold: row === 2 })
  }
  pen.rule(50, 770, 495)
  pen.put('IBAN NO93 8601 1117 947   BIC DNBANOKK   VAT NO 914 778 271 MVA', 50, 780, {
    size: 8.5,
    colour: soft,
  })
}

export function bankStatement(drawing: Drawing): void {
  const pen = penOn(drawing)
  pen.put('Fjord & Coast Bank', 50, 50, { size: 16, bold: true, colour: '#0f5b4f' })
  pen.putRight('Account statement', 545, 54, { size: 12, bold: true })
  pen.put('Ingrid Solberg, 3 Mill Lane, Bergen', 50, 80, { colour: soft })
  pen.putRight('Account 1503.27.04418', 545, 80, { colour: soft })
  pen.putRight('1 to 28 February 2026', 545, 94, { colour: soft })
  const heads = ['Date', 'Text', 'Out', 'In', 'Balance'] as const
  const columnEdges = [50, 115, 385, 465, 545] as const
  for (const [index, head] of heads.entries()) {
    const show = index < 2 ? pen.put : pen.putRight
    show(head, columnEdges[index] ?? 0, 128, { bold: true })
  }
  pen.rule(50, 143, 495, ink)
  const moves = [
    ['01.02.', 'Balance brought forward', 0],
    ['02.02.', 'Rent, Mill Lane Housing', -1180],
    ['03.02.', 'Grocer Rema, card 4471', -64.35],
    ['05.02.', 'Transfer from K. Solberg', 250],
    ['06.02.', 'Tram ticket, monthly', -81],
    ['10.02.', 'Electricity, Nordlys AS', -143.2],
    ['12.02.', 'Bookshop Norli', -37.9],
    ['15.02.', 'Salary, Lumen Books Ltd', 3120.45],
    ['16.02.', 'Insurance, household', -28.75],
    ['18.02.', 'Pharmacy Vitus', -19.6],
    ['20.02.', 'Cash withdrawal', -200],
    ['23.02.', 'Refund, rail company', 46],
    ['25.02.', 'Telephone and internet', -59.99],
    ['27.02.', 'Transfer to savings', -600],
  ] as const
  let balance = 1904.18
  for (const [row, [date, text, amount]] of moves.entries()) {
    const y = 152 + row * 19
    balance += amount
    pen.put(date, columnEdges[0], y)
    pen.put(text, columnEdges[1], y)
    if (amount < 0) pen.putRight(dollars(-amount), columnEdges[2], y)
    if (amount > 0) pen.putRight(dollars(amount), columnEdges[3], y)
    pen.putRight(dollars(balance), columnEdges[4], y)
  }
  pen.rule(50, 424, 495, ink)
  pen.put('Closing balance on 28 February 2026', 115, 433, { bold: true })
  pen.putRight(dollars(balance), 545, 433, { bold: true })
}

const story = [
  'The first paper mill of the valley was built where the river falls forty metres over less than a mile. Its wheels drove the stampers day and night, and the women of the village sorted rags by hand into five grades of white.',
  'When wood pulp came, the rag rooms closed within ten years. The mill bought a second-hand machine, two metres wide, and sold newsprint to the towns on the coast. A fire in 1911 took the drying loft but spared the machine.',
  'Today the hall holds looms of glass fibre. The old vats are shown on Sundays, and visitors may dip a mould into the pulp and couch a sheet of their own. It dries in a week and is sent by post.',
  'The archive keeps 3,400 sample books. Each has a date, a watermark and the name of the foreman. Scholars of printing come for the watermarks: they tell where a book was made when its title page does not.',
] as const

export function twoColumns(drawing: Drawing): void {
  const pen = penOn(drawing)
  pen.put('Valley Review', 50, 48, { size: 11, bold: true, colour: soft })
  drawing.font('Times-Bold').fontSize(25).fillColor(ink)
  drawing.text('How a river learned to make paper', 50, 72, { lineBreak: false })
  pen.put('By Ola Brekke', 50, 108, { colour: soft })
  pen.rule(50, 126, 495)
  const text = [...story, ...story.slice(0, 2)]
  for (const [column, parts] of [text.slice(0, 3), text.slice(3)].entries()) {
    drawing.font('Times-Roman').fontSize(11).fillColor(ink)
    drawing.text(parts.join('\n\n'), 50 + column * 257, 142, {
      width: 238,
      align: 'justify',
      lineGap: 2,
    })
  }
}
