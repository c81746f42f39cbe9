import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { show } from '../../testing/show.tsx'
import type { BulkAction } from './BulkDialog.tsx'
import { ListTable } from './ListTable.tsx'

type Box = { readonly name: string; readonly size: number }

const boxes: readonly Box[] = [
  { name: 'Crate', size: 3 },
  { name: 'Basket', size: 2 },
  { name: 'Tin', size: 1 },
  { name: 'Chest', size: 4 },
]

const deletion = (run: (box: Box) => Promise<unknown>): BulkAction<Box> => ({
  label: 'Delete',
  past: 'deleted',
  icon: null,
  isDestructive: true,
  explanation: 'They will be gone.',
  fallback: 'It could not be deleted',
  refusalOf: ({ name }) => (name === 'Tin' ? 'Only the owner can delete it' : undefined),
  run,
})

const list = (bulkActions: readonly BulkAction<Box>[] = [], rows = boxes) => (
  <ListTable
    label="Boxes"
    noun="boxes"
    columns={[
      { key: 'name', title: 'Name', sortBy: ({ name }) => name, render: ({ name }) => name },
      { key: 'size', title: 'Size', sortBy: ({ size }) => size, render: ({ size }) => size },
      { key: 'actions', title: 'Actions', isTitleHidden: true, render: () => null },
    ]}
    rows={rows}
    keyOf={({ name }) => name}
    nameOf={({ name }) => name}
    emptyText="None."
    bulkActions={bulkActions}
  />
)

const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent?.replace(/\d$/, ''))

const isSelected = (name: string) =>
  (screen.getByRole('checkbox', { name: `Select ${name}` }) as HTMLInputElement).checked

beforeEach(() => localStorage.clear())

test('the order of a list is in its address, and a list that is opened there has it', async () => {
  const ana = userEvent.setup()
  const { router } = await show(list())

  await ana.click(screen.getByRole('button', { name: 'Size' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ sort: 'size' }))
  expect(names()).toEqual(['Tin', 'Basket', 'Crate', 'Chest'])

  await ana.click(screen.getByRole('button', { name: /Size/ }))
  await waitFor(() => expect(router.state.location.search).toEqual({ sort: '-size' }))
  expect(names()).toEqual(['Chest', 'Crate', 'Basket', 'Tin'])
})

test('an order in the address that the list does not know leaves its rows as they are', async () => {
  await show(list(), { at: '/acme/page?sort=-price' })

  expect(names()).toEqual(['Crate', 'Basket', 'Tin', 'Chest'])
})

test('with Shift, all rows from the last one are selected, in the order in which they are shown', async () => {
  const ana = userEvent.setup()
  await show(list([deletion(async () => undefined)]), { at: '/acme/page?sort=size' })

  await ana.click(screen.getByRole('checkbox', { name: 'Select Tin' }))
  await ana.keyboard('{Shift>}')
  await ana.click(screen.getByRole('checkbox', { name: 'Select Crate' }))
  await ana.keyboard('{/Shift}')

  expect(['Tin', 'Basket', 'Crate', 'Chest'].map(isSelected)).toEqual([true, true, true, false])
  expect(screen.getByText('3 selected')).toBeTruthy()
})

test('what may be done is done to each selected row, and the others are named with the reason', async () => {
  const ana = userEvent.setup()
  const deletedNames: string[] = []
  const run = async ({ name }: Box) => {
    if (name === 'Chest') throw new Error('It is in use')
    deletedNames.push(name)
  }
  await show(list([deletion(run)]))

  await ana.click(screen.getByRole('checkbox', { name: 'Select all' }))
  await ana.click(screen.getByRole('button', { name: 'Delete' }))
  const dialog = await screen.findByRole('dialog', { name: 'Delete 4 boxes?' })
  expect(within(dialog).getByRole('alert').textContent).toContain(
    'Tin: Only the owner can delete it',
  )
  await ana.click(within(dialog).getByRole('button', { name: 'Delete' }))

  await within(dialog).findByText('Not done:')
  expect(deletedNames).toEqual(['Crate', 'Basket'])
  expect(within(dialog).getByRole('alert').textContent).toContain('Chest: ')
  expect(await screen.findByText('2 of 4 boxes deleted.')).toBeTruthy()
})

test('a run that is stopped ends after the current row', async () => {
  const ana = userEvent.setup()
  const deletedNames: string[] = []
  let finishFirst = () => {}
  const run = ({ name }: Box) => {
    deletedNames.push(name)
    return new Promise<void>((resolve) => {
      finishFirst = resolve
    })
  }
  await show(list([deletion(run)]))

  await ana.click(screen.getByRole('checkbox', { name: 'Select all' }))
  await ana.click(screen.getByRole('button', { name: 'Delete' }))
  const dialog = await screen.findByRole('dialog')
  await ana.click(within(dialog).getByRole('button', { name: 'Delete' }))
  await ana.click(await within(dialog).findByRole('button', { name: 'Stop' }))
  finishFirst()

  expect(await screen.findByText('1 of 4 boxes deleted.')).toBeTruthy()
  expect(deletedNames).toEqual(['Crate'])
})

test('a column that is hidden stays hidden when the list is opened again', async () => {
  const ana = userEvent.setup()
  await show(list())

  await ana.click(screen.getByRole('button', { name: 'Columns' }))
  await ana.click(await screen.findByRole('checkbox', { name: 'Size' }))
  expect(screen.queryByRole('columnheader', { name: /Size/ })).toBeNull()

  cleanup()
  await show(list())
  expect(screen.queryByRole('columnheader', { name: /Size/ })).toBeNull()
  expect(screen.getByRole('columnheader', { name: 'Name' })).toBeTruthy()
})
