import * as api from '@recto/contract/review/review'
import { parseExactJson } from '@recto/exact-json/parse-json'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { answer, refuse } from '../../testing/fake-server.ts'
import {
  button,
  doubtful,
  drag,
  itemOf,
  linesOf,
  type Output,
  openItem,
  place,
  tableOf,
  typeOver,
  usualItem,
} from './testing/open-item.ts'

test('the words in a box that is drawn become the value, with their place', async () => {
  let words: { text: string; number: number | null } = { text: '€ 42.25', number: 42.25 }
  const { ana, callsOf } = await openItem(
    usualItem,
    answer(api.getWordsOnPage, () => ({
      ...words,
      evidence: words.text === '' ? null : place(words.text),
    })),
  )
  // The first value that needs a look has the keyboard.
  await waitFor(() => expect(document.activeElement?.textContent).toContain('total'))

  // Escape gives a box up.
  const letGo = await drag([50, 50], [100, 80])
  await ana.keyboard('{Escape}')
  letGo()
  expect(callsOf(api.getWordsOnPage)).toEqual([])

  ;(await drag([100, 80], [50, 50]))()
  await waitFor(() => expect(callsOf(api.saveEdits)).toHaveLength(1))
  expect(callsOf(api.getWordsOnPage)[0]?.query).toEqual({
    page: 0,
    left: 100,
    top: 100,
    right: 200,
    bottom: 160,
  })
  expect(callsOf(api.saveEdits)[0]?.body).toMatchObject({
    updated_data: { total: 42.25 },
    updated_evidence: { total: [place('€ 42.25')] },
  })
  await doubtful(2)

  // Over nothing it says so, and changes nothing.
  words = { text: '', number: null }
  ;(await drag([50, 50], [100, 80]))()
  expect(await screen.findByText('There is no text in this box.')).toBeTruthy()
  expect(callsOf(api.saveEdits)).toHaveLength(1)
})

test('what was accepted stays so when rows move and go, and is taken back one by one', async () => {
  const { ana, callsOf } = await openItem(usualItem)
  const list = await doubtful(3)
  await ana.click(within(list).getByRole('button', { name: /row 3 › item/ }))
  await ana.keyboard('{Enter}')
  await doubtful(2)

  await ana.click(await button('Move row 3 of lines up'))
  await waitFor(() => expect(callsOf(api.saveEdits)).toHaveLength(1))
  expect(callsOf(api.saveEdits)[0]?.body).toMatchObject({
    updated_data: { lines: [{ item: 'Bolts' }, { item: 'Pins' }, { item: 'Nuts' }] },
    updated_evidence: { lines: [{ item: [place('Bolts')] }, null, null] },
  })
  await ana.click(await button('Delete row 1 of lines'))
  await ana.click(await button('Yes'))
  await waitFor(() => expect(callsOf(api.saveEdits)).toHaveLength(2))
  // Pins are the first row by now, and accepted; nuts are the second, and not.
  expect(
    within(await doubtful(2)).getByRole('button', { name: /row 2 › item/ }).textContent,
  ).toContain('Nuts')

  const total = within(await doubtful(2)).getByRole('button', { name: /total/ })
  await ana.click(total)
  await ana.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(callsOf(api.saveEdits)).toHaveLength(3))
  expect(callsOf(api.saveEdits)[2]?.body).toMatchObject({
    updated_data: { lines: [{ item: 'Bolts' }, { item: 'Pins' }, { item: 'Nuts' }] },
  })
  await ana.click(within(await doubtful(2)).getByRole('button', { name: /total/ }))
  await ana.keyboard('{Control>}zz{/Control}')
  await doubtful(3)
})

