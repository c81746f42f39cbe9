import * as connectors from '@recto/contract/connectors/connectors'
import { getSession } from '@recto/contract/organizations/session'
import { workflowSharing } from '@recto/contract/organizations/sharing'
import { getReviewDial } from '@recto/contract/review/review-dial'
import * as review from '@recto/contract/review/review-rules'
import { getEndpointLists } from '@recto/contract/workflows/line-tables'
import * as api from '@recto/contract/workflows/workflows'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { books, bucket, connectorAnswers } from '../testing/connectors.ts'
import { type Answer, answer, fakeServer, refuse } from '../testing/fake-server.ts'
import { startUpAnswers } from '../testing/people.ts'
import { open } from '../testing/show.tsx'
import { editorAnswers, endOf, workflow } from '../testing/workflows.ts'

type Person = ReturnType<typeof userEvent.setup>

const schema = {
  title: 'File system',
  type: 'object',
  properties: {
    folders: { type: 'array', items: { type: 'string' }, title: 'Folders to process' },
    maxFiles: { type: 'integer', title: 'Maximum files per run', default: 100 },
  },
}

const server = (storedConnectors: readonly connectors.Connector[], ...extraAnswers: Answer[]) =>
  fakeServer(
    startUpAnswers(),
    editorAnswers({ source: 'FILESYSTEM', destination: 'DATABASE' }),
    connectorAnswers(storedConnectors),
    answer(api.getEndpointSettings, () => ({ status: 200 as const, schema })),
    answer(api.updateEndpoint, () => endOf('SOURCE', 'FILESYSTEM')),
    answer(getEndpointLists, () => ({ lists: [] })),
    ...extraAnswers,
  )

const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name })

async function configure(ana: Person, side: 'source' | 'destination') {
  await open(`/acme/workflows/${workflow.id}`)
  await ana.click(await button(`Configure the ${side}`))
  await screen.findByText('Configure Connector')
  return screen.findByRole('dialog')
}

const folder = (name: string): connectors.FileRow => ({
  name,
  type: 'directory',
  modified_at: null,
  content_type: null,
  size: 0,
})

test('a form of the configuration that cannot be loaded says so [CN-028]', async () => {
  const ana = userEvent.setup()
  server(
    [bucket],
    answer(api.getEndpointSettings, () => refuse(500, '')),
  )
  await configure(ana, 'source')

  expect(await screen.findByText('Failed to load the configuration form')).toBeTruthy()
})

test('without a connector of the kind the menu says so, and offers services [CN-029]', async () => {
  const ana = userEvent.setup()
  server([books])
  await configure(ana, 'source')
  const menu = await screen.findByRole('navigation', { name: 'Available connectors' })

  expect(within(menu).getByText('No Connector available')).toBeTruthy()
  expect(within(menu).queryByRole('button', { name: 'Books' })).toBeNull()
  expect(within(menu).queryByRole('button', { name: 'PostgreSQL' })).toBeNull()
  expect(within(menu).getByRole('button', { name: 'S3/Minio' })).toBeTruthy()
})

test('the dialog is wide, with the connectors on its left, and panels of the connection and of what is done [CN-013 CN-017 CN-018]', async () => {
  const ana = userEvent.setup()
  server([bucket])
  const dialog = await configure(ana, 'source')
  const menu = await screen.findByRole('navigation', { name: 'Available connectors' })

  expect(dialog.getAttribute('style')).toContain('1200px')
  expect(within(menu).getByRole('button', { name: 'Invoices in' })).toBeTruthy()
  const tabs = within(dialog).getAllByRole('tab')
  expect(tabs.map(({ textContent }) => textContent)).toEqual(['Settings', 'File System'])
  expect(screen.getByRole('region', { name: 'Connection Settings' })).toBeTruthy()
  expect(screen.getByRole('region', { name: 'Configuration' })).toBeTruthy()
})

test('the connector and the folders of a deployed workflow are edited [WF-077]', async () => {
  const ana = userEvent.setup()
  const { callsOf } = server(
    [bucket],
    answer(api.canUpdateWorkflow, () => ({ can_update: false })),
  )
  await configure(ana, 'source')
  await ana.click(await button('Invoices in'))
  const foldersField = await screen.findByRole('combobox', { name: 'Folders to process' })
  await ana.type(foldersField, 'docs/more{Enter}')
  await ana.click(await button('Save'))

  expect(await screen.findByText('Successfully updated')).toBeTruthy()
  expect(callsOf(api.updateEndpoint)[0]?.body).toEqual({
    connector_instance: bucket.id,
    configuration: { folders: ['docs/more'], maxFiles: 100 },
  })
})

