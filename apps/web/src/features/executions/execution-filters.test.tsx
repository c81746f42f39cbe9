import { listDeployments } from '@recto/contract/deployments/deployments'
import * as api from '@recto/contract/executions/executions'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Answer, answer, fakeServer, refuse } from '../../testing/fake-server.ts'
import { startUpAnswers } from '../../testing/people.ts'
import { open } from '../../testing/show.tsx'
import { execution } from '../../testing/workflows.ts'

const server = (...extraAnswers: Answer[]) =>
  fakeServer(
    startUpAnswers(),
    answer(api.listExecutions, () => ({
      count: 1,
      next: null,
      previous: null,
      results: [{ ...execution, pipeline_name: 'Invoice reader' }],
    })),
    ...extraAnswers,
  )

test('filters are cleared together with a text that is still being typed', async () => {
  const ana = userEvent.setup()
  server()
  const { router } = await open('/acme/logs?status=ERROR')
  await screen.findByText('Invoice reader')
  const box = screen.getByRole('searchbox', { name: 'Search executions' })
  await ana.type(box, 't')
  await ana.click(screen.getByRole('button', { name: 'Clear all' }))
  expect(box).toHaveProperty('value', '')
  await waitFor(() => expect(router.state.location.search).toEqual({}))
})

test('a text is never longer than the server allows', async () => {
  const { callsOf } = server()
  await open(`/acme/logs?search=${'a'.repeat(300)}`)
  await screen.findByText('Invoice reader')
  expect(callsOf(api.listExecutions).at(-1)?.query.search).toBe('a'.repeat(255))
  const box = screen.getByRole('searchbox', { name: 'Search executions' })
  expect(box).toHaveProperty('maxLength', 255)
})

test('deployments that failed to load say so where they are chosen', async () => {
  let isAway = true
  const ana = userEvent.setup()
  server(answer(listDeployments, () => (isAway ? refuse(500, 'The database is away.') : [])))
  await open('/acme/logs')
  await ana.click(await screen.findByRole('combobox', { name: 'Deployment' }))
  expect(
    await screen.findByText('Failed to load the deployments: The database is away.'),
  ).toBeTruthy()
  isAway = false
  await ana.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(screen.queryByText(/Failed to load/)).toBeNull())
})
