import type { PresentedLookup } from '@recto/contract/lookups/lookup-matches'
import * as api from '@recto/contract/review/review'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer } from '../../testing/fake-server.ts'
import { button, itemOf, openItem, place, typeOver } from './testing/open-item.ts'

const ambiguous: PresentedLookup = {
  table: 'Suppliers',
  version: 2,
  status: 'ambiguous',
  row_key: null,
  score: null,
  by: null,
  reason: 'Several rows may be meant.',
  candidates: [
    { row_key: '7002', score: 0.5, reason: 'name equal', cells: { Number: '7002', Name: 'Nord' } },
  ],
}

const bareItem = itemOf(
  { vendor: 'Nordwest', vendor_number: null, total: 41.5 },
  { vendor: [place('Nordwest')], total: null },
)
const matchedItem: api.QueueItem = {
  ...bareItem,
  result: {
    ...bareItem.result,
    metadata: { ...bareItem.result.metadata, lookups: { vendor: ambiguous } },
  },
  fields: { vendor: { type: 'text', columns: [] }, total: { type: 'number', columns: [] } },
}

const openMatched = () =>
  openItem(
    matchedItem,
    answer(api.searchItemLookup, () => ({
      columns: ['Number', 'Name'],
      rows: [{ key: '7009', cells: ['7009', 'Nordwest Bremen AG'] }],
    })),
    answer(api.saveEdits, ({ body }) => {
      const choice = [body.updated_lookups?.vendor ?? []].flat().at(0)
      const { row_key: rowKey = null, withdraw = false } = choice ?? {}
      const match: PresentedLookup = {
        ...ambiguous,
        status: rowKey === null ? 'not_found' : 'matched',
        row_key: rowKey,
        by: 'person',
        reason: 'chosen in review',
        candidates: [],
      }
      return {
        message: 'ok',
        stored_data: { vendor_number: rowKey },
        lookups: { vendor: withdraw ? ambiguous : match },
      }
    }),
  )

const match = () => screen.findByRole('region', { name: 'Match of vendor in Suppliers' })

test('a match is shown under its value, and its columns need no evidence', async () => {
  await openMatched()
  expect(within(await match()).getByText('Ambiguous')).toBeTruthy()
  expect(within(await match()).getByText('Several rows may be meant.')).toBeTruthy()
  const region = await screen.findByRole('region', { name: 'Needs review (1)' })
  expect(within(region).queryByText('vendor_number')).toBeNull()
})

