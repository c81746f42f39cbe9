import type { Page } from '@recto/document-text/model'
import { typePage } from '@recto/document-text/testing/type-page'
import { omitUndefined } from '@recto/omit-undefined'
import { expect, test } from 'vitest'
import { watchDocuments } from './watch-documents.ts'

type TypedPage = {
  readonly lines: readonly string[]
  readonly isWide?: boolean
  readonly foot?: string
}

/** Ten-point lines from the top; the first is a title of fourteen points. */
function typeLines({ lines, isWide = false, foot }: TypedPage, number: number): Page {
  const [width, height] = isWide ? [842, 595] : [595, 842]
  const phrases = [
    ...lines.map((text, i) => ({ text, x: 50, y: 60 + i * 20, size: i === 0 ? 14 : 10 })),
    ...(foot ? [{ text: foot, x: 50, y: height - 30 }] : []),
  ]
  return typePage(phrases, { number, width, height })
}

function describe(pages: readonly TypedPage[]): string | undefined {
  const watch = watchDocuments()
  for (const [number, page] of pages.entries())
    watch.add({
      page: typeLines(page, number),
      total: pages.length,
      requestedCount: pages.length,
      seconds: 0,
    })
  return watch.describe()
}

const invoice = (number: string, foot?: string): TypedPage => ({
  lines: [
    'Invoice',
    'Northwind Paper Ltd',
    '9 Quay Road, Bristol',
    `Invoice number: ${number}`,
    'Total: 120.00',
  ],
  ...omitUndefined({ foot }),
})
const prose = (foot?: string): TypedPage => ({
  lines: [
    'The parties have agreed as follows.',
    'Goods are delivered within thirty days.',
    'No claim of 2024 remains.',
  ],
  ...omitUndefined({ foot }),
})

test.each([
  {
    name: 'three invoices of one sender',
    pages: [invoice('NW-1001'), invoice('NW-1002'), invoice('NW-1003')],
    spans: '3 documents (pages 1, 2, 3)',
  },
  {
    name: 'documents that count their own pages',
    pages: ['1 of 2', '2 of 2', '1 of 1', '1 of 3', '2 of 3', '3 of 3'].map((foot) =>
      prose(`Page ${foot}`),
    ),
    spans: '3 documents (pages 1-2, 3, 4-6)',
  },
  {
    name: 'German invoices with the number in the title',
    pages: [
      { lines: ['Rechnung 2024-017', 'Muster GmbH', 'Betrag 10,00'] },
      prose(),
      { lines: ['Rechnung 2024-018', 'Muster GmbH', 'Betrag 12,00'] },
    ],
    spans: '2 documents (pages 1-2, 3)',
  },
  {
    name: 'an invoice and a delivery note of another sender',
    pages: [
      { lines: ['Invoice', 'Northwind Paper Ltd', 'Invoice no. 4711', 'sales@northwind.example'] },
      { lines: ['Delivery note', 'Bergmann AG', 'Delivery note no. 881', 'info@bergmann.example'] },
    ],
    spans: '2 documents (pages 1, 2)',
  },
  {
    name: 'letters to several people',
    pages: [
      { lines: ['Recto Ltd', '3 May 2024', 'Dear Ms Miller,', 'thank you for your visit.'] },
      prose(),
      { lines: ['Recto Ltd', '9 June 2024', 'Dear Mr Brown,', 'thank you for your letter.'] },
    ],
    spans: '2 documents (pages 1-2, 3)',
  },
])('$name in one file are noticed', ({ pages, spans }) => {
  expect(describe(pages)).toBe(`This file seems to hold ${spans}.`)
})

test.each([
  {
    name: 'a contract with an appendix on wide paper',
    pages: [
      {
        lines: ['Contract', 'between Northwind and Bergmann', 'Contract no. 4711', '3 May 2024'],
        foot: '1',
      },
      prose('2'),
      prose('3'),
      { lines: ['Appendix A', 'List of 120 machines'], isWide: true, foot: '1' },
    ],
  },
  {
    name: 'a statement that repeats its head on each page',
    pages: ['1', '2', '3'].map((page) => ({
      lines: ['Bank statement', 'Statement no. 2024-05', `Balance carried forward ${page}00.00`],
      foot: `Page ${page} of 3`,
    })),
  },
  {
    name: 'a report whose sections have titles',
    pages: ['Summary', 'Chapter 1', 'Chapter 2', 'Room 1011', 'Room 1012'].map((title) => ({
      lines: [title, 'Sales of 2024 grew by 12 percent.', 'Contact us at info@recto.example'],
    })),
  },
  {
    name: 'an invoice that lists orders page by page',
    pages: ['881', '882', '883'].map((order) => ({
      lines: ['Invoice', 'Invoice no. 4711', `Order no. ${order}`, 'Paper 12.00'],
    })),
  },
  {
    name: 'a list of invoices that goes on over pages',
    pages: [10, 20, 30].map((first) => ({
      lines: [
        'Account statement',
        'Invoice number',
        `INV-${first}1`,
        `INV-${first}2`,
        `INV-${first}3`,
      ],
    })),
  },
  {
    name: 'an invoice with annexes that count their own pages and name its number',
    pages: [
      invoice('NW-1001', 'Page 1 of 1'),
      {
        lines: ['Delivery details', 'Invoice number: NW-1001', 'Two pallets of paper, 2024-05-03'],
        foot: 'Page 1 of 1',
      },
    ],
  },
  { name: 'an empty page', pages: [invoice('NW-1'), { lines: [] }, prose()] },
])('$name is one document', ({ pages }) => {
  expect(describe(pages)).toBeUndefined()
})

test('nothing is said of a selection of pages', () => {
  const watch = watchDocuments()
  for (const number of [0, 2])
    watch.add({
      page: typeLines(invoice(`NW-100${number}`), number),
      total: 3,
      requestedCount: 2,
      seconds: 0,
    })

  expect(watch.describe()).toBeUndefined()
})