test('edits are saved one after the other; one that is refused is taken back, the others are not', async () => {
  const requests: unknown[] = []
  const { promise: gate, resolve: letThrough } = Promise.withResolvers<void>()
  const { ana } = await openItem(
    usualItem,
    answer(api.saveEdits, ({ body }) => {
      requests.push(body.updated_data)
      if (requests.length > 1) return { message: 'ok' }
      const refusal = refuse(400, '“vendor” must be text.', { attr: 'updated_data' })
      return gate.then(() => refusal as never)
    }),
  )
  const edit = (name: RegExp, text: string) => typeOver(ana, name, text)
  await edit(/^vendor.*Acme/, 'Bad')
  await edit(/^total.*41/, '42')
  await edit(/row 2 › item.*Not found/, 'Wing nuts')
  // The second and the third wait for the first.
  expect(requests).toEqual([{ vendor: 'Bad' }])

  await act(async () => letThrough())
  await waitFor(() => expect(requests).toHaveLength(3))
  expect(requests.slice(1)).toEqual([
    { total: 42 },
    { lines: [{ item: 'Bolts' }, { item: 'Wing nuts' }, { item: 'Pins' }] },
  ])
  expect(await screen.findByText(/“vendor” must be text\./)).toBeTruthy()
  expect(await button(/^vendor.*Acme/)).toBeTruthy()
  expect(await button(/^total.*42/)).toBeTruthy()
})

test('a click points out the place after 300 ms, and focus no sooner [RV-038]', async () => {
  await openItem(usualItem)
  const vendor = await button(/^vendor.*Acme/)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    act(() => vendor.focus())
    fireEvent.click(vendor)
    act(() => void vi.advanceTimersByTime(299))
    expect(vendor.dataset.shown).toBe('false')
    act(() => void vi.advanceTimersByTime(1))
    expect(vendor.dataset.shown).toBe('true')
  } finally {
    vi.useRealTimers()
  }
})

test('nested values are edited as JSON, which has to be some; what is the same keeps its place', async () => {
  const parts = { city: 'Delft', street: 'Markt 1' }
  const { ana, callsOf } = await openItem(
    itemOf({ address: parts }, { address: { city: [place('Delft')], street: null } }),
  )
  await ana.click(await button('Edit address as JSON'))
  const text = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'address as JSON' })
  fireEvent.change(text, { target: { value: '{"city": ' } })
  expect((await button('Save')).disabled).toBe(true)
  expect(await screen.findByText(/^Invalid JSON/)).toBeTruthy()
  fireEvent.change(text, { target: { value: '{"city":"Delft","street":"Markt 2"}' } })
  await ana.click(await button('Save'))

  await waitFor(() => expect(callsOf(api.saveEdits)).toHaveLength(1))
  expect(callsOf(api.saveEdits)[0]?.body).toMatchObject({
    updated_data: { address: { city: 'Delft', street: 'Markt 2' } },
    updated_evidence: { address: { city: [place('Delft')], street: null } },
  })
})

test('of a table of 2,000 rows only those in sight are drawn', async () => {
  const rows = Array.from({ length: 2000 }, (_, n) => ({ item: `Part ${n}`, amount: n }))
  await openItem(itemOf({ total: null, lines: rows }, { lines: rows.map(() => null) }))

  const table = await screen.findByRole('region', { name: 'lines' })
  const renderedCount = table.querySelectorAll('.review-value').length
  expect(renderedCount).toBeGreaterThan(0)
  expect(renderedCount).toBeLessThan(200)
  expect(document.querySelectorAll('.review-list .review-value').length).toBe(100)
  expect(await button('Show more (3901 hidden)')).toBeTruthy()
})

test('a long number is shown, edited and saved with every digit', async () => {
  const account = '20251234567890123456'
  const output = parseExactJson(`{"account": ${account}, "parcel": ${account}1}`) as Output
  const { ana, callsOf } = await openItem(itemOf(output, { account: null, parcel: null }))
  await doubtful(2)
  expect(document.body.textContent).toContain(`${account}1`)

  await typeOver(ana, /^account/, '98765432109876543210')
  await waitFor(() => expect(callsOf(api.saveEdits)).toHaveLength(1))
  const { updated_data: updatedData } = callsOf(api.saveEdits)[0]?.body ?? {}
  expect(JSON.stringify(updatedData)).toContain('"account":98765432109876543210')
})

