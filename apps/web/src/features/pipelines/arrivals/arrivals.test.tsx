import { createArrivalSecret, getArrivals } from '@recto/contract/pipelines/arrivals'
import * as api from '@recto/contract/pipelines/pipelines'
import { listEndpoints, listWorkflows } from '@recto/contract/workflows/workflows'
import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer, fakeServer } from '../../../testing/fake-server.ts'
import { show } from '../../../testing/show.tsx'
import { endOf, pipeline } from '../../../testing/workflows.ts'
import { PipelineListPage } from '../PipelineListPage.tsx'

const onArrival = { ...pipeline, cron_string: null, scheduled: false, runs_on_arrival: true }
const time = pipeline.created_at
const path = 'deployment/pipeline/arrivals/acme/51/'

const arrivals = {
  listener: { state: 'failing', problem: 'The folder was removed.', since: time, polled_at: null },
  hook: { path, has_secret: false, secret_created_at: null },
  arrivals: [
    {
      kind: 'folder',
      first_at: time,
      last_at: time,
      count: 50,
      example: 'in/a.pdf',
      outcome: 'started',
      execution_id: pipeline.id,
    },
  ],
} as const

test('a pipeline is set to run when something arrives, and shows its arrivals and its address', async () => {
  const ana = userEvent.setup()
  const secret = { secret: 'only-once', url: `http://recto/${path}`, url_with_token: 'http://t' }
  const { callsOf } = fakeServer(
    answer(api.listPipelines, () => [onArrival]),
    answer(api.previewSchedule, () => ({ next_run_times: [] })),
    answer(listEndpoints, () => [endOf('DESTINATION', 'DATABASE')]),
    answer(listWorkflows, () => []),
    answer(api.updatePipeline, () => onArrival),
    answer(getArrivals, () => ({ ...arrivals, arrivals: [...arrivals.arrivals] })),
    answer(createArrivalSecret, () => secret),
  )
  await show(<PipelineListPage type="ETL" />)
  expect(await screen.findByText('When something arrives')).toBeTruthy()
  const choose = async (item: string) => {
    await ana.click(await screen.findByRole('button', { name: 'Actions for Nightly' }))
    await ana.click(await screen.findByRole('menuitem', { name: item }))
  }

  await choose('Edit')
  const delay = await screen.findByLabelText('Wait for further files (seconds)')
  fireEvent.change(delay, { target: { value: '10' } })
  await ana.type(screen.getByLabelText('Queue URL'), 'https://sqs.acme.test/1/a')
  await ana.click(screen.getByRole('button', { name: 'Save' }))
  await expect.poll(() => callsOf(api.updatePipeline)).toHaveLength(1)
  expect(callsOf(api.updatePipeline)[0]?.body).toMatchObject({
    cron_string: null,
    runs_on_arrival: true,
    arrival_delay_seconds: 10,
    arrival_poll_minutes: 5,
    arrival_queue: 'https://sqs.acme.test/1/a',
  })

  await choose('Arrivals')
  expect(await screen.findByText('The folder was removed.')).toBeTruthy()
  expect(screen.getByText('in/a.pdf')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Run' })).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Address').value).toMatch(path)
  await ana.click(screen.getByRole('button', { name: 'Create a Secret' }))
  expect(await screen.findByText('only-once')).toBeTruthy()
  expect(screen.getByText('Copy the secret now. It is not shown again.')).toBeTruthy()
})