test('folders that are opened and chosen in the tree fill in the configuration [CN-016 CN-031]', async () => {
  const ana = userEvent.setup()
  const { callsOf } = server(
    [bucket],
    answer(connectors.listFiles, ({ query }) =>
      query.path === '/' ? [folder('docs')] : [folder('docs/in')],
    ),
  )
  await configure(ana, 'source')
  await ana.click(await button('Invoices in'))
  await ana.click(await screen.findByRole('tab', { name: 'File System' }))
  await ana.click(await button('docs'))
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Name',
    'Size',
    'Modified at',
  ])
  expect(callsOf(connectors.listFiles).map(({ query }) => query.path)).toEqual(['/', 'docs'])
  await ana.click(await screen.findByRole('checkbox', { name: 'Process docs/in' }))

  await ana.click(await screen.findByRole('tab', { name: 'Settings' }))
  const foldersField = await screen.findByRole('combobox', { name: 'Folders to process' })
  expect(screen.getByTitle('docs/in')).toBeTruthy()
  await ana.type(foldersField, 'Rechnungen 2026{Enter}')
  expect(screen.getByTitle('Rechnungen 2026')).toBeTruthy()
  fireEvent.change(await screen.findByLabelText('Maximum files per run'), {
    target: { value: '7' },
  })
  await ana.click(await button('Save'))

  expect(await screen.findByText('Successfully updated')).toBeTruthy()
  expect(callsOf(api.updateEndpoint)[0]?.body).toEqual({
    connector_instance: bucket.id,
    configuration: { folders: ['docs/in', 'Rechnungen 2026'], maxFiles: 7 },
  })
})

test('a new connector is added where it is needed, and is then the one of the end', async () => {
  const ana = userEvent.setup()
  const storedConnectors: connectors.Connector[] = []
  const { callsOf } = server(
    storedConnectors,
    answer(connectors.createConnector, () => {
      storedConnectors.push(bucket)
      return bucket
    }),
  )
  await configure(ana, 'source')
  await ana.click(await button('S3/Minio'))
  expect(screen.getByText('Add the connector first.')).toBeTruthy()
  fireEvent.change(await screen.findByLabelText(/^Key/), { target: { value: 'AK' } })
  await ana.click(await button('Test Connection'))
  await screen.findByText('Test connection successful')
  await ana.click(await button('Submit'))

  expect(await screen.findByText('Successfully added connector')).toBeTruthy()
  expect((await button('Invoices in')).getAttribute('aria-current')).toBe('true')
  await ana.click(await button('Save'))
  expect(await screen.findByText('Successfully updated')).toBeTruthy()
  expect(callsOf(api.updateEndpoint)[0]?.body).toMatchObject({ connector_instance: bucket.id })
})

const signInAs = (role: string) =>
  answer(getSession, () => ({
    id: 7,
    user_id: 'ana',
    email: 'ana@acme.test',
    organization_id: 'acme',
    role,
    provider: '',
  }))

test('only the owner or an admin edits a deployed workflow of others', async () => {
  const ana = userEvent.setup()
  server(
    [bucket],
    signInAs('user'),
    answer(api.getWorkflow, () => ({ ...workflow, created_by: 9 })),
    answer(workflowSharing.read, () => refuse(500, '')),
    answer(api.canUpdateWorkflow, () => ({ can_update: false })),
  )
  await configure(ana, 'source')
  const save = await button('Save')
  await waitFor(() => expect(save.disabled).toBe(true))
  expect((await button('Invoices in')).disabled).toBe(true)
})