test('what is typed is refused at its field, and shown as it is stored', async () => {
  const { ana, callsOf } = await openItem(
    usualItem,
    answer(api.saveEdits, ({ body }) => {
      const { total, lines } = body.updated_data as { total?: unknown; lines?: unknown }
      if (total === 'abc') return refuse(400, '“total” must be a number.', { attr: 'updated_data' })
      return {
        message: 'ok',
        stored_data: lines
          ? { lines: [{ item: 4 }, { item: 'Nuts' }, { item: 'Pins' }] }
          : { total: 1234 },
      }
    }),
  )
  const edit = (name: RegExp, text: string) => typeOver(ana, name, text)
  await edit(/^total.*41/, 'abc')
  const total = await button(/^total.*41\.5.*must be a number/)
  expect(within(total).getByRole('alert').textContent).toBe('“total” must be a number.')
  // It is still to be looked at, and no alert covers what is edited.
  await doubtful(3)
  expect(document.querySelector('.ant-notification-notice')).toBeNull()

  // Which number is meant is decided by the server, by the document and by the person.
  await edit(/^total/, '1.234')
  expect(await button(/^total.*1234.*Saved/)).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(await screen.findByText('Succesfully updated the data.')).toBeTruthy()
  expect(callsOf(api.saveEdits)[1]?.body).toMatchObject({
    item_id: usualItem.id,
    updated_data: { total: '1.234' },
    notation: { decimal_mark: 'point', date_order: 'month-first' },
  })
})

test('a table that the machine did not find is filled by rows and from a spreadsheet, with the columns of its prompt', async () => {
  const { ana, callsOf } = await openItem(
    tableOf(
      { total: 7.5, lines: null, address: null },
      {
        lines: { type: 'table', columns: ['item', 'price'] },
        address: { type: 'json', columns: [] },
      },
    ),
  )
  await ana.click(await button('Add Row to lines'))
  await ana.type(await screen.findByLabelText('item'), 'Bolts')
  await ana.click(await button('Add'))
  await ana.click(await button('Paste rows into lines'))
  const rows = await screen.findByRole('textbox', { name: 'Rows of lines' })
  const pastedRows = 'Item\tPrice\r\nNuts\t2,50\r\n"Pins ""A""\nlong"\t\r\n'
  fireEvent.change(rows, { target: { value: pastedRows } })
  expect(await screen.findByText('Rows: 2')).toBeTruthy()
  await ana.click(await button('Add'))

  await waitFor(() => expect(callsOf(api.saveEdits)).toHaveLength(2))
  expect(callsOf(api.saveEdits)[1]?.body.updated_data).toEqual({
    lines: {
      column_headers: ['item', 'price'],
      rows: [
        { item: 'Bolts', price: null },
        { item: 'Nuts', price: '2,50' },
        { item: 'Pins "A"\nlong', price: null },
      ],
    },
  })

  // Nested values can be entered as well.
  await ana.click(await button('Edit address as JSON'))
  const text = await screen.findByRole('textbox', { name: 'address as JSON' })
  fireEvent.change(text, { target: { value: '{"city":"Delft"}' } })
  await ana.click(await button('Save'))
  await waitFor(() => expect(callsOf(api.saveEdits)).toHaveLength(3))
  expect(callsOf(api.saveEdits)[2]?.body.updated_data).toEqual({ address: { city: 'Delft' } })
})

