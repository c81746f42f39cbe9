import * as api from '@recto/contract/connectors/connectors'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { books, bucket, connectorServer as server } from '../../../testing/connectors.ts'
import { answer, refuse } from '../../../testing/fake-server.ts'
import { show } from '../../../testing/show.tsx'
import { ConnectorRoute } from '../ConnectorPage.tsx'

const open = ({ id }: api.Connector) =>
  show(<ConnectorRoute />, {
    at: `/acme/settings/connectors/${id}`,
    route: '/$organization/settings/connectors/$connectorId',
  })

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const cellsOf = async (name: RegExp) =>
  within(await screen.findByRole('row', { name }))
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)

const folder = (name: string): api.FileRow => ({
  name,
  type: 'directory',
  modified_at: null,
  content_type: null,
  size: 0,
})
const file = (name: string, size = 4444): api.FileRow => ({
  name,
  type: 'file',
  modified_at: '2025-06-03 09:15:20+00:00',
  content_type: null,
  size,
})

/** Answers with the content of the requested folder. */
const listing = (folders: Readonly<Record<string, readonly api.FileRow[]>>) =>
  answer(api.listFiles, ({ query }) => [...(folders[query.path] ?? [])])

test('files that cannot be listed say so and why, and are asked for again [CN-026]', async () => {
  const ana = userEvent.setup()
  let isDown = true
  server(
    [bucket],
    answer(api.listFiles, () => (isDown ? refuse(500, 'The bucket is closed.') : [])),
  )
  await open(bucket)
  expect(await screen.findByText('Error loading the data: The bucket is closed.')).toBeTruthy()

  isDown = false
  await ana.click(await button('Try again'))
  expect(await screen.findByText('No files')).toBeTruthy()
})

test('a folder with nothing in it says so [CN-027]', async () => {
  const ana = userEvent.setup()
  server([bucket], listing({ '/': [folder('in')] }))
  await open(bucket)
  await ana.click(await button('in'))

  expect(await screen.findByText('No files')).toBeTruthy()
})

test('folders are opened one by one, files show size and time and can be fetched', async () => {
  const ana = userEvent.setup()
  const { callsOf } = server(
    [bucket],
    listing({ '/': [folder('in')], in: [folder('in/März 🧾'), file('in/a & b.pdf')] }),
  )
  await open(bucket)
  const toggle = await button('in')
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Name',
    'Size',
    'Modified at',
  ])
  expect(callsOf(api.listFiles).map(({ query }) => query.path)).toEqual(['/'])

  await ana.click(toggle)
  expect(toggle.getAttribute('aria-expanded')).toBe('true')
  const [name, size, time] = await cellsOf(/a & b/)
  expect([name, size]).toEqual(['a & b.pdf', '4.34 KB'])
  expect(time).toMatch(/^6\/3\/2025/)
  expect(screen.getByRole('link', { name: 'a & b.pdf' }).getAttribute('href')).toContain(
    `/file/download?connector_id=${bucket.id}&path=in%2Fa+%26+b.pdf`,
  )
  expect(callsOf(api.listFiles).map(({ query }) => query.path)).toEqual(['/', 'in'])

  await ana.click(toggle)
  expect(screen.queryByText('März 🧾')).toBeNull()
})

test('of a huge folder the next page comes when it is wanted', async () => {
  const ana = userEvent.setup()
  const rows = Array.from({ length: api.maxFileRows }, (_, index) => file(`f${index}.pdf`))
  const { callsOf } = server(
    [bucket],
    answer(api.listFiles, ({ query }) => (query.page === 2 ? [file('last.pdf')] : rows)),
  )
  await open(bucket)
  await ana.click(await button('Show more'))

  expect(await screen.findByText('last.pdf')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  expect(callsOf(api.listFiles).map(({ query }) => query.page)).toEqual([1, 2])
})

test('a database shows its tables, and the columns of one that is opened', async () => {
  const ana = userEvent.setup()
  const { callsOf } = server(
    [books],
    answer(api.listConnectorTables, () => [{ schema: 'public', name: 'invoices' }]),
    answer(api.listConnectorColumns, () => [
      { name: 'total', type: 'numeric(12,2)', is_nullable: false },
    ]),
  )
  await open(books)
  await ana.click(await button('public.invoices'))

  expect(await cellsOf(/^total/)).toEqual(['total', 'numeric(12,2)', 'No'])
  expect(callsOf(api.listConnectorColumns)[0]?.query).toEqual({
    schema: 'public',
    table: 'invoices',
  })
})

test('a connector that is not there says so', async () => {
  server(
    [],
    answer(api.getConnector, () => refuse(404, '')),
  )
  await open(bucket)

  expect(await screen.findByText('Failed to load the connector')).toBeTruthy()
})

test('mails keep their order, and open to what would be taken from them', async () => {
  const ana = userEvent.setup()
  const mail = (name: string): api.FileRow => ({ ...folder(name), is_unit: true })
  const mails = [mail('2026-02-01 Second'), mail('2026-01-01 First')]
  server(
    [bucket],
    listing({ '/': mails, '2026-02-01 Second': [file('2026-02-01 Second/invoice.pdf')] }),
  )
  await open(bucket)
  await ana.click(await button('2026-02-01 Second'))

  expect(await screen.findByText('invoice.pdf')).toBeTruthy()
  const rows = screen.getAllByRole('row').map(({ textContent }) => textContent ?? '')
  const positions = ['Second', 'invoice.pdf', 'First'].map((text) =>
    rows.findIndex((row) => row.includes(text)),
  )
  expect(positions).toEqual(positions.toSorted((a, b) => a - b))
  expect(positions).not.toContain(-1)
})