test('whoever may not use the connector of a workflow sees its name and its service, and edits the rest', async () => {
  const ana = userEvent.setup()
  const usedConnector = {
    id: bucket.id,
    connector_name: 'Scans of Ben',
    connector_id: bucket.connector_id,
    connector_mode: 'FILE_SYSTEM' as const,
    provider_name: 'S3/Minio',
    created_by_email: 'ben@acme.test',
    icon: bucket.icon,
    is_usable: false,
  }
  const { callsOf } = server(
    [],
    answer(api.listEndpointsOfWorkflow, () => [
      { ...endOf('SOURCE', 'FILESYSTEM'), connector_instance: bucket.id, connector: usedConnector },
      endOf('DESTINATION', 'DATABASE'),
    ]),
  )
  await open(`/acme/workflows/${workflow.id}`)
  const card = await screen.findByRole('article', { name: 'Source' })
  expect(within(card).getByText('Scans of Ben')).toBeTruthy()
  expect(within(card).getByText('S3/Minio')).toBeTruthy()

  await ana.click(within(card).getByRole('button', { name: 'Configure' }))
  const menu = await screen.findByRole('navigation', { name: 'Available connectors' })
  const entry = within(menu).getByRole('button', { name: 'Scans of Ben' })
  expect(entry.getAttribute('aria-current')).toBe('true')
  const panel = screen.getByRole('region', { name: 'Connection Settings' })
  expect(panel.textContent).toContain('Ask ben@acme.test to share it with you.')
  expect(within(panel).queryByRole('button', { name: 'Edit connection' })).toBeNull()
  expect(screen.getByRole('tab', { name: 'File System' }).getAttribute('aria-disabled')).toBe(
    'true',
  )

  await ana.type(await screen.findByRole('combobox', { name: 'Folders to process' }), 'in{Enter}')
  await ana.click(await button('Save'))
  expect(await screen.findByText('Successfully updated')).toBeTruthy()
  expect(callsOf(api.updateEndpoint)[0]?.body).toMatchObject({
    connector_instance: bucket.id,
    configuration: { folders: ['in'] },
  })
  expect(callsOf(connectors.getConnector)).toEqual([])
})

const reviewAnswers = [
  answer(review.getReviewRule, () => refuse(404, 'No such review rule.')),
  answer(review.getReviewSetting, () => refuse(404, 'No such review setting.')),
  answer(review.listRuleFields, () => ({ data: ['total'] })),
  answer(getReviewDial, () => ({ truths: 0, files: 0, seconds_a_file: null, stops: [] })),
]

test('behind a destination stands what people look at first, and where it goes then [CN-015 CN-032]', async () => {
  const ana = userEvent.setup()
  const { callsOf } = server(
    [books],
    ...reviewAnswers,
    signInAs('recto_admin'),
    answer(review.createReviewSetting, ({ body }) => ({ id: workflow.id, ...body })),
  )
  const dialog = await configure(ana, 'destination')

  const tabs = within(dialog).getAllByRole('tab')
  expect(tabs.map((tab) => tab.textContent)).toEqual(['Settings', 'Tables', 'Human In The Loop'])
  await ana.click(await within(dialog).findByRole('tab', { name: 'Human In The Loop' }))
  expect(await within(dialog).findByLabelText('Percentage of files')).toBeTruthy()
  const [, inner] = within(dialog).getAllByRole('tab', { name: 'Settings' })
  await ana.click(inner as HTMLElement)
  await ana.click(await within(dialog).findByRole('combobox', { name: 'Sync destination' }))
  await ana.click(await screen.findByTitle('Destination DB'))
  expect(await screen.findByText('Sync destination updated successfully.')).toBeTruthy()
  expect(callsOf(review.createReviewSetting)[0]?.body).toEqual({
    workflow: workflow.id,
    sync_with: 'DB',
  })
})

test('whoever may not say what people look at may know it [CN-032]', async () => {
  const ana = userEvent.setup()
  server([books], ...reviewAnswers, signInAs('recto_user'))
  const dialog = await configure(ana, 'destination')
  await ana.click(await within(dialog).findByRole('tab', { name: 'Human In The Loop' }))

  const share = await within(dialog).findByLabelText<HTMLInputElement>('Percentage of files')
  expect(share.disabled).toBe(true)
  expect(within(dialog).queryByRole('button', { name: 'Save' })).toBeNull()
})

test('a source has nothing that people look at [CN-015]', async () => {
  server([bucket])
  const dialog = await configure(userEvent.setup(), 'source')

  const tabs = within(dialog).getAllByRole('tab')
  expect(tabs.map((tab) => tab.textContent)).toEqual(['Settings', 'File System'])
})
