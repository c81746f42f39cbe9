import * as api from '@recto/contract/review/review'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { answer, refuse } from '../../testing/fake-server.ts'
import {
  button,
  drag,
  linesOf,
  openItem,
  place,
  tableOf,
  typeOver,
  usualItem,
} from './testing/open-item.ts'

const threePages = answer(api.listItemPages, () => ({
  pages: [600, 600, 600].map((width) => ({ width, height: 800 })),
}))

/** Opens a document whose edits are answered once they are let through. */
async function openWithSlowSaves(reply: () => unknown = () => ({ message: 'ok' })) {
  const { promise: gate, resolve: letThrough } = Promise.withResolvers<void>()
  const openedPage = await openItem(
    usualItem,
    answer(api.saveEdits, () => gate.then(() => reply() as never)),
    answer(api.finishReview, () => ({ message: 'The review is finished.' })),
  )
  return { ...openedPage, letThrough }
}

test('values are edited where they stand: Enter goes to the next doubtful one, Tab to the neighbour, Escape back', async () => {
  const { ana, callsOf } = await openItem(usualItem)
  await waitFor(() => expect(document.activeElement?.textContent).toContain('total'))
  await ana.keyboard('e')
  const total = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'total' })
  expect([total.selectionStart, total.selectionEnd]).toEqual([0, 4])
  await ana.keyboard('43{Enter}')
  await waitFor(() => expect(document.activeElement?.textContent).toContain('row 2'))
  await waitFor(() => expect(callsOf(api.saveEdits)).toHaveLength(1))
  expect(callsOf(api.saveEdits)[0]?.body.updated_data).toEqual({ total: 43 })
  expect(screen.queryByRole('dialog')).toBeNull()

  // Escape leaves the value as it is, and the keyboard on it.
  await ana.keyboard('{F2}Wing nuts{Escape}')
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Nuts'))
  expect(screen.queryByRole('textbox')).toBeNull()

  const table = await screen.findByRole('region', { name: 'lines' })
  await ana.click(within(table).getByRole('button', { name: /row 1 › item/ }))
  await ana.keyboard('{ArrowDown}')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Nuts'))
  await ana.keyboard('{ArrowUp}e')
  await ana.keyboard('Screws{Tab}')
  const next = await screen.findByRole('textbox', { name: 'lines › row 2 › item' })
  expect(document.activeElement).toBe(next)
  await ana.keyboard('Wing nuts{Shift>}{Tab}{/Shift}')
  expect(await screen.findByRole('textbox', { name: 'lines › row 1 › item' })).toBeTruthy()
  await ana.keyboard('{Escape}')
  await waitFor(() => expect(callsOf(api.saveEdits)).toHaveLength(3))
  expect(linesOf(callsOf(api.saveEdits)[2])).toEqual([
    { item: 'Screws' },
    { item: 'Wing nuts' },
    { item: 'Pins' },
  ])
})

test('an edit that is left by a click is kept, and the end waits for what is being saved', async () => {
  const { ana, callsOf, letThrough } = await openWithSlowSaves()
  await ana.click(await button(/^vendor.*Acme/))
  await ana.keyboard('eAcme Ltd')
  await ana.click(await screen.findByRole('region', { name: 'Pages of bill.pdf' }))
  expect(await button(/^vendor.*Acme Ltd/)).toBeTruthy()

  await ana.keyboard('{Control>}{Enter}{/Control}')
  expect(callsOf(api.finishReview)).toEqual([])
  await act(async () => letThrough())
  await waitFor(() => expect(callsOf(api.finishReview)).toHaveLength(1))
  expect(callsOf(api.saveEdits)).toHaveLength(1)
})

test('the end is not reached over a value that was refused meanwhile', async () => {
  const { ana, callsOf, letThrough } = await openWithSlowSaves(() =>
    refuse(400, '“total” must be a number.', { attr: 'updated_data' }),
  )
  await typeOver(ana, /^total.*41/, 'abc')
  await ana.keyboard('{Control>}{Enter}{/Control}')
  await act(async () => letThrough())
  expect(await button(/^total.*41\.5.*must be a number/)).toBeTruthy()
  expect(await screen.findByText('Not finished: an edit could not be saved.')).toBeTruthy()
  expect(callsOf(api.finishReview)).toEqual([])
})