test('a row is searched, chosen and remembered, and its columns are shown', async () => {
  const { ana, callsOf } = await openMatched()
  await ana.click(await button('Choose a row for vendor'))
  expect(await screen.findByText('name equal')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Search rows'), { target: { value: 'bremen' } })
  expect(await screen.findByText('Nordwest Bremen AG')).toBeTruthy()
  await ana.click(screen.getByRole('checkbox', { name: /Remember this/ }))
  await ana.click(await button('Choose 7009'))

  expect(await screen.findByText('chosen in review')).toBeTruthy()
  expect(callsOf(api.searchItemLookup)[0]?.query).toEqual({ field: 'vendor', search: 'bremen' })
  expect(callsOf(api.saveEdits)[0]?.body).toMatchObject({
    updated_data: {},
    updated_lookups: { vendor: { row_key: '7009', remember: true } },
  })
  expect(await button(/vendor_number\s*7009/)).toBeTruthy()
})

test('a value that is not in the table is marked, without being remembered', async () => {
  const { ana, callsOf } = await openMatched()
  await ana.click(await button('Choose a row for vendor'))
  await ana.click(await button('Not in the table'))

  await waitFor(async () =>
    expect(within(await match()).getByText('Not in the table')).toBeTruthy(),
  )
  expect(callsOf(api.saveEdits)[0]?.body).toMatchObject({
    updated_lookups: { vendor: { row_key: null, remember: false } },
  })
  await ana.click(await button(/^vendor.*Nordwest/))
  await ana.keyboard('{Control>}z{/Control}')
  await waitFor(async () => expect(within(await match()).getByText('Ambiguous')).toBeTruthy())
  expect(callsOf(api.saveEdits).at(-1)?.body).toMatchObject({
    updated_lookups: { vendor: { withdraw: true } },
  })
})

const personsMatch: PresentedLookup = {
  ...ambiguous,
  status: 'matched',
  row_key: '7009',
  by: 'person',
  candidates: [],
}

test('undoing an edit chooses the row again that a person had chosen', async () => {
  const { metadata } = matchedItem.result
  const { ana, callsOf } = await openItem(
    {
      ...matchedItem,
      result: {
        ...matchedItem.result,
        metadata: { ...metadata, lookups: { vendor: personsMatch } },
      },
    },
    answer(api.saveEdits, ({ body }) => ({
      message: 'ok',
      stored_data: body.updated_data,
      lookups: { vendor: body.updated_lookups ? personsMatch : ambiguous },
    })),
  )
  await typeOver(ana, /^vendor.*Nordwest/, 'Nord')
  await waitFor(async () => expect(within(await match()).getByText('Ambiguous')).toBeTruthy())
  await ana.click(await button(/^vendor\s*Nord/))
  await ana.keyboard('{Control>}z{/Control}')
  await waitFor(async () => expect(within(await match()).getByText('7009')).toBeTruthy())
  expect(callsOf(api.saveEdits).at(-1)?.body).toMatchObject({
    updated_data: { vendor: 'Nordwest' },
    updated_lookups: { vendor: { row_key: '7009', remember: false } },
  })
})

const rowMatch = { ...ambiguous, value: 'Washer steel' }
const listMatch: PresentedLookup = {
  ...ambiguous,
  table: 'Articles',
  reason: '0 of 2 rows matched.',
  candidates: [],
  rows: [{ ...rowMatch, status: 'no_value', value: '', candidates: [] }, rowMatch],
  added_columns: ['items_account'],
}
const listItem = itemOf(
  {
    items: [
      { text: null, items_account: null },
      { text: 'Washer steel', items_account: null },
    ],
  },
  { items: [{ text: null }, { text: [place('Washer steel')] }] },
)

test('the rows of a list show their matches, and a row is chosen for one of them', async () => {
  const { ana, callsOf } = await openItem({
    ...listItem,
    result: {
      ...listItem.result,
      metadata: { ...listItem.result.metadata, lookups: { items: listMatch } },
    },
    fields: { items: { type: 'json', columns: [] } },
  })
  expect(await screen.findByText('0 of 2 rows matched.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Match of row 1 of items/ })).toBeNull()
  await ana.click(await button(/^Match of row 2 of items: Ambiguous/))
  await ana.click(await button('Choose 7002'))
  expect(await button(/^Match of row 2 of items: 7002/)).toBeTruthy()
  expect(callsOf(api.saveEdits)[0]?.body).toMatchObject({
    updated_lookups: { items: { row_key: '7002', row: 1, remember: false } },
  })
  await ana.click(await button(/^text 2.*Washer|Washer steel/))
  await ana.keyboard('{Control>}z{/Control}')
  expect(await button(/^Match of row 2 of items: Ambiguous/)).toBeTruthy()
  expect(callsOf(api.saveEdits).at(-1)?.body).toMatchObject({
    updated_lookups: { items: { row: 1, withdraw: true } },
  })
})

test('undoing a paste chooses all rows again that a person had chosen, in one call', async () => {
  const personsRow = { ...rowMatch, status: 'matched' as const, by: 'person' as const }
  const rowKeys = ['7002', null, '7009']
  const personsList: PresentedLookup = {
    ...listMatch,
    rows: rowKeys.map((rowKey, index) => {
      const value = `Washer ${index}`
      return rowKey ? { ...personsRow, value, row_key: rowKey } : { ...rowMatch, value }
    }),
  }
  const pastedList: PresentedLookup = {
    ...listMatch,
    rows: rowKeys.map((_, index) => ({ ...rowMatch, value: `Nut ${index}` })),
  }
  const items = rowKeys.map((_, index) => ({ text: `Washer ${index}`, items_account: null }))
  const { result } = itemOf({ items }, { items: null })
  const { ana, callsOf } = await openItem(
    {
      ...listItem,
      result: { ...result, metadata: { ...result.metadata, lookups: { items: personsList } } },
      fields: { items: { type: 'json', columns: [] } },
    },
    answer(api.saveEdits, ({ body }) => ({
      message: 'ok',
      stored_data: body.updated_data,
      lookups: { items: body.updated_lookups ? personsList : pastedList },
    })),
  )
  const table = await screen.findByRole('region', { name: 'items' })
  const cell = within(table).getByRole('button', { name: /row 1 › text: Washer 0/ })
  fireEvent.paste(cell, { clipboardData: { getData: () => 'Nut 0\nNut 1\nNut 2' } })
  expect(await button(/^Match of row 3 of items: Ambiguous/)).toBeTruthy()
  await ana.click(within(table).getByRole('button', { name: /row 1 › text: Nut 0/ }))
  await ana.keyboard('{Control>}z{/Control}')

  await waitFor(() => expect(callsOf(api.saveEdits)).toHaveLength(2))
  expect(callsOf(api.saveEdits)[1]?.body).toMatchObject({
    updated_data: { items },
    updated_lookups: {
      items: [
        { row_key: '7002', row: 0, remember: false },
        { row_key: '7009', row: 2, remember: false },
      ],
    },
  })
  expect(await button(/^Match of row 3 of items: 7009/)).toBeTruthy()
})
