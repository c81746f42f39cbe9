import * as api from '@recto/contract/deployments/deployments'
import { listEndpoints } from '@recto/contract/workflows/workflows'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { type Answer, answer, fakeServer, refuse } from '../../testing/fake-server.ts'
import { benAtAcme } from '../../testing/people.ts'
import { show } from '../../testing/show.tsx'
import { apiKey, deployment, endOf } from '../../testing/workflows.ts'
import { DeploymentListPage } from './DeploymentListPage.tsx'

type Answers = Answer[]
type Person = ReturnType<typeof userEvent.setup>

const address = `${window.location.origin}/${deployment.api_endpoint}`
const whole: api.ApiDeployment = {
  ...deployment,
  organization: 3,
  modified_by: 7,
  created_at: apiKey.created_at,
  modified_at: apiKey.modified_at,
}

const server = (...extraAnswers: Answers) =>
  fakeServer(
    answer(api.listDeployments, () => [deployment]),
    answer(api.listDeploymentKeys, () => [apiKey]),
    answer(listEndpoints, () => [endOf('SOURCE', 'API')]),
    ...extraAnswers,
  )

const page = () => show(<DeploymentListPage />)

let savedBlob: Blob | undefined
beforeEach(() => {
  savedBlob = undefined
  Object.assign(URL, {
    createObjectURL(blob: Blob) {
      savedBlob = blob
      return 'blob:collection'
    },
    revokeObjectURL() {},
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
})

async function choose(ana: Person, action: string) {
  await ana.click(await screen.findByRole('button', { name: 'Actions for Invoice reader' }))
  await ana.click(await screen.findByRole('menuitem', { name: action }))
}

async function openForm(ana: Person) {
  await ana.click(await screen.findByRole('button', { name: 'New API Deployment' }))
  return screen.findByRole('dialog')
}

test('a list that cannot be loaded says so [DP-024]', async () => {
  server(answer(api.listDeployments, () => refuse(500, '')))
  await page()

  expect(await screen.findByText('Error fetching API deployments')).toBeTruthy()
})

test('an empty list explains itself [DP-001 DP-004 DP-005]', async () => {
  server(answer(api.listDeployments, () => []))
  await page()

  expect(await screen.findByRole('heading', { name: 'API Deployments' })).toBeTruthy()
  expect(await screen.findByText('Currently you have no API Deployments')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: 'New API Deployment' })).toHaveLength(2)
})

test('what the form lacks is said beside each field before anything is sent [DP-011 DP-012 DP-015]', async () => {
  const ana = userEvent.setup()
  const { callsOf } = server()
  await page()
  const dialog = await openForm(ana)

  await ana.click(within(dialog).getByRole('button', { name: 'Deploy' }))

  for (const words of [
    'Please enter display name',
    'Please enter API Name',
    'Please select an workflow',
  ]) {
    expect(await within(dialog).findByText(words)).toBeTruthy()
  }
  expect(callsOf(api.createDeployment)).toEqual([])
})

test('what the server objects to stands beside the field [DP-017]', async () => {
  const ana = userEvent.setup()
  const duplicateMessage = 'An API deployment with this API name already exists.'
  server(answer(api.updateDeployment, () => refuse(400, duplicateMessage, { attr: 'api_name' })))
  await page()
  await choose(ana, 'Edit')

  await ana.click(await screen.findByRole('button', { name: 'Save' }))

  expect(await screen.findByText(duplicateMessage)).toBeTruthy()
  expect(screen.getByLabelText('API name').getAttribute('aria-invalid')).toBe('true')
})

test('a workflow with an API source becomes a deployment [DP-008 DP-021 WF-081]', async () => {
  const ana = userEvent.setup()
  const { callsOf } = server(
    answer(api.createDeployment, ({ body }) => ({
      ...body,
      is_active: 'True',
      id: deployment.id,
      api_key: apiKey.api_key,
      api_endpoint: deployment.api_endpoint,
    })),
  )
  await page()
  const dialog = await openForm(ana)

  await ana.type(within(dialog).getByLabelText('Display name'), 'Purchase Orders (EU)')
  await ana.click(within(dialog).getByRole('combobox', { name: 'Workflow' }))
  await ana.click(await screen.findByTitle('Supplier invoices'))
  await ana.click(within(dialog).getByRole('button', { name: 'Deploy' }))

  expect(await screen.findByText('New API created successfully')).toBeTruthy()
  expect(callsOf(listEndpoints)[0]?.query).toEqual({
    endpoint_type: 'SOURCE',
    connection_type: 'API',
  })
  expect(callsOf(api.createDeployment)[0]?.body).toEqual({
    display_name: 'Purchase Orders (EU)',
    api_name: 'purchase_orders_eu',
    description: '',
    workflow: deployment.workflow,
    is_active: true,
  })
})

