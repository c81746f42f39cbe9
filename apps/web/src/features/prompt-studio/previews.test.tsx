import { type PromptPreview, previewPrompt } from '@recto/contract/prompt-studio/prompt-previews'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer, refuse } from '../../testing/fake-server.ts'
import {
  march,
  profile,
  project,
  showProject,
  studioServer,
  total,
} from './testing/acme-invoices.tsx'

const preview = (changes: Partial<PromptPreview> = {}): PromptPreview => ({
  prompt: 'Question: What is the total?\n\nDocument:\nTotal 41.50',
  is_cut: false,
  tokens: 1234,
  context_window: null,
  context: [],
  context_omitted: 0,
  profile_manager: profile.profile_id,
  notes: [],
  ...changes,
})

async function open() {
  const card = within(await screen.findByRole('article', { name: 'total' }))
  await userEvent.click(card.getByRole('button', { name: 'Preview total' }))
  return within(await screen.findByRole('dialog'))
}

test('without a document there is nothing to preview', async () => {
  studioServer({ project: project({ output: '' }), documents: [] })
  await showProject()
  const button = await screen.findByRole('button', { name: 'Preview total' })
  expect(button.hasAttribute('disabled')).toBe(true)
})

test('a preview that is refused says why', async () => {
  studioServer(
    {},
    answer(previewPrompt, () => refuse(400, 'The prompt “total” refers to itself.')),
  )
  await showProject()
  const dialog = await open()
  expect((await dialog.findByRole('alert')).textContent).toContain('refers to itself')
})

test('the prompt is shown with its size, its chunks and what is left out', async () => {
  const server = studioServer(
    {},
    answer(previewPrompt, () =>
      preview({
        context_window: 4000,
        context: ['Total 41.50', 'Paid in March'],
        context_omitted: 1,
        notes: ['The rates are asked only when the prompt runs.'],
      }),
    ),
  )
  await showProject()
  const dialog = await open()

  expect((await dialog.findByLabelText('Prompt')).textContent).toContain('What is the total?')
  expect(
    dialog.getByText(
      'About 1,234 of the 4,000 tokens in the model’s context window. 1 matching chunk does not fit',
    ),
  ).toBeTruthy()
  expect(dialog.getByText('2 chunks of the document')).toBeTruthy()
  expect(dialog.getByText('Paid in March')).toBeTruthy()
  expect(dialog.getByText('The rates are asked only when the prompt runs.')).toBeTruthy()
  expect(server.callsOf(previewPrompt)[0]?.body).toEqual({
    id: total.prompt_id,
    document_id: march.document_id,
    profile_manager: profile.profile_id,
  })
})
