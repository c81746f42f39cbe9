import * as api from '@recto/contract/connectors/connectors'
import { listGroups } from '@recto/contract/organizations/groups'
import { listMembers } from '@recto/contract/organizations/organizations'
import { connectorSharing } from '@recto/contract/organizations/sharing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { books, bucket, bucketForm, connectorServer as server } from '../../testing/connectors.ts'
import { answer, fakeServer, refuse } from '../../testing/fake-server.ts'
import { show } from '../../testing/show.tsx'
import { ConnectorListPage } from './ConnectorListPage.tsx'

type Person = ReturnType<typeof userEvent.setup>

const page = () => show(<ConnectorListPage />)
const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name })
const type = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const width = () => screen.getByRole('dialog').getAttribute('style') ?? ''

async function pick(ana: Person, service: RegExp) {
  await ana.click(
    (await screen.findAllByRole('button', { name: 'New Connector' }))[0] as HTMLElement,
  )
  await ana.click(await button(service))
}

test('a list that cannot be loaded says why', async () => {
  fakeServer(answer(api.listConnectors, () => refuse(500, 'The store is closed.')))
  await page()

  expect(await screen.findByText('Failed to load the connectors')).toBeTruthy()
  expect(screen.getByText('The store is closed.')).toBeTruthy()
})

test('an empty list says so, and leads on [CN-029]', async () => {
  server([])
  await page()

  expect(await screen.findByText('No Connector available')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: 'New Connector' })).toHaveLength(2)
})

test('the list tells kinds and owners apart, is searched by name, and leaves changes to owners', async () => {
  server([bucket, books])
  await page()
  const rows = (await screen.findAllByRole('row')).slice(1)

  expect(
    rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .slice(1, 3)
        .map(({ textContent }) => textContent),
    ),
  ).toEqual([
    ['File system', 'Me'],
    ['Database', 'ben@acme.test'],
  ])
  expect((await button('Edit Invoices in')).disabled).toBe(false)
  expect((await button('Delete Books')).disabled).toBe(true)
  expect(screen.getByRole('link', { name: 'Books' }).getAttribute('href')).toBe(
    `/acme/settings/connectors/${books.id}`,
  )

  type(/^Search connectors/, 'BOOK')
  await waitFor(() => expect(screen.queryByText('Invoices in')).toBeNull())
  expect(screen.getByText('Books')).toBeTruthy()
})

test('a service is picked among cards in a wide dialog, its form stands in a narrow one', async () => {
  const ana = userEvent.setup()
  server([])
  await page()
  await ana.click(
    (await screen.findAllByRole('button', { name: 'New Connector' }))[0] as HTMLElement,
  )
  const card = await button(/^S3/)
  expect(card.closest('ul')?.style.getPropertyValue('--columns')).toBe('4')
  expect(width()).toContain('1100')

  await ana.click(card)
  await screen.findByLabelText(/^Key/)
  expect(width()).toContain('500')
})

test('nothing is submitted before a test succeeded, and any change asks for another test [CN-022]', async () => {
  const ana = userEvent.setup()
  const { callsOf } = server([])
  await page()
  await pick(ana, /^S3/)
  await screen.findByLabelText(/^Key/)
  type(/^Key/, 'AK')
  expect((await button('Submit')).disabled).toBe(true)

  await ana.click(await button('Test Connection'))
  expect(await screen.findByText('Test connection successful')).toBeTruthy()
  expect((await button('Submit')).disabled).toBe(false)
  expect(callsOf(api.testConnector)[0]?.body).toEqual({
    connector_id: bucket.connector_id,
    connector_metadata: { key: 'AK' },
  })

  type(/^Key/, 'BK')
  expect((await button('Submit')).disabled).toBe(true)
  expect(screen.getByText('Please test the connection before submitting.')).toBeTruthy()
})

test('a test that fails says why, and beside its field where there is one', async () => {
  const ana = userEvent.setup()
  server(
    [],
    answer(api.testConnector, () =>
      refuse(400, 'S3/Minio: The key is not known.', { attr: 'connector_metadata.key' }),
    ),
  )
  await page()
  await pick(ana, /^S3/)
  await screen.findByLabelText(/^Key/)
  type(/^Key/, 'AK')
  await ana.click(await button('Test Connection'))

  await waitFor(() =>
    expect(document.getElementById('setting_key__error')?.textContent).toBe(
      'S3/Minio: The key is not known.',
    ),
  )
  expect((await button('Submit')).disabled).toBe(true)
})

test('a connector is added, and the list asked anew [CN-025]', async () => {
  const ana = userEvent.setup()
  const storedConnectors: api.Connector[] = []
  const { callsOf } = server(
    [],
    answer(api.listConnectors, () => [...storedConnectors]),
    answer(api.createConnector, ({ body }) => {
      const createdConnector = { ...bucket, connector_name: body.connector_name ?? '' }
      storedConnectors.push(createdConnector)
      return createdConnector
    }),
  )
  await page()
  await pick(ana, /^S3/)
  await screen.findByLabelText(/^Key/)
  type(/^Key/, 'AK')
  await ana.click(await button('Test Connection'))
  await screen.findByText('Test connection successful')
  await ana.click(await button('Submit'))

  expect(await screen.findByText('Successfully added connector')).toBeTruthy()
  expect(await screen.findByRole('link', { name: 'S3 bucket' })).toBeTruthy()
  expect(callsOf(api.createConnector)[0]).toMatchObject({
    query: {},
    body: {
      connector_id: bucket.connector_id,
      connector_name: 'S3 bucket',
      connector_metadata: { key: 'AK' },
    },
  })
})