test('what was just deployed from the list shows its key, and how it is called', async () => {
  const ana = userEvent.setup()
  server(
    answer(api.createDeployment, ({ body }) => ({
      ...body,
      is_active: 'True',
      id: deployment.id,
      api_key: apiKey.api_key,
      api_endpoint: deployment.api_endpoint,
    })),
  )
  await page()
  const dialog = await openForm(ana)
  await ana.type(within(dialog).getByLabelText('Display name'), 'Orders')
  await ana.click(within(dialog).getByRole('combobox', { name: 'Workflow' }))
  await ana.click(await screen.findByTitle('Supplier invoices'))
  await ana.click(within(dialog).getByRole('button', { name: 'Deploy' }))

  const createdDialog = await screen.findByRole('dialog', { name: 'Orders is deployed as an API' })
  const call = within(createdDialog).getByRole('region', { name: 'cURL' }).textContent
  expect(call).toContain(`Bearer ${apiKey.api_key}`)
  expect(call).toContain(deployment.api_endpoint)
  await ana.click(within(createdDialog).getAllByRole('button', { name: 'Close' })[0] as HTMLElement)
  await waitFor(() => expect(screen.queryByText(/is deployed as an API/)).toBeNull())
})

test('an edited deployment says so [DP-009 DP-022]', async () => {
  const ana = userEvent.setup()
  const { callsOf } = server(answer(api.updateDeployment, () => whole))
  await page()
  await choose(ana, 'Edit')

  const name = await screen.findByLabelText('Display name')
  // The menu that closes and the dialog that opens both move the focus.
  await waitFor(() => expect(document.activeElement).toBe(name))
  await ana.type(name, ' 2')
  await ana.click(screen.getByRole('button', { name: 'Save' }))

  expect(await screen.findByText('API deployment updated successfully')).toBeTruthy()
  expect(callsOf(api.updateDeployment)[0]?.body).toMatchObject({
    display_name: 'Invoice reader 2',
    api_name: 'invoices',
  })
})

test('a row shows where the deployment answers and what it runs [DP-006 DP-027]', async () => {
  server()
  await page()
  const row = (await screen.findAllByRole('row'))[1] as HTMLElement

  expect(within(row).getByText('Invoice reader')).toBeTruthy()
  expect(within(row).getByText('For the accounting system')).toBeTruthy()
  expect(within(row).getByText('/deployment/api/acme/invoices/')).toBeTruthy()
  expect(within(row).getByRole('link', { name: 'Supplier invoices' }).getAttribute('href')).toBe(
    `/acme/workflows/${deployment.workflow}`,
  )
  expect(within(row).getByRole('switch').getAttribute('aria-checked')).toBe('true')
})