test.each([
  ['a row that could not be deleted', 500],
  ['a row of a document that is no longer held', 409],
  ['a row that was refused', 400],
])('the end is not reached over %s', async (_, status) => {
  const { ana, callsOf, letThrough } = await openWithSlowSaves(() =>
    refuse(status, 'It is not possible.'),
  )
  await ana.click(await button('Delete row 2 of lines'))
  await ana.click(await button('Yes'))
  await waitFor(() => expect(callsOf(api.saveEdits)).toHaveLength(1))
  await ana.keyboard('{Control>}{Enter}{/Control}')
  await act(async () => letThrough())
  expect(await screen.findByText('Not finished: an edit could not be saved.')).toBeTruthy()
  expect(callsOf(api.finishReview)).toEqual([])
})

test('an older refusal holds up an end that waits for an edit, and the page says which', async () => {
  const { promise: gate, resolve: letThrough } = Promise.withResolvers<void>()
  const { ana, callsOf } = await openItem(
    usualItem,
    answer(api.saveEdits, ({ body }) =>
      body.updated_data.total === undefined
        ? gate.then(() => ({ message: 'ok' }))
        : refuse(400, 'It must be a number.', { attr: 'updated_data' }),
    ),
    answer(api.finishReview, () => ({ message: 'The review is finished.' })),
  )
  await typeOver(ana, /^total.*41/, 'abc')
  expect(await button(/^total.*must be a number/)).toBeTruthy()
  await typeOver(ana, /^vendor.*Acme/, 'Acme Ltd')
  await ana.keyboard('{Control>}{Enter}{/Control}')
  expect(await screen.findByText('Not finished: “total” was refused.')).toBeTruthy()
  await act(async () => letThrough())
  expect(await button(/^vendor.*Saved/)).toBeTruthy()
  expect(callsOf(api.finishReview)).toEqual([])
})

test('a click on the end button straight after typing saves what was typed, and ends', async () => {
  const { ana, callsOf, letThrough } = await openWithSlowSaves()
  await ana.click(await button(/^vendor.*Acme/))
  await ana.keyboard('eAcme Ltd')
  await ana.click(await button('Finish Review'))
  await waitFor(() => expect(callsOf(api.saveEdits)).toHaveLength(1))
  expect(callsOf(api.finishReview)).toEqual([])
  await act(async () => letThrough())
  await waitFor(() => expect(callsOf(api.finishReview)).toHaveLength(1))
})

test('a text is searched in the document: matches are marked, and Enter goes through them', async () => {
  const { ana, callsOf } = await openItem(
    usualItem,
    threePages,
    answer(api.findTextInItem, ({ query }) => ({
      matches:
        query.text === 'acme'
          ? [0, 2].map((page) => ({ page, boxes: [[10, 20, 60, 32] as const] }))
          : [],
    })),
  )
  await ana.keyboard('/')
  const field = await screen.findByRole('textbox', { name: 'Search in the document' })
  expect(document.activeElement).toBe(field)
  await ana.type(field, 'acme')
  expect(await screen.findByText('1 of 2')).toBeTruthy()
  const currentMark = () => document.querySelector('.review-match[data-current="true"]')
  const pageOf = (element: Element | null) =>
    element?.parentElement?.querySelector('img')?.getAttribute('alt')
  expect(pageOf(currentMark())).toBe('Page 1 of bill.pdf')
  await ana.keyboard('{Enter}')
  expect(pageOf(currentMark())).toBe('Page 3 of bill.pdf')
  await ana.keyboard('{Shift>}{Enter}{/Shift}')
  expect(await screen.findByText('1 of 2')).toBeTruthy()

  await ana.clear(field)
  await ana.type(field, 'nowhere')
  expect(await screen.findByText('No match')).toBeTruthy()
  expect(callsOf(api.findTextInItem).map(({ query }) => query.text)).toContain('nowhere')
  await ana.keyboard('{Escape}')
  expect(screen.queryByRole('textbox', { name: 'Search in the document' })).toBeNull()
  expect(document.querySelector('.review-match')).toBeNull()
  // The keyboard is back among the values.
  await waitFor(() => expect(document.activeElement?.textContent).toContain('total'))
})

