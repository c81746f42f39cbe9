import * as api from '@recto/contract/deployments/deployments'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Answer, answer, fakeServer, refuse } from '../../../testing/fake-server.ts'
import { show } from '../../../testing/show.tsx'
import { apiKey, deployment } from '../../../testing/workflows.ts'
import { deploymentFromWire } from '../deployment.ts'
import { KeysDialog } from './KeysDialog.tsx'

type Answers = Answer[]

const six = ['One', 'Two', 'Three', 'Four', 'Five', 'Six'].map((description, place) => ({
  ...apiKey,
  id: `00000000-0000-4000-8000-00000000008${place}`,
  description,
}))

const server = (...extraAnswers: Answers) =>
  fakeServer(
    answer(api.listDeploymentKeys, () => [apiKey]),
    ...extraAnswers,
  )

const dialog = () =>
  show(<KeysDialog deployment={deploymentFromWire(deployment)} onClose={() => {}} />)
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })

test('keys that cannot be loaded say so', async () => {
  server(answer(api.listDeploymentKeys, () => refuse(500, '')))
  await dialog()

  expect(await screen.findByText('Failed to get the API keys')).toBeTruthy()
})

test('a key needs a description that is more than blanks [DP-042]', async () => {
  const ana = userEvent.setup()
  server()
  await dialog()
  await ana.click(await button('New Key'))
  const add = await button('Add')
  expect(add.disabled).toBe(true)

  await ana.type(screen.getByLabelText('Description'), '   ')
  expect(add.disabled).toBe(true)
  await ana.type(screen.getByLabelText('Description'), 'ERP')

  expect(add.disabled).toBe(false)
})

test('a key is added under its trimmed description, or the dialog says why not [DP-033 DP-035 DP-036]', async () => {
  const ana = userEvent.setup()
  let isDown = true
  const { callsOf } = server(
    answer(api.createDeploymentKey, () => (isDown ? refuse(500, 'The vault is shut.') : apiKey)),
  )
  await dialog()
  await ana.click(await button('New Key'))
  await ana.type(await screen.findByLabelText('Description'), ' ERP ')

  await ana.click(await button('Add'))
  expect(await screen.findByText('The vault is shut.')).toBeTruthy()
  isDown = false
  await ana.click(await button('Add'))

  await waitFor(() => expect(screen.queryByLabelText('Description')).toBeNull())
  expect(callsOf(api.createDeploymentKey)[1]).toMatchObject({
    params: { id: deployment.id },
    body: { description: 'ERP' },
  })
  expect(callsOf(api.listDeploymentKeys)).toHaveLength(2)
})

test('a key is renamed and switched off [DP-034 DP-037 DP-042 DP-043]', async () => {
  const ana = userEvent.setup()
  const { callsOf } = server(answer(api.updateDeploymentKey, () => apiKey))
  await dialog()

  await ana.click(await screen.findByRole('switch', { name: 'Initial API key is active' }))
  await waitFor(() => expect(callsOf(api.updateDeploymentKey)).toHaveLength(1))
  await ana.click(await button('Edit Initial API key'))
  await ana.clear(await screen.findByLabelText('Description'))
  expect((await button('Update')).disabled).toBe(true)
  await ana.type(screen.getByLabelText('Description'), 'ERP')
  await ana.click(await button('Update'))

  await waitFor(() => expect(callsOf(api.updateDeploymentKey)).toHaveLength(2))
  expect(callsOf(api.updateDeploymentKey).map(({ body }) => body)).toEqual([
    { is_active: false },
    { description: 'ERP' },
  ])
})

test('a key is copied [DP-044]', async () => {
  const ana = userEvent.setup()
  server()
  await dialog()

  await ana.click(await button('Copy Initial API key'))

  expect(await screen.findByText('API key copied to clipboard')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe(apiKey.api_key)
})

test('a key is deleted after a question [DP-038]', async () => {
  const ana = userEvent.setup()
  const { callsOf } = server(answer(api.deleteDeploymentKey, () => undefined))
  await dialog()
  await ana.click(await button('Delete Initial API key'))
  expect(callsOf(api.deleteDeploymentKey)).toEqual([])

  await ana.click(await button('Delete'))

  await waitFor(() =>
    expect(callsOf(api.deleteDeploymentKey)[0]?.params).toEqual({ id: apiKey.id }),
  )
})

test('a key that is made beyond the first page is shown on its own [DP-041]', async () => {
  const ana = userEvent.setup()
  const storedKeys = six.slice(0, 5)
  const [sixth] = six.slice(5)
  server(
    answer(api.listDeploymentKeys, () => [...storedKeys]),
    answer(api.createDeploymentKey, () => {
      if (sixth) storedKeys.push(sixth)
      return sixth ?? apiKey
    }),
  )
  await dialog()
  expect(await screen.findByText('Five')).toBeTruthy()

  await ana.click(await button('New Key'))
  await ana.type(await screen.findByLabelText('Description'), 'Six')
  await ana.click(await button('Add'))

  expect(await screen.findByText('Six')).toBeTruthy()
  expect(screen.queryByText('Five')).toBeNull()
})

test('five keys are on a page [DP-041]', async () => {
  const ana = userEvent.setup()
  server(answer(api.listDeploymentKeys, () => six))
  await dialog()
  expect(await screen.findByText('Five')).toBeTruthy()
  expect(screen.queryByText('Six')).toBeNull()

  await ana.click(screen.getByTitle('2'))

  expect(await screen.findByText('Six')).toBeTruthy()
  expect(screen.queryByText('Five')).toBeNull()
})