test('the copy of an endpoint is its whole address [DP-026]', async () => {
  const ana = userEvent.setup()
  server()
  await page()

  await ana.click(
    await screen.findByRole('button', { name: 'Copy the endpoint of Invoice reader' }),
  )

  expect(await screen.findByText('Endpoint copied to clipboard')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe(address)
})

test('the toggle of a deployment refuses and admits calls [DP-019 DP-025]', async () => {
  const ana = userEvent.setup()
  let isDown = true
  const { callsOf } = server(
    answer(api.updateDeployment, () => (isDown ? refuse(500, 'Try again later.') : whole)),
  )
  await page()

  await ana.click(await screen.findByRole('switch', { name: 'Invoice reader is active' }))
  expect(await screen.findByText('Try again later.')).toBeTruthy()
  isDown = false
  await ana.click(screen.getByRole('switch', { name: 'Invoice reader is active' }))

  expect(await screen.findByText('Status updated successfully')).toBeTruthy()
  expect(callsOf(api.updateDeployment)[1]?.body).toEqual({ is_active: false })
})

test('a row offers everything that can be done with it [DP-028]', async () => {
  const ana = userEvent.setup()
  server()
  await page()

  await ana.click(await screen.findByRole('button', { name: 'Actions for Invoice reader' }))

  const items = await screen.findAllByRole('menuitem')
  expect(items.map((item) => item.textContent)).toEqual([
    'Edit',
    'Manage Keys',
    'Code Snippets',
    'Download Postman Collection',
    'Setup Notifications',
    'Execution Logs',
    'Watch',
    'Share',
    'Delete',
  ])
})

test('the key that chooses from the menu does not go on into the form that it opens', async () => {
  const ana = userEvent.setup()
  server()
  await page()
  await ana.click(await screen.findByRole('button', { name: 'Actions for Invoice reader' }))
  const edit = await screen.findByRole('menuitem', { name: 'Edit' })

  const goesOn = fireEvent.keyDown(edit, { key: 'Enter', keyCode: 13 })

  expect(goesOn).toBe(false)
  expect(await screen.findByLabelText('Display name')).toBeTruthy()
})

test('a deployment is deleted after a question [DP-010 DP-023]', async () => {
  const ana = userEvent.setup()
  const { callsOf } = server(answer(api.deleteDeployment, () => undefined))
  await page()
  await choose(ana, 'Delete')
  expect(callsOf(api.deleteDeployment)).toEqual([])

  await ana.click(await screen.findByRole('button', { name: 'Delete' }))

  expect(await screen.findByText('API Deployment Deleted Successfully')).toBeTruthy()
  expect(callsOf(api.deleteDeployment)[0]?.params).toEqual({ id: deployment.id })
})

test('a collection that cannot be had says why', async () => {
  const ana = userEvent.setup()
  server(answer(api.getPostmanCollection, () => refuse(409, 'The deployment has no active key.')))
  await page()

  await choose(ana, 'Download Postman Collection')

  expect(await screen.findByText('The deployment has no active key.')).toBeTruthy()
  expect(savedBlob).toBeUndefined()
})

test('the collection is saved as a file [DP-050 DP-052]', async () => {
  const ana = userEvent.setup()
  server(answer(api.getPostmanCollection, () => ({ info: { name: 'Invoice reader' } })))
  await page()

  await choose(ana, 'Download Postman Collection')

  expect(await screen.findByText('Collection downloaded successfully')).toBeTruthy()
  await waitFor(() => expect(savedBlob?.type).toBe('application/json'))
})

test('the snippets hold the address and a key that works [DP-046 DP-049]', async () => {
  const ana = userEvent.setup()
  const asleep = { ...apiKey, id: deployment.id, api_key: deployment.id, is_active: false }
  server(answer(api.listDeploymentKeys, () => [asleep, apiKey]))
  await page()
  await choose(ana, 'Code Snippets')

  for (const language of ['Python', 'cURL', 'JavaScript']) {
    await ana.click(await screen.findByRole('tab', { name: language }))
    await ana.click(screen.getByRole('button', { name: 'Copy: Send a document' }))

    const clipboardText = await navigator.clipboard.readText()
    expect(clipboardText).toContain(address)
    expect(clipboardText).toContain(`Bearer ${apiKey.api_key}`)
  }
})

test('without a key that works the snippets say what to put there [DP-049]', async () => {
  const ana = userEvent.setup()
  server(answer(api.listDeploymentKeys, () => []))
  await page()

  await choose(ana, 'Code Snippets')

  expect(await screen.findByText('The deployment has no active key')).toBeTruthy()
  expect(screen.getAllByText(/Bearer REPLACE_WITH_API_KEY/).length).toBeGreaterThan(0)
})

test('what only its owner or an admin may do with a deployment is off for others, and says why', async () => {
  const ben = userEvent.setup()
  const { callsOf } = server()
  await show(<DeploymentListPage />, { signedIn: benAtAcme })

  const active = await screen.findByRole('switch', { name: 'Invoice reader is active' })
  expect(active.hasAttribute('disabled')).toBe(true)
  expect(active.title).toBe('Only the owner or an admin can change this deployment')
  await ben.click(screen.getByRole('button', { name: 'Actions for Invoice reader' }))
  const refusalsByAction = {
    Edit: 'Only the owner or an admin can change this deployment',
    'Manage Keys': 'Only the owner or an admin can see the keys for this deployment',
    'Download Postman Collection':
      'Only the owner or an admin can see the keys for this deployment',
    Delete: 'Only the owner or an admin can delete this deployment',
  }
  for (const [name, reason] of Object.entries(refusalsByAction)) {
    const item = await screen.findByRole('menuitem', { name })
    expect([name, item.getAttribute('aria-disabled'), item.title]).toEqual([name, 'true', reason])
  }
  await ben.click(screen.getByRole('menuitem', { name: 'Code Snippets' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText(/Ask them for a key and replace/)).toBeTruthy()
  expect(dialog.getByRole('tab', { name: 'cURL' })).toBeTruthy()
  expect(callsOf(api.listDeploymentKeys)).toEqual([])
})
