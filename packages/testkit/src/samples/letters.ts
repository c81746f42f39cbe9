import { omitUndefined } from '@recto/omit-undefined'
import { a4, drawPdf, type Pen } from './draw-pdf.ts'

/** A document made by code, with what is true of it. */
export type SampleDocument<Expected = Readonly<Record<string, unknown>>> = {
  readonly name: string
  readonly file: Uint8Array
  readonly expected: Expected
}

const left = 72
const width = a4.width - 2 * left

const letterLines = [
  'Dear Ms Okafor,',
  'Thank you for your letter of 2 June 2026. We confirm that the lease for Unit 7, Quayside House, will be renewed for a term of 36 months, starting on 1 September 2026.',
  'The monthly rent is GBP 1,850.00, payable in advance on the first day of each month. A deposit of GBP 3,700.00 is already held and will be carried over.',
  'Please sign both copies and return one to us before 31 July 2026. If you have any question, write to lettings@quayside.example.',
  'Yours sincerely,',
]

/** A letter in running text: its facts stand in sentences, not beside labels. */
export async function drawLetter(password?: string): Promise<SampleDocument> {
  const file = await drawPdf(omitUndefined({ title: 'Letter', password }), (pen) => {
    pen.text('Quayside Lettings', left, 72, { font: 'Times-Bold', size: 16 })
    pen.text('5 Harbour Row, Plymouth PL1 2QX', left, 94, { font: 'Times-Roman', size: 10 })
    pen.text('18 June 2026', left, 140, { font: 'Times-Roman', size: 11 })
    pen.text('Subject: Renewal of lease QH-7-2026', left, 176, { font: 'Times-Bold', size: 11 })
    letterLines.forEach((text, row) => {
      const y = 208 + row * 52
      pen.text(text, left, y, { font: 'Times-Roman', size: 11, width, lineGap: 2 })
    })
    pen.text('Miriam Tailor, Lettings Manager', left, 480, { font: 'Times-Roman', size: 11 })
  })
  return {
    name: 'letter.pdf',
    file,
    expected: {
      sender: 'Quayside Lettings',
      letter_date: '2026-06-18',
      lease_reference: 'QH-7-2026',
      lease_start: '2026-09-01',
      monthly_rent: 1850,
      deposit: 3700,
      contact_email: 'lettings@quayside.example',
    },
  }
}

const bookings = Array.from({ length: 48 }, (_, index) => ({
  day: String((index % 30) + 1).padStart(2, '0'),
  text: ['Card payment', 'Standing order', 'Transfer received', 'Direct debit'][index % 4]!,
  cents: index % 4 === 2 ? 125_000 : -(1_950 + index * 137),
}))

const money = (cents: number) => `${cents < 0 ? '-' : ''}${(Math.abs(cents) / 100).toFixed(2)}`

function drawBookings(pen: Pen, first: number, balance: number, top: number): number {
  const rows = bookings.slice(first, first + 24)
  const sums = rows.map((_, index) =>
    rows.slice(0, index + 1).reduce((sum, { cents }) => sum + cents, balance),
  )
  rows.forEach(({ day, text, cents }, row) => {
    const y = top + row * 22
    pen.text(`${day}/09/2026`, left, y)
    pen.text(text, left + 80, y)
    pen.text(money(cents), 420, y, { align: 'right' })
    pen.text(money(sums[row]!), left + width, y, { align: 'right' })
    pen.rule([left, y + 14], width, '#e5e7eb')
  })
  return sums.at(-1)!
}

/** A bank statement whose table runs over two pages and whose closing balance is on the second. */
export async function drawStatement(): Promise<SampleDocument> {
  const opening = 250_000
  const closingBalance = bookings.reduce((sum, { cents }) => sum + cents, opening)
  const file = await drawPdf({ title: 'Account statement' }, (pen) => {
    pen.text('Larch & Lowe Bank', left, 60, { font: 'Helvetica-Bold', size: 16 })
    pen.text('Account statement', left, 84, { size: 12 })
    pen.text('Account holder', left, 116)
    pen.text('Ada Venn', left + 110, 116)
    pen.text('Account number', left, 132)
    pen.text('30984417', left + 110, 132)
    pen.text('Opening balance', left, 148)
    pen.text(money(opening), left + 110, 148)
    const carriedBalance = drawBookings(pen, 0, opening, 190)
    pen.text('Page 1 of 2', left, 780)

    pen.newPage()
    pen.text('Account statement, continued', left, 60, { size: 12 })
    drawBookings(pen, 24, carriedBalance, 100)
    pen.text('Closing balance', left, 660, { font: 'Helvetica-Bold' })
    pen.text(money(closingBalance), left + width, 660, { font: 'Helvetica-Bold', align: 'right' })
    pen.text('Page 2 of 2', left, 780)
  })
  return {
    name: 'statement.pdf',
    file,
    expected: {
      account_holder: 'Ada Venn',
      account_number: '30984417',
      opening_balance: opening / 100,
      closing_balance: closingBalance / 100,
      bookings: bookings.length,
    },
  }
}

const columnOne = [
  'Herons return to the river',
  'The count of this spring found forty pairs of grey herons along the lower river, more than in any year since the survey began in 1988.',
  'Volunteers walked both banks on the first three Sundays of April and wrote down every nest that they could see from the path.',
]
const columnTwo = [
  'Why the number grows',
  'Cleaner water has brought back small fish, and the old willows were left standing when the dam was rebuilt in 2019.',
  'The next count begins on 4 April 2027. Those who wish to help should write to count@riverwatch.example before the end of March.',
]

/** A page of two columns: read straight across, the sentences of both would be mixed. */
export async function drawTwoColumns(): Promise<
  SampleDocument<{ readonly columns: readonly string[] }>
> {
  const columnWidth = 215
  const file = await drawPdf({ title: 'River Watch' }, (pen) => {
    pen.text('River Watch', left, 64, { font: 'Times-Bold', size: 22 })
    pen.rule([left, 96], width)
    for (const [x, paragraphs] of [
      [left, columnOne],
      [a4.width - left - columnWidth, columnTwo],
    ] as const)
      paragraphs.forEach((text, row) => {
        const y = 116 + (row === 0 ? 0 : 26 + (row - 1) * 100)
        const font = row === 0 ? 'Times-Bold' : 'Times-Roman'
        pen.text(text, x, y, { font, size: 11, width: columnWidth, lineGap: 2 })
      })
  })
  return {
    name: 'two-columns.pdf',
    file,
    expected: { columns: [columnOne.join(' '), columnTwo.join(' ')] },
  }
}

/** A document of that many pages, each of which says its number. */
export async function drawPages(
  count: number,
): Promise<SampleDocument<{ readonly pages: number }>> {
  const file = await drawPdf({ title: 'Many pages' }, (pen) => {
    for (let page = 1; page <= count; page += 1) {
      if (page > 1) pen.newPage()
      pen.text(`Page ${page} of ${count}`, left, 72)
    }
  })
  return { name: `${count}-pages.pdf`, file, expected: { pages: count } }
}
