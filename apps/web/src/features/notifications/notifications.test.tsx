import * as api from '@recto/contract/pipelines/notifications'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Answer, answer, fakeServer, refuse } from '../../testing/fake-server.ts'
import { show } from '../../testing/show.tsx'
import { notification, pipeline } from '../../testing/workflows.ts'
import { NotificationsDialog } from './NotificationsDialog.tsx'

type Answers = Answer[]

const owner = { kind: 'pipeline', id: pipeline.id, name: 'Nightly' } as const
const server = (...extraAnswers: Answers) =>
  fakeServer(
    answer(api.listNotificationsOfPipeline, () => [notification]),
    ...extraAnswers,
  )
const dialog = () => show(<NotificationsDialog owner={owner} onClose={() => {}} />)
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })

test('notifications that cannot be loaded say so', async () => {
  server(answer(api.listNotificationsOfPipeline, () => refuse(500, '')))
  await dialog()

  expect(await screen.findByText('Failed to load the notifications')).toBeTruthy()
})

test('a notification needs a name and an address, and what its proof is made of [DP-099 DP-100 DP-101 DP-102]', async () => {
  const ana = userEvent.setup()
  const { callsOf } = server()
  await dialog()
  await ana.click(await button('New notification'))
  await ana.click(await screen.findByLabelText('Authorization'))
  await ana.click(await screen.findByTitle('Custom header'))
  await ana.click(await button('Add'))

  for (const text of [
    'Please enter name',
    'Please enter URL',
    'Authorization Header is required',
    'Authorization key is required',
  ]) {
    expect(await screen.findByText(text)).toBeTruthy()
  }
  expect(callsOf(api.createNotification)).toEqual([])
})

test('another proof leaves out what it does not need [DP-103 DP-104 DP-106]', async () => {
  const ana = userEvent.setup()
  const { callsOf } = server(answer(api.createNotification, () => notification))
  await dialog()
  await ana.click(await button('New notification'))
  await ana.type(await screen.findByLabelText('Name'), 'Operations')
  await ana.type(screen.getByLabelText('URL'), 'https://hooks.acme.test/x')
  const prove = async (authorizationName: string) => {
    await ana.click(screen.getByLabelText('Authorization'))
    await ana.click(await screen.findByTitle(authorizationName))
  }
  await prove('Custom header')
  await ana.type(await screen.findByLabelText('Authorization header'), 'X-Token')
  await ana.type(screen.getByLabelText('Authorization key'), 'secret')
  await prove('Bearer token')
  expect(screen.queryByLabelText('Authorization header')).toBeNull()
  await prove('None')
  expect(screen.queryByLabelText('Authorization key')).toBeNull()
  await ana.click(await button('Add'))

  await waitFor(() => expect(callsOf(api.createNotification)).toHaveLength(1))
  expect(callsOf(api.createNotification)[0]?.body).toMatchObject({
    name: 'Operations',
    notification_type: 'WEBHOOK',
    platform: 'API',
    authorization_type: 'NONE',
    authorization_key: '',
    authorization_header: '',
    max_retries: 0,
    pipeline: pipeline.id,
    api: null,
  })
})

test('a notification is switched on, changed and deleted [DP-092 DP-107 DP-108]', async () => {
  const ana = userEvent.setup()
  const { callsOf } = server(
    answer(api.updateNotification, () => notification),
    answer(api.deleteNotification, () => undefined),
  )
  await dialog()
  await ana.click(await screen.findByRole('switch', { name: 'Operations is active' }))
  await waitFor(() => expect(callsOf(api.updateNotification)).toHaveLength(1))
  await ana.click(await button('Edit Operations'))
  await ana.type(await screen.findByLabelText('Name'), ' desk')
  await ana.click(await button('Update'))
  await waitFor(() => expect(callsOf(api.updateNotification)).toHaveLength(2))
  await ana.click(await button('Delete Operations'))
  await ana.click(await button('Delete'))

  await waitFor(() => expect(callsOf(api.deleteNotification)).toHaveLength(1))
  expect(callsOf(api.updateNotification).map(({ body }) => body)).toMatchObject([
    { is_active: true },
    { name: 'Operations desk' },
  ])
})

test('five notifications are on a page [DP-098]', async () => {
  const ana = userEvent.setup()
  const six = ['One', 'Two', 'Three', 'Four', 'Five', 'Six'].map((name, place) => ({
    ...notification,
    id: `00000000-0000-4000-8000-00000000006${place}`,
    name,
  }))
  server(answer(api.listNotificationsOfPipeline, () => six))
  await dialog()
  expect(await screen.findByText('Five')).toBeTruthy()
  expect(screen.queryByText('Six')).toBeNull()
  await ana.click(screen.getByTitle('2'))

  expect(await screen.findByText('Six')).toBeTruthy()
})

test('a test says what came of it, and messages that were given up go again', async () => {
  const ana = userEvent.setup()
  const dead = {
    id: notification.id,
    execution_id: null,
    status: 'TEST',
    state: 'DEAD' as const,
    attempts: 1,
    status_code: 500,
    error: 'The receiver responded with 500.',
    next_try_at: null,
    created_at: notification.created_at,
    ended_at: notification.created_at,
  }
  const { callsOf } = server(
    answer(api.testNotification, () => dead),
    answer(api.listDeliveries, () => ({ count: 1, next: null, previous: null, results: [dead] })),
    answer(api.repeatDelivery, () => ({ ...dead, state: 'WAITING' as const })),
  )
  await dialog()
  await ana.click(await button('Send a test message to Operations'))
  expect(await screen.findByText('The receiver responded with 500.')).toBeTruthy()

  await ana.click(await button('Messages to Operations'))
  expect(await screen.findByText('Failed')).toBeTruthy()
  await ana.click(await button('Resend'))
  await waitFor(() => expect(callsOf(api.repeatDelivery)).toHaveLength(1))
})
