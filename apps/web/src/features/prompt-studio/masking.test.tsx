import { patchProject } from '@recto/contract/prompt-studio/prompt-studio'
import {
  listRecordedRuns,
  listSentInRun,
  replayRuns,
} from '@recto/contract/prompt-studio/recorded-runs'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer } from '../../testing/fake-server.ts'
import { project, showProject, studioServer } from './testing/acme-invoices.tsx'

test('a project chooses what is masked', async () => {
  const server = studioServer({ project: project() })
  await showProject()
  await userEvent.click(await screen.findByRole('button', { name: 'Settings' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Masking' }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Bank accounts (IBAN)' }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Email addresses' }))
  await userEvent.type(screen.getByLabelText('Names and words'), 'Ana Lima{enter}')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))

  expect(await screen.findByText('Saved masking settings successfully')).toBeTruthy()
  const [patchCall] = server.callsOf(patchProject)
  expect(patchCall?.body.masking).toEqual({
    kinds: ['iban', 'email'],
    words: ['Ana Lima'],
    countries: [],
    prompts: [],
  })
})

const digest = '0123456789abcdef'.repeat(4)

test('a run shows what has left, and what its placeholders stand for when that is asked', async () => {
  studioServer(
    { project: project() },
    answer(listRecordedRuns, () => ({
      runs: [{ id: 'first', created_at: '2026-06-03T09:15:20.123456Z', values: 1 }],
    })),
    answer(replayRuns, () => ({ fields: [] })),
    answer(listSentInRun, () => ({
      calls: [
        {
          step: 'total/answer',
          model: 'gpt',
          system: '',
          is_cut: false,
          images: [
            { page: 2, digest, media_type: 'image/jpeg', width: 1086, height: 1536, size: 204_700 },
          ],
          prompt: 'Pay to [IBAN-BCDFG] please, [NAME-XXXXX]',
        },
      ],
      reasoning: [
        { step: 'total/answer', model: 'gpt', text: 'It is the last amount.', is_cut: true },
      ],
      placeholders: [
        { placeholder: '[IBAN-BCDFG]', original: 'DE89 3704 0044 0532 0130 00' },
        { placeholder: '[NAME-XXXXX]', original: null },
      ],
    })),
  )
  await showProject()
  await userEvent.click(await screen.findByRole('button', { name: 'Compare runs' }))
  await userEvent.click(await screen.findByRole('tab', { name: 'Sent to providers' }))
  expect(await screen.findByText('1 external call, 2 values masked.')).toBeTruthy()
  expect(await screen.findByText('[IBAN-BCDFG]')).toBeTruthy()
  const images = screen.getByRole('list', { name: 'Images of pages' })
  expect(within(images).getByRole('listitem').textContent).toBe(
    'Image of page 2, 1086 × 1536 pixels, 205 kB, SHA-256 0123456789ab',
  )
  await userEvent.click(screen.getByRole('switch', { name: 'Show original values' }))
  expect(await screen.findByText('DE89 3704 0044 0532 0130 00')).toBeTruthy()
  expect(screen.getByText('[NAME-XXXXX]')).toBeTruthy()

  const reasoningRegion = screen.getByRole('region', { name: 'Reasoning' })
  expect(within(reasoningRegion).queryByText('It is the last amount.')).toBeNull()
  await userEvent.click(within(reasoningRegion).getByRole('button', { name: /total\/answer/ }))
  expect(await within(reasoningRegion).findByText('It is the last amount.')).toBeTruthy()
  expect(within(reasoningRegion).getByText('This text was truncated.')).toBeTruthy()
})
