import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { show } from '../../testing/show.tsx'
import type { LoadingState } from '../layout/Loaded.tsx'
import { ListPage } from './ListPage.tsx'

type Fruit = { readonly name: string }

const fruitResult = (names: readonly string[]) => ({
  data: names.map((name): Fruit => ({ name })),
  error: null,
  refetch: () => undefined,
})

function fruitPage(list: LoadingState<readonly Fruit[]>, onStart = () => undefined) {
  return (
    <ListPage
      title="Fruit"
      description="What grows on trees."
      list={list}
      failureText="Failed to load the fruit"
      search={{ label: 'Search fruit', delayMs: 0, textOf: ({ name }) => name }}
      create={{ id: 'new-fruit', label: 'New fruit', onStart }}
      empty={{ title: 'No fruit yet', explanation: 'Plant a tree.' }}
    >
      {(rows, emptyText) => (
        <ul aria-label="Fruit">
          {rows.map(({ name }) => (
            <li key={name}>{name}</li>
          ))}
          {rows.length === 0 && <li>{emptyText}</li>}
        </ul>
      )}
    </ListPage>
  )
}

const names = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

test('a list that is loading shows neither rows nor a failure', async () => {
  await show(fruitPage({ data: undefined, error: null, refetch: () => undefined }))

  expect(screen.getByRole('heading', { name: 'Fruit' })).toBeTruthy()
  expect(screen.queryByRole('list', { name: 'Fruit' })).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a list that cannot be loaded says so and is loaded again on request', async () => {
  const refetch = vi.fn()
  await show(fruitPage({ data: undefined, error: new Error('closed'), refetch }))

  expect(screen.getByText('Failed to load the fruit')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(refetch).toHaveBeenCalledOnce()
})

test('rows that were loaded stay when they cannot be loaded again', async () => {
  await show(fruitPage({ ...fruitResult(['Pear']), error: new Error('closed') }))

  expect(names()).toEqual(['Pear'])
  expect(screen.queryByRole('alert')).toBeNull()
})

test('an empty list explains itself and offers to add the first row', async () => {
  const onStart = vi.fn()
  await show(fruitPage(fruitResult([]), onStart))

  expect(screen.getByText('Plant a tree.')).toBeTruthy()
  const [, second] = screen.getAllByRole('button', { name: 'New fruit' })
  await userEvent.click(second as HTMLElement)
  expect(onStart).toHaveBeenCalledOnce()
})

test('the search is kept in the address, also among other parameters', async () => {
  const { router } = await show(fruitPage(fruitResult(['Pear', 'Apple', 'Pineapple'])), {
    at: '/acme/page?owner=all',
  })

  await userEvent.type(screen.getByRole('searchbox', { name: 'Search fruit' }), 'APPLE')
  await waitFor(() =>
    expect(router.state.location.search).toEqual({ owner: 'all', search: 'APPLE' }),
  )
  expect(names()).toEqual(['Apple', 'Pineapple'])

  await userEvent.clear(screen.getByRole('searchbox', { name: 'Search fruit' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ owner: 'all' }))
  expect(names()).toHaveLength(3)
})

test('an address with a search opens the matching rows, or says that there are none', async () => {
  await show(fruitPage(fruitResult(['Pear', 'Apple'])), { at: '/acme/page?search=plum' })

  expect(names()).toEqual(['No results for “plum”.'])
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('plum')
})

test('an address with a search of digits opens the matching rows', async () => {
  await show(fruitPage(fruitResult(['Harvest 2025', 'Harvest 2026'])), {
    at: '/acme/page?search=2026',
  })

  expect(names()).toEqual(['Harvest 2026'])
})
