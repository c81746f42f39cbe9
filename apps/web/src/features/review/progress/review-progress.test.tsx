import { getQueueDetails, listDocumentClasses } from '@recto/contract/review/review'
import { getReviewProgress } from '@recto/contract/review/review-progress'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { modules } from '../../../entry/modules.ts'
import { answer, fakeServer, refuse } from '../../../testing/fake-server.ts'
import { startUpAnswers } from '../../../testing/people.ts'
import { open } from '../../../testing/show.tsx'
import { lastDays } from './progress.ts'

const ids = [
  '0190d6f8-0000-7000-8000-000000000001',
  '0190d6f8-0000-7000-8000-000000000002',
] as const
const today = lastDays(1)[0] ?? ''

const classes = answer(listDocumentClasses, () => ({
  data: [
    { workflow_id: ids[0], workflow_name: 'Invoices' },
    { workflow_id: ids[1], workflow_name: 'Letters' },
  ],
}))
const counts = answer(getQueueDetails, () => ({
  pending_review_count: 3,
  in_progress_count: 1,
  finished_review_count: 2,
  approval_in_progress_count: 1,
  approved_queue_count: 7,
}))
const progress = answer(getReviewProgress, ({ query }) =>
  query.class_name === ids[0]
    ? {
        days: [
          { day: today, who: 'rita@acme.test', finished: 4, approved: 0, returned: 1 },
          { day: today, who: 'sue@acme.test', finished: 0, approved: 3, returned: 0 },
        ],
        median_seconds_a_field: 2.25,
        fields: [
          { field: 'vendor', reviewed: 4, changed: 0 },
          { field: 'total', reviewed: 4, changed: 3 },
        ],
      }
    : { days: [], median_seconds_a_field: null, fields: [] },
)

const rowsOf = async (name: string) =>
  within(await screen.findByRole('table', { name }))
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent))

test('a supervisor sees who did what on which day, how long a field takes, and which is weakest', async () => {
  fakeServer(startUpAnswers(), classes, counts, progress)
  await open('/acme/review/progress', modules)

  expect(await rowsOf('By person by person')).toEqual([
    ['Person', 'Reviews finished', 'Approved', 'Returned'],
    ['rita@acme.test', '4', '0', '1'],
    ['sue@acme.test', '0', '3', '0'],
  ])
  expect((await rowsOf('By day by day'))[1]).toEqual([today, '4', '3', '1'])
  expect(await rowsOf('Most corrected fields by field')).toEqual([
    ['Field', 'Corrected values'],
    ['total', '75%'],
  ])
  const cards = screen.getAllByRole('definition').map(({ textContent }) => textContent)
  expect(cards).toEqual(['5', '2', '7', '2.3 s'])
})

test('a class that nobody has reviewed says so, and the address keeps it', async () => {
  const ana = userEvent.setup()
  fakeServer(startUpAnswers(), classes, counts, progress)
  const { router } = await open('/acme/review/progress', modules)
  await ana.click(await screen.findByRole('combobox', { name: 'Document class' }))
  await ana.click(await screen.findByTitle('Letters'))

  expect(await screen.findByText('No reviews yet')).toBeTruthy()
  await waitFor(() => expect(router.state.location.search).toEqual({ class: ids[1] }))
})

test('what cannot be loaded says so', async () => {
  fakeServer(
    startUpAnswers(),
    classes,
    counts,
    answer(getReviewProgress, () => refuse(500, '')),
  )
  await open('/acme/review/progress', modules)

  expect(await screen.findByText('Failed to load the review progress')).toBeTruthy()
})