test('one is edited from what is stored, without a choice of services, and its secret stays [CN-023 CN-025]', async () => {
  const ana = userEvent.setup()
  const { callsOf } = server(
    [bucket],
    answer(api.updateConnector, () => bucket),
  )
  await page()
  await ana.click(await button('Edit Invoices in'))

  const key = await screen.findByLabelText<HTMLInputElement>(/^Key/)
  expect(key.value).toBe('AK')
  expect(screen.getByLabelText<HTMLInputElement>(/^Name of/).value).toBe('Invoices in')
  expect(callsOf(api.listSupportedConnectors)).toEqual([])

  type(/^Key/, 'BK')
  await ana.click(await button('Test Connection'))
  await screen.findByText('Test connection successful')
  await ana.click(await button('Submit'))

  expect(await screen.findByText('Successfully updated connector')).toBeTruthy()
  expect(callsOf(api.updateConnector)[0]?.body).toMatchObject({
    connector_name: 'Invoices in',
    connector_metadata: { key: 'BK', secret: bucket.connector_metadata.secret },
  })
})

test('a copy without its secret says so, and a secret that stays blank is sent as none', async () => {
  const ana = userEvent.setup()
  const copy = { ...bucket, connector_metadata: { key: 'AK' }, missing_secrets: ['secret'] }
  const { callsOf } = server(
    [copy],
    answer(api.updateConnector, () => bucket),
  )
  await page()
  expect(await screen.findByText('Needs its secret')).toBeTruthy()
  await ana.click(await button('Edit Invoices in'))
  expect(await screen.findByText(/secrets are not copied. Enter them here/)).toBeTruthy()
  await ana.click(await button('Test Connection'))
  await screen.findByText('Test connection successful')
  await ana.click(await button('Submit'))

  await screen.findByText('Successfully updated connector')
  expect(callsOf(api.updateConnector)[0]?.body).toMatchObject({
    connector_metadata: { key: 'AK', secret: '' },
  })
})

test('a name that is taken is told at the name', async () => {
  const ana = userEvent.setup()
  const duplicateMessage = 'A connector with the name “S3 bucket” already exists.'
  server(
    [],
    answer(api.createConnector, () =>
      refuse(400, duplicateMessage, { attr: 'connector_name', type: 'client_error' }),
    ),
  )
  await page()
  await pick(ana, /^S3/)
  await screen.findByLabelText(/^Key/)
  type(/^Key/, 'AK')
  await ana.click(await button('Test Connection'))
  await screen.findByText('Test connection successful')
  await ana.click(await button('Submit'))

  await waitFor(() =>
    expect(document.getElementById('setting_connectorName__error')?.textContent).toBe(
      duplicateMessage,
    ),
  )
})

test('one of an earlier product is used as it is [CN-024]', async () => {
  const ana = userEvent.setup()
  server([{ ...bucket, connector_id: 'pcs|b8cd25cd-4452-4d54-bd5e-e7d71459b702' }])
  await page()
  await ana.click(await button('Edit Invoices in'))

  expect(await screen.findByText('Edit is not supported for this connector')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull()
})

test('a form that cannot be loaded says so, and is asked for again [CN-030]', async () => {
  const ana = userEvent.setup()
  let isDown = true
  server(
    [],
    answer(api.getConnectorSchema, () => (isDown ? refuse(500, '') : bucketForm)),
  )
  await page()
  await pick(ana, /^S3/)
  expect(await screen.findByText('Failed to load the spec')).toBeTruthy()

  isDown = false
  await ana.click(await button('Try again'))
  expect(await screen.findByLabelText(/^Key/)).toBeTruthy()
})

test('one that is in use stays, and the dialog says which workflow uses it', async () => {
  const ana = userEvent.setup()
  const usedMessage = '“Invoices in” is used by the workflow “Supplier invoices”.'
  let isUsed = true
  const { callsOf } = server(
    [bucket],
    answer(api.deleteConnector, () => (isUsed ? refuse(409, usedMessage) : undefined)),
  )
  await page()
  await ana.click(await button('Delete Invoices in'))
  const dialog = await screen.findByRole('dialog')
  await ana.click(within(dialog).getByRole('button', { name: 'Delete' }))
  expect(await within(dialog).findByText(usedMessage)).toBeTruthy()

  isUsed = false
  await ana.click(within(dialog).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Successfully deleted')).toBeTruthy()
  expect(callsOf(api.deleteConnector)).toHaveLength(2)
})

test('one is shared with everybody by the dialog of all things', async () => {
  const ana = userEvent.setup()
  const owner = { id: 7, email: 'ana@acme.test' }
  const member = (id: string, email: string) => ({
    id,
    email,
    role: 'recto_user',
    is_admin: false,
    is_service_account: false,
  })
  const { callsOf } = server(
    [bucket],
    answer(connectorSharing.read, () => ({
      id: bucket.id,
      name: bucket.connector_name,
      created_by: owner,
      co_owners: [owner],
      shared_users: [],
      shared_groups: [],
      shared_to_org: false,
    })),
    answer(listMembers, () => ({
      message: 'success' as const,
      members: [member('7', 'ana@acme.test'), member('9', 'ben@acme.test')],
      count: 2,
    })),
    answer(listGroups, () => []),
    answer(connectorSharing.share, () => undefined),
  )
  await page()
  await ana.click(await button('Share Invoices in'))
  await ana.click(await screen.findByLabelText('Share with everyone in current org'))
  await ana.click(await button('Apply'))

  await waitFor(() =>
    expect(callsOf(connectorSharing.share)[0]?.body).toMatchObject({ shared_to_org: true }),
  )
})