test('several cells are pasted from a cell on, rows are duplicated and filtered, and sums stand beside the total', async () => {
  const lines = Array.from({ length: 8 }, (_, n) => ({ item: `Part ${n}`, price: n + 0.1 }))
  const { ana, callsOf } = await openItem(itemOf({ total: 28.8, lines }, {}))
  const sums = await screen.findByRole('list', { name: 'Sums of lines' })
  expect(sums.textContent).toBe('price: 28.8 = total')

  const table = await screen.findByRole('region', { name: 'lines' })
  const cell = within(table).getByRole('button', { name: /row 8 › item: Part 7/ })
  fireEvent.paste(cell, { clipboardData: { getData: () => 'Nuts\t3\nPins\t4' } })
  await waitFor(() => expect(callsOf(api.saveEdits)).toHaveLength(1))
  const pastedLines = linesOf(callsOf(api.saveEdits)[0])
  expect(pastedLines.slice(6)).toEqual([
    { item: 'Part 6', price: 6.1 },
    { item: 'Nuts', price: '3' },
    { item: 'Pins', price: '4' },
  ])

  await ana.click(await button('Duplicate row 1 of lines'))
  await waitFor(() => expect(callsOf(api.saveEdits)).toHaveLength(2))
  const copiedLines = linesOf(callsOf(api.saveEdits)[1])
  expect(copiedLines.slice(0, 3)).toEqual([lines[0], lines[0], lines[1]])

  await ana.type(await screen.findByRole('textbox', { name: 'Filter rows of lines' }), 'pins')
  expect(within(table).queryByRole('button', { name: /Part 1/ })).toBeNull()
  // The number of a row stays that of the document.
  expect(within(table).getByRole('button', { name: /row 10 › item: Pins/ })).toBeTruthy()
})

test('the pages are enlarged, turned and put above the values by keys, and stay so', async () => {
  const { ana, callsOf } = await openItem(
    usualItem,
    answer(api.getWordsOnPage, () => ({ text: '42', number: 42, evidence: place('42') })),
  )
  await ana.keyboard('++r')
  const image = await screen.findByRole('img', { name: 'Page 1 of bill.pdf' })
  expect(await screen.findByText('150%')).toBeTruthy()
  expect(image.getAttribute('src')).toContain('width=2000')
  // A box on a page that is turned is where it is on the upright page.
  await waitFor(() => expect(document.activeElement?.textContent).toContain('total'))
  ;(await drag([50, 50], [100, 80]))()
  await waitFor(() => expect(callsOf(api.getWordsOnPage)).toHaveLength(1))
  expect(callsOf(api.getWordsOnPage)[0]?.query).toMatchObject({
    left: 75,
    right: 120,
    top: expect.closeTo(533.33, 1),
    bottom: expect.closeTo(666.67, 1),
  })

  await ana.keyboard('w')
  expect((await button('Values in full width')).getAttribute('aria-pressed')).toBe('true')
  await ana.click(await button('Fetch Next'))
  expect(await screen.findByText('150%')).toBeTruthy()
  await ana.keyboard('0-')
  expect(await screen.findByText('80%')).toBeTruthy()
})

test('everything is done by keys: the next doubtful value, all above a confidence, and the end', async () => {
  const doubtfulItem = itemOf(
    { vendor: 'Acme', total: 41.5, due: null },
    {
      vendor: [place('Acme')],
      total: [place('41.50')],
      due: null,
    },
  )
  const { metadata } = doubtfulItem.result
  const { ana, callsOf } = await openItem(
    {
      ...doubtfulItem,
      result: {
        ...doubtfulItem.result,
        metadata: { ...metadata, word_confidence_data: { vendor: 0.45, total: 0.2, due: null } },
      },
    },
    answer(api.finishReview, () => ({ message: 'The review is finished.' })),
  )
  await doubtful(3)
  await waitFor(() => expect(document.activeElement?.textContent).toContain('vendor'))
  await ana.keyboard('n')
  await waitFor(() => expect(document.activeElement?.textContent).toContain('total'))
  expect(await button('Accept all above (1)')).toBeTruthy()
  await ana.keyboard('a')
  await doubtful(2)
  await ana.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(callsOf(api.finishReview)).toHaveLength(1))
})
