import type { PresentedLookup } from '@recto/contract/lookups/lookup-matches'
import * as api from '@recto/contract/review/review'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer } from '../../testing/fake-server.ts'
import { button, itemOf, openItem, place } from './testing/open-item.ts'

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
      const rowKey = body.updated_lookups?.vendor?.row_key ?? null
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
        lookups: { vendor: match },
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
  await ana.click(await button('Choose the row for vendor'))
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
  await ana.click(await button('Choose the row for vendor'))
  await ana.click(await button('Not in the table'))

  await waitFor(async () =>
    expect(within(await match()).getByText('Not in the table')).toBeTruthy(),
  )
  expect(callsOf(api.saveEdits)[0]?.body).toMatchObject({
    updated_lookups: { vendor: { row_key: null, remember: false } },
  })
})
