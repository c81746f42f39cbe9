import { getReviewDial, type ReviewDial } from '@recto/contract/review/review-dial'
import * as keys from '@recto/contract/review/review-keys'
import * as api from '@recto/contract/review/review-rules'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { modules } from '../../../entry/modules.ts'
import { answer, fakeServer, type Reply, refuse } from '../../../testing/fake-server.ts'
import { startUpAnswers } from '../../../testing/people.ts'
import { open } from '../../../testing/show.tsx'

const workflow = '0190d6f8-0000-7000-8000-000000000001'
const rule: api.ReviewRule = {
  id: '0190d6f8-0000-7000-8000-000000000003',
  workflow,
  percentage: 0,
  rule_logic: 'OR',
  rule_json: { combinator: 'and', rules: [] },
  rule_string: '',
  wrong_per_thousand: null,
}

const stop = (wrong_per_thousand: number, share: number, fewest_truths: number) => ({
  wrong_per_thousand,
  fewest_truths,
  is_promised: share > 0,
  share_of_values: share,
  share_of_files: share,
})
const dialReply: ReviewDial = {
  truths: 620,
  files: 120,
  seconds_a_file: 45,
  stops: [stop(1, 0, 4093), stop(10, 0, 408), stop(20, 0.5, 203), stop(50, 0.8, 80)],
}

const server = (dial: Reply<typeof getReviewDial>) =>
  fakeServer(
    startUpAnswers({ organizationId: 'acme' }),
    answer(keys.listReviewKeys, () => []),
    answer(api.listReviewableWorkflows, () => ({
      data: [{ workflow_id: workflow, workflow_name: 'Invoices' }],
    })),
    answer(api.listRuleFields, () => ({ data: ['total'] })),
    answer(api.getReviewRule, () => ({ data: rule })),
    answer(api.updateReviewRule, ({ body }) => ({ ...rule, ...body, wrong_per_thousand: 50 })),
    answer(getReviewDial, dial),
  )
const show = () => open(`/acme/settings/review?tab=workflows&workflow=${workflow}`, modules)
const dialSwitch = () =>
  screen.findByRole('switch', { name: 'Skip review for high-confidence documents' })

test('the dial says what passes and what that saves, at each promise, and is saved with the rule', async () => {
  const ana = userEvent.setup()
  const { callsOf } = server(() => dialReply)
  await show()
  expect(await screen.findByText(/The error-rate target is off/)).toBeTruthy()
  await ana.click(await dialSwitch())

  const half = 'of documents skip review, based on the last 120 of this workflow.'
  expect((await screen.findByText(half)).textContent).toBe(`50% ${half}`)
  expect(
    screen.getByText(
      'Saves 500 of 1,000 reviews: 6 h 15 min, if each takes 45 s, estimated from the reviews of the last 30 days.',
    ),
  ).toBeTruthy()
  expect(
    screen.getByText('No conditions: only the percentage and the error-rate target apply.'),
  ).toBeTruthy()
  // The curve, for who listens to it.
  expect(screen.getByRole('row', { name: '20 50%' }).getAttribute('aria-current')).toBe('true')
  expect(screen.getByRole('row', { name: '50 80%' })).toBeTruthy()

  const slider = screen.getByRole('slider', { name: 'Maximum wrong values per 1,000' })
  expect(slider.getAttribute('aria-valuetext')).toBe('20 per 1,000')
  // Sliders of the library look at the codes of keys, which typing does not send here.
  const press = (keyCode: number) => fireEvent.keyDown(slider, { keyCode })
  press(37)
  expect(
    await screen.findByText('All documents go to review: this target cannot be guaranteed yet.'),
  ).toBeTruthy()
  expect(
    screen.getByText(
      'There are 620 expected values so far. Too many high-confidence values were wrong to guarantee at most 10 wrong values per 1,000.',
    ),
  ).toBeTruthy()
  press(37)
  expect(
    screen.getByText(/needs at least 4,093, and more if some of the extracted values were wrong/),
  ).toBeTruthy()
  for (const _ of [1, 2, 3]) press(39)
  await ana.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(callsOf(api.updateReviewRule)[0]?.body).toMatchObject({ wrong_per_thousand: 50 }),
  )
})

test('before the first truth the dial says that everything is looked at, and draws no curve', async () => {
  const ana = userEvent.setup()
  const stops = dialReply.stops.map((one) => ({
    ...one,
    is_promised: false,
    share_of_values: 0,
    share_of_files: null,
  }))
  server(() => ({ truths: 0, files: 0, seconds_a_file: null, stops }))
  await show()
  expect(await screen.findByText(/^No history yet/)).toBeTruthy()
  await ana.click(await dialSwitch())
  expect(
    screen.getByText('All documents go to review: this target cannot be guaranteed yet.'),
  ).toBeTruthy()
  expect(screen.getByText(/^There are 0 expected values so far/)).toBeTruthy()
  expect(screen.queryByRole('table', { name: /skip review/ })).toBeNull()
})

test('a history that cannot be loaded is asked for anew, and leaves the rest of the rule', async () => {
  const ana = userEvent.setup()
  let isDown = true
  server(() => (isDown ? refuse(500, '') : dialReply))
  await show()
  expect(await screen.findByText('Failed to load the review history')).toBeTruthy()
  expect(screen.getByRole('spinbutton', { name: 'Percentage of files' })).toBeTruthy()
  isDown = false
  await ana.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText(/The error-rate target is off/)).toBeTruthy()
})
