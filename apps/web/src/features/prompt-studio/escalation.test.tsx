import type { EscalationReply } from '@recto/contract/prompt-studio/escalation'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { output, showProject, studioServer } from './testing/acme-invoices.tsx'

const escalation: EscalationReply = {
  problems: ['no-place', 'low-confidence'],
  small_model: 'small-1',
  large_model: 'large-1',
  small_value: 'XX-99081',
  replaced: true,
  calls: 1,
  cost_in_dollars: 0.0123,
  error: null,
}

test('an output says that a larger model was asked, what it cost, and why', async () => {
  studioServer({ outputs: [output({ escalation })] })
  await showProject()
  const tag = await screen.findByRole('button', { name: /^Larger model: .*, asked for total/ })
  expect(tag.textContent).toBe('Larger model: 1 call, $0.0123')
  await userEvent.click(tag)

  expect(await screen.findByText('Answered by the larger model')).toBeTruthy()
  expect(
    screen.getByText('small-1: its value is on no page, its value is probably wrong'),
  ).toBeTruthy()
  expect(screen.getByText('“XX-99081”')).toBeTruthy()
  expect(screen.getByText('large-1')).toBeTruthy()
})

test('a larger model that could not be asked says why, and an unknown price is not zero', async () => {
  const failedEscalation = {
    ...escalation,
    replaced: false,
    large_model: '',
    cost_in_dollars: null,
    calls: 2,
    error: 'Overloaded.',
  }
  studioServer({ outputs: [output({ escalation: failedEscalation })] })
  await showProject()
  const tag = await screen.findByRole('button', { name: /^Larger model: .*, asked for total/ })
  expect(tag.textContent).toBe('Larger model: 2 calls, price unknown')
  await userEvent.click(tag)
  expect(await screen.findByText('The larger model was asked in vain')).toBeTruthy()
  expect(screen.getByText('Overloaded.')).toBeTruthy()
})

test('an output of the profile’s own model has no such mark', async () => {
  studioServer({ outputs: [output()] })
  await showProject()
  await screen.findAllByRole('button', { name: /^Run / })
  expect(screen.queryByRole('button', { name: /^Larger model:/ })).toBeNull()
})
