/** One row of a generated list: where it stands, and what it says. */
export type SampleRow = {
  /** The lines of text that say it, the first one first; blanks do not count. */
  readonly lines: readonly string[]
  readonly values: Readonly<Record<string, string | number | null>>
}

/** A document with a list of which every row is known. */
export type ListSample = {
  readonly name: string
  readonly prompt: string
  readonly columns: readonly string[]
  /** Typewritten pages. */
  readonly pages: readonly string[]
  readonly rows: readonly SampleRow[]
  /** The column in which rows are numbered. */
  readonly numbered?: string
}

/** The same numbers each time, between 0 and 1. */
export function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixedBits = Math.imul(state ^ (state >>> 15), 1 | state)
    mixedBits = (mixedBits + Math.imul(mixedBits ^ (mixedBits >>> 7), 61 | mixedBits)) ^ mixedBits
    return ((mixedBits ^ (mixedBits >>> 14)) >>> 0) / 4_294_967_296
  }
}

const two = (value: number) => String(value).padStart(2, '0')

function amount(value: number): string {
  const [whole = '', cents = ''] = value.toFixed(2).split('.')
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${cents}`
}

const payees = [
  'Northwind Traders',
  'Card payment Harbour Cafe',
  'Standing order rent',
  'Direct debit City Power',
  'Transfer J. Miller',
  'Cash machine High Street',
  'Salary Contoso Ltd',
  'Monthly fee',
]

const bookingsOnPage = 42

/** A bank statement; now and then the same booking stands on two lines, alike to the letter. */
export function bankStatement(count: number): ListSample {
  const bookings = bookingsOf(count)
  const pages: string[] = []
  for (let first = 0; first < count; first += bookingsOnPage) {
    const pageBookings = bookings.slice(first, first + bookingsOnPage)
    const isLast = first + bookingsOnPage >= count
    pages.push(
      [
        ...statementHeader(pages.length + 1),
        ...(first > 0 ? [carriedLine('Balance brought forward', bookings[first - 1])] : []),
        ...pageBookings.map(({ line }) => line),
        ...(isLast ? [] : [carriedLine('Balance carried forward', pageBookings.at(-1))]),
      ].join('\n'),
    )
  }
  return {
    name: `a bank statement of ${count} bookings`,
    prompt: 'List all bookings.',
    columns: ['date', 'description', 'amount', 'balance'],
    pages,
    rows: bookings.map(({ line, values }) => ({ lines: [line], values })),
  }
}

type LedgerBooking = {
  readonly line: string
  readonly values: SampleRow['values']
  readonly balance: number
}

function bookingsOf(count: number): readonly LedgerBooking[] {
  const random = randomNumbers(count)
  const bookings: LedgerBooking[] = []
  for (let i = 0; i < count; i++) {
    const lastBooking = bookings.at(-1)
    const isTwice = lastBooking !== undefined && random() < 0.02
    bookings.push(
      isTwice ? lastBooking : booking(i / count, lastBooking?.balance ?? 120_000, random),
    )
  }
  return bookings
}

function booking(part: number, previousDay: number, random: () => number): LedgerBooking {
  const value = Math.round((random() - 0.5) * 400_000) / 100
  const balance = Math.round((previousDay + value) * 100) / 100
  const day = new Date(Date.UTC(2025, 0, 1 + Math.floor(part * 360)))
  const date = `${two(day.getUTCDate())}.${two(day.getUTCMonth() + 1)}.${day.getUTCFullYear()}`
  const payee = payees[Math.floor(random() * payees.length)] ?? ''
  const description = `${payee} ${1000 + Math.floor(random() * 9000)}`
  return {
    line: `${date.padEnd(12)}${description.padEnd(40)}${signed(value).padStart(14)}${signed(balance).padStart(16)}`,
    values: { date, description, amount: value, balance },
    balance,
  }
}

const signed = (value: number) => (value < 0 ? `-${amount(-value)}` : amount(value))

const statementHeader = (page: number) => [
  `Example Bank Ltd                    Statement of account                     Page ${page}`,
  'Account 4471 0093 2210                                     Currency EUR',
  '',
  `${'Date'.padEnd(12)}${'Description'.padEnd(40)}${'Amount'.padStart(14)}${'Balance'.padStart(16)}`,
]

const carriedLine = (words: string, lastBooking: LedgerBooking | undefined) =>
  `${' '.repeat(12)}${words.padEnd(54)}${signed(lastBooking?.balance ?? 0).padStart(16)}`

const goods = [
  'Hex bolt M8 zinc plated',
  'Cable tie black 200 mm',
  'Work gloves size 9',
  'LED panel 60x60',
  'Angle bracket steel',
  'Sealing ring NBR',
]
const details = [
  'packed by the hundred',
  'with certificate of origin',
  'delivered in two parts, see note',
  'special colour on request of the buyer',
]

/** An invoice with numbered items, many of which go on over two or three lines, also over a page's end. */
export function longInvoice(pageCount: number): ListSample {
  const random = randomNumbers(pageCount + 7)
  const rows: SampleRow[] = []
  const pages: string[] = []
  let sum = 0
  let waitingLines: string[] = []
  for (let number = 1; number <= pageCount; number++) {
    const page = [
      'Fabrikam Tools GmbH                                             Invoice 2025-04417',
      `Delivery of spare parts                                         Page ${number} of ${pageCount}`,
      '',
      `${'Pos'.padStart(5)}  ${'Article'.padEnd(38)}${'Qty'.padStart(6)}${'Price'.padStart(12)}${'Amount'.padStart(14)}`,
    ]
    if (number > 1)
      page.push(
        `${' '.repeat(7)}${'Carried forward'.padEnd(38)}${' '.repeat(18)}${amount(sum).padStart(14)}`,
      )
    page.push(...waitingLines)
    waitingLines = []
    while (page.length < 44) {
      const quantity = 1 + Math.floor(random() * 40)
      const price = Math.round(100 + random() * 9000) / 100
      const total = Math.round(quantity * price * 100) / 100
      sum = Math.round((sum + total) * 100) / 100
      const article = goods[Math.floor(random() * goods.length)] ?? ''
      const position = rows.length + 1
      const extraTexts = Array.from(
        { length: Math.floor(random() * 3) },
        () => details[Math.floor(random() * details.length)] ?? '',
      )
      const extraLines = extraTexts.map((text) => `${' '.repeat(7)}${text}`)
      const first = `${String(position).padStart(5)}  ${article.padEnd(38)}${String(quantity).padStart(6)}${amount(price).padStart(12)}${amount(total).padStart(14)}`
      page.push(first)
      const fittingLines = extraLines.slice(0, Math.max(44 - page.length, 0))
      page.push(...fittingLines)
      waitingLines = extraLines.slice(fittingLines.length)
      rows.push({
        lines: [first, ...extraLines],
        values: {
          pos: position,
          article: [article, ...extraTexts].join(' '),
          quantity,
          price,
          amount: total,
        },
      })
    }
    if (number === pageCount) {
      page.push(...waitingLines)
      page.push(`${' '.repeat(7)}${'Total'.padEnd(38)}${' '.repeat(18)}${amount(sum).padStart(14)}`)
    }
    pages.push(page.join('\n'))
  }
  return {
    name: `an invoice of ${pageCount} pages`,
    prompt: 'List all items of the invoice.',
    columns: ['pos', 'article', 'quantity', 'price', 'amount'],
    pages,
    rows,
    numbered: 'pos',
  }
}

const tasks = [
  'Inspect the valves of the upper line and replace worn seals',
  'Clean the intake filter before the night shift begins',
  'Calibrate both scales with the reference weights of the store',
  'Check the emergency stop of every station on the floor',
]
const people = ['A. Becker', 'M. Rossi', 'L. Novak', 'S. Iyer', 'T. Okafor']

/** A table whose texts are set in narrow columns, so that nearly each row takes several lines. */
export function wrappedTable(count: number): ListSample {
  const random = randomNumbers(count + 31)
  const rows: SampleRow[] = []
  const pages: string[] = []
  const header = () => [
    'Maintenance plan',
    '',
    `${'Code'.padEnd(10)}${'Task'.padEnd(30)}${'Owner'.padEnd(14)}${'Due'.padEnd(12)}${'Hours'.padStart(6)}`,
  ]
  let page = header()
  const put = (line: string) => {
    if (page.length >= 40) {
      pages.push(page.join('\n'))
      page = header()
    }
    page.push(line)
  }
  for (let i = 0; i < count; i++) {
    const task = `${tasks[Math.floor(random() * tasks.length)]} in hall ${1 + Math.floor(random() * 30)}`
    const parts = wrap(task, 28)
    const code = `MT-${1000 + i}`
    const owner = people[Math.floor(random() * people.length)] ?? ''
    const due = `2025-${two(1 + Math.floor(random() * 12))}-${two(1 + Math.floor(random() * 28))}`
    const hours = Math.round((0.5 + random() * 20) * 2) / 2
    const lines = parts.map((part, index) =>
      index === 0
        ? `${code.padEnd(10)}${part.padEnd(30)}${owner.padEnd(14)}${due.padEnd(12)}${hours.toFixed(1).padStart(6)}`
        : `${' '.repeat(10)}${part}`,
    )
    for (const line of lines) put(line)
    rows.push({ lines, values: { code, task, owner, due, hours } })
  }
  pages.push(page.join('\n'))
  return {
    name: `a table of ${count} rows that wrap`,
    prompt: 'List the tasks of the plan.',
    columns: ['code', 'task', 'owner', 'due', 'hours'],
    pages,
    rows,
  }
}

function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line)
      line = ''
    }
    line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}