test('the page says that it searches until the text that is typed has been searched', async () => {
  const { ana } = await openItem(
    usualItem,
    answer(api.findTextInItem, () => ({ matches: [] })),
  )
  await ana.keyboard('/')
  const field = await screen.findByRole('textbox', { name: 'Search in the document' })
  for (const text of ['acme', 'acme ltd']) {
    fireEvent.change(field, { target: { value: text } })
    expect(screen.getByText('Searching …')).toBeTruthy()
    expect(await screen.findByText('No match')).toBeTruthy()
  }
})

test('matches at the same place are drawn without complaints', async () => {
  const complain = vi.spyOn(console, 'error')
  const box = [10, 20, 60, 32] as const
  const { ana } = await openItem(
    usualItem,
    answer(api.findTextInItem, () => ({ matches: [0, 0].map((page) => ({ page, boxes: [box] })) })),
  )
  await ana.keyboard('/a')
  expect(await screen.findByText('1 of 2')).toBeTruthy()
  expect(document.querySelectorAll('.review-match')).toHaveLength(2)
  expect(complain.mock.calls.filter(([text]) => String(text).includes('same key'))).toEqual([])
  complain.mockRestore()
})

test('a search that fails says so at its field', async () => {
  const { ana } = await openItem(
    usualItem,
    answer(api.findTextInItem, () => refuse(500, 'The file is damaged.')),
  )
  await ana.keyboard('/acme')
  expect(await screen.findByText('The file is damaged.')).toBeTruthy()
})

test('several pages have thumbnails, which are reached by keys', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(900)
  const { ana } = await openItem(usualItem, threePages)
  expect(await screen.findByText('Page 1 of 3')).toBeTruthy()
  expect(screen.queryByRole('navigation', { name: 'Thumbnails' })).toBeNull()
  await ana.keyboard('t')
  const thumbnails = await screen.findByRole('navigation', { name: 'Thumbnails' })
  const pages = within(thumbnails).getAllByRole('button')
  expect(pages.map((page) => page.tabIndex)).toEqual([0, -1, -1])
  pages[0]?.focus()
  await ana.keyboard('{ArrowDown}')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Page 2')
  expect(thumbnails.querySelector('img')?.getAttribute('loading')).toBe('lazy')
})

test('the area of a table is drawn on the page, and its rows are added with their places', async () => {
  let rows = [
    ['Item', 'Price'],
    ['Wood “A” screws', '1.234,56'],
    ['Nuts', ''],
  ]
  const { ana, callsOf } = await openItem(
    tableOf({ total: 7.5, lines: null }, { lines: { type: 'table', columns: ['item', 'price'] } }),
    answer(api.getRowsOnPage, () => ({
      rows: rows.map((row) =>
        row.map((text) => ({ text, evidence: text === '' ? null : place(text) })),
      ),
    })),
  )
  // Escape ends it: the next box is read as a value again.
  await ana.click(await button('Read from the page into lines'))
  expect(await screen.findByText(/Draw a box around the rows of lines/)).toBeTruthy()
  await ana.keyboard('{Escape}')
  expect(screen.queryByText(/Draw a box around the rows of lines/)).toBeNull()

  await ana.click(await button('Read from the page into lines'))
  ;(await drag([10, 10], [200, 200]))()
  const text = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Rows of lines' })
  expect(text.value).toBe('Item\tPrice\nWood “A” screws\t1.234,56\nNuts\t')
  expect(await screen.findByText('Rows: 2')).toBeTruthy()
  fireEvent.change(text, { target: { value: text.value.replace('Nuts', 'Wing nuts') } })
  await ana.click(await button('Add'))
  await waitFor(() => expect(callsOf(api.saveEdits)).toHaveLength(1))
  expect(callsOf(api.getRowsOnPage)[0]?.query).toMatchObject({ page: 0, left: 20, right: 400 })
  expect(callsOf(api.saveEdits)[0]?.body).toMatchObject({
    updated_data: {
      lines: {
        column_headers: ['item', 'price'],
        rows: [
          { item: 'Wood “A” screws', price: '1.234,56' },
          { item: 'Wing nuts', price: null },
        ],
      },
    },
    updated_evidence: {
      lines: {
        rows: [{ item: [place('Wood “A” screws')], price: [place('1.234,56')] }, null],
      },
    },
  })

  rows = []
  await ana.click(await button('Read from the page into lines'))
  ;(await drag([10, 10], [200, 200]))()
  expect(await screen.findByText('There is no text in this box.')).toBeTruthy()
})
