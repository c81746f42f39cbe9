import { afterAll, expect, test } from 'vitest'
import { layoutText } from './layout-text.ts'
import { openReader } from './open-reader.ts'
import { type Drawing, drawPdf, setOnPage, write } from './testing/draw-pdf.ts'

const reader = openReader({ threads: 1 })
afterAll(() => reader.close())

async function layOut(draw: (drawing: Drawing) => void) {
  const document = await reader.read(await drawPdf(draw))
  return { document, ...layoutText(document) }
}

/** The text lines of the first page, without its frame. */
function rowsOf(text: string): string[] {
  const [page = ''] = text.split('\n<<<\f')
  return page.split('\n').slice(2, -1)
}

test('a page is two blank lines, its lines with a space at the end, the separator and a form feed', async () => {
  const { text } = await layOut((d) => {
    write(d, 'Invoice INV-7', 50, 100)
    write(d, 'Total', 50, 114)
    d.addPage()
    d.addPage()
    write(d, 'Annex', 50, 100)
  })

  expect(text).toBe('\n\nInvoice INV-7 \nTotal \n\n<<<\f\n<<<\f\n\nAnnex \n\n<<<\f')
})

test('lines are numbered over the whole text and point to their words', async () => {
  const { document, text, lines } = await layOut((d) => {
    write(d, 'Invoice INV-7', 50, 100)
    write(d, 'Total 42.00', 50, 300)
    d.addPage()
    write(d, 'Annex', 50, 100)
  })

  const rows = text.split('\n')
  expect(lines.map(({ page, lineIndex }) => [page, lineIndex, rows[lineIndex]])).toEqual([
    [0, 2, 'Invoice INV-7 '],
    [0, 4, 'Total 42.00 '],
    [1, 8, 'Annex '],
  ])
  const words = document.pages[0]?.words.slice(lines[1]?.start, lines[1]?.end)
  expect(words?.map((word) => word.text)).toEqual(['Total', '42.00'])
})

test('the separator may name the page', async () => {
  const document = await reader.read(await drawPdf((d) => void d.addPage()))

  expect(layoutText(document, { pageSeparator: '-- {{page_no}} --' }).text).toBe(
    '\n-- 1 --\f\n-- 2 --\f',
  )
})

test('the columns of a table stay under each other', async () => {
  const items = [
    ['Item', 'Quantity', 'Amount'],
    ['Olive oil', '1', '0.90'],
    ['A chair with a long name', '12', '1,170.00'],
    ['', '', '1,170.90'],
  ]
  const { text } = await layOut((d) => {
    items.forEach((cells, row) => {
      cells.forEach((cell, column) => {
        write(d, cell, [60, 260, 420][column]!, 100 + row * 16)
      })
    })
  })

  const rows = rowsOf(text)
  expect(rows.map((row) => row.trim().split(/ {2,}/))).toEqual(
    items.map((cells) => cells.filter(Boolean)),
  )
  const amounts = rows.map((row, i) => row.indexOf(items[i]![2]!))
  expect(new Set(amounts).size).toBe(1)
  const quantities = rows.slice(0, 3).map((row, i) => row.indexOf(` ${items[i]![1]!}`))
  expect(new Set(quantities).size).toBe(1)
})

test('two columns stay apart, and the common margin is dropped', async () => {
  const { text } = await layOut((d) => {
    const left = ['Seller', 'Northwind Ltd', '12 Harbour Road']
    const right = ['Buyer', 'Ada Lovelace', '5 Mill Lane']
    left.forEach((line, i) => {
      write(d, line, 100, 100 + i * 14)
      write(d, right[i]!, 350, 100 + i * 14)
    })
  })

  const rows = rowsOf(text)
  expect(new Set(rows.map((row) => row.search(/Buyer|Ada|5 Mill/))).size).toBe(1)
  expect(rows.every((row) => /^\S.*\S {8,}\S/.test(row))).toBe(true)
})

test('a larger gap leaves one blank line, however large it is', async () => {
  const { text } = await layOut((d) => {
    write(d, 'one', 50, 100)
    write(d, 'two', 50, 114)
    write(d, 'three', 50, 160)
    write(d, 'four', 50, 600)
  })

  expect(rowsOf(text)).toEqual(['one ', 'two ', '', 'three ', '', 'four '])
})

test('a page whose text stands on its side is laid out along its text', async () => {
  const upright = (d: Drawing) => {
    write(d, 'Item', 50, 100)
    write(d, 'Amount', 300, 100)
    write(d, 'Oil', 50, 114)
    write(d, '0.90', 300, 114)
  }
  const expected = await layOut(upright)

  for (const turn of [90, 180, 270]) {
    const turned = await layOut((d) => {
      setOnPage(d, { Rotate: turn })
      upright(d)
    })
    expect(turned.text).toBe(expected.text)
  }
})

test('stretching moves columns apart', async () => {
  const document = await reader.read(
    await drawPdf((d) => {
      write(d, 'left', 50, 100)
      write(d, 'right', 300, 100)
    }),
  )

  const column = (horizontalStretch: number) =>
    rowsOf(layoutText(document, { horizontalStretch }).text)[0]!.indexOf('right')
  expect(column(2)).toBeGreaterThan(column(1) * 1.9)
})
