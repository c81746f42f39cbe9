import { exportTool } from '@recto/contract/tools/tools'
import {
  getVerification,
  listVerifications,
  startVerification,
  type VerificationReply,
} from '@recto/contract/tools/verifications'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Answer, answer, refuse } from '../../testing/fake-server.ts'
import { march, showProject, studioServer } from './testing/acme-invoices.tsx'

const press = async (name: RegExp | string) =>
  userEvent.click(await screen.findByRole('button', { name }))

const verification: VerificationReply = {
  id: '00000000-0000-4000-8000-00000000000a',
  state: 'done',
  version: 1,
  is_current: true,
  documents: 1,
  documents_done: 1,
  contradicted: 1,
  not_kept: 2,
  error: null,
  outcomes: { better: 0, worse: 1, unchanged: 0, new: 0, failed: 0 },
  created_by: 'ana',
  created_at: '2026-03-01T08:00:00.000000Z',
  ended_at: null,
}

function verifyingServer(...extraAnswers: Answer[]) {
  const verifications: VerificationReply[] = []
  return studioServer(
    {},
    answer(listVerifications, () => ({
      truths: 1,
      contradicted: 1,
      not_kept: 2,
      verifications,
    })),
    answer(startVerification, () => {
      verifications.push(verification)
      return verification
    }),
    answer(getVerification, () => ({
      ...verification,
      values: [
        {
          prompt_key: 'total',
          document_id: march.document_id,
          document_name: 'march.pdf',
          outcome: 'worse' as const,
          truth: '41.50',
          before: '41.5',
          after: null,
          was_right: true,
          is_right: false,
          error: null,
        },
      ],
      values_omitted: 0,
    })),
    answer(exportTool, () => ({ message: 'Done.' })),
    ...extraAnswers,
  )
}

test('expected values that cannot be loaded show an error and a retry', async () => {
  studioServer(
    {},
    answer(listVerifications, () => refuse(500, 'The disk is full.')),
  )
  await showProject()
  await press(/Export as tool/)
  expect(await screen.findByText('The disk is full.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('known values are answered again, and what got worse is exported for a reason only', async () => {
  const server = verifyingServer()
  await showProject()
  await press(/Export as tool/)
  const countsRegion = within(await screen.findByRole('region', { name: 'Expected values' }))
  expect(countsRegion.getByText(/1 value contradicts another/)).toBeTruthy()
  expect(
    countsRegion.getByText(/2 values belong to documents that are no longer available/),
  ).toBeTruthy()

  await press('Run regression test')

  expect(await countsRegion.findByText('Compared with version 1: 1 worse.')).toBeTruthy()
  const row = (await countsRegion.findByText('march.pdf')).closest('tr')
  expect([...(row?.cells ?? [])].map(({ textContent }) => textContent?.trim())).toEqual([
    'Worse',
    'total',
    'march.pdf',
    '41.5',
    'no value',
    '41.50',
  ])
  const button = screen.getByRole('button', { name: 'Export anyway' })
  expect(button).toHaveProperty('disabled', true)
  await userEvent.type(screen.getByLabelText(/Reason for exporting anyway/), 'Net from now on')
  await userEvent.click(button)
  expect(await screen.findByText('Custom tool exported successfully')).toBeTruthy()
  expect(server.callsOf(exportTool).map(({ body }) => body.override_reason)).toEqual([
    'Net from now on',
  ])
})

test('the current test is fetched each time the dialog opens, because a prompt may have changed meanwhile', async () => {
  let isCurrent = true
  verifyingServer(
    answer(listVerifications, () => ({
      truths: 1,
      contradicted: 0,
      not_kept: 0,
      verifications: [{ ...verification, is_current: isCurrent }],
    })),
  )
  await showProject()
  await press(/Export as tool/)
  await screen.findByText('Compared with version 1: 1 worse.')
  await press('Cancel')
  isCurrent = false
  await press(/Export as tool/)
  expect(await screen.findByRole('button', { name: 'Run regression test' })).toBeTruthy()
  expect(screen.queryByText('Compared with version 1: 1 worse.')).toBe(null)
})
