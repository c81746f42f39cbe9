import { startRuns } from '@recto/contract/prompt-studio/studio-runs'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import {
  output,
  profile,
  project,
  prompt,
  run,
  showProject,
  studioServer,
} from './testing/acme-invoices.tsx'

test('of all prompts the empty ones are named, and the others run', async () => {
  const prompts = [1, 2, 3, 4].map((number) => prompt(number))
  const emptyPrompts = [
    { ...prompt(2), prompt: ' ' },
    { ...prompt(4), prompt_key: '' },
  ]
  const server = studioServer({
    project: project({ prompts: [prompts[0]!, emptyPrompts[0]!, prompts[2]!, emptyPrompts[1]!] }),
  })
  await showProject()
  await userEvent.click(await screen.findByRole('button', { name: /Run all/ }))

  const message = 'Not run, because they are empty: field_2, a prompt without a key'
  expect(await screen.findByText(message)).toBeTruthy()
  await waitFor(() => expect(server.callsOf(startRuns)).toHaveLength(1))
  expect(server.callsOf(startRuns)[0]?.body.prompt_ids).toEqual([
    prompts[0]?.prompt_id,
    prompts[2]?.prompt_id,
  ])
})

test('[PS-168] without a default profile nothing can be run', async () => {
  const server = studioServer({ profiles: [{ ...profile, is_default: false }] })
  await showProject()
  const buttons = [
    await screen.findByRole('button', { name: /Run all/ }),
    screen.getByRole('button', { name: 'Run total' }),
    screen.getByRole('button', { name: 'Run total with Careful' }),
  ]
  for (const button of buttons) {
    expect(button.hasAttribute('disabled')).toBe(true)
    expect(button.getAttribute('aria-description')).toBe('Select a default LLM profile first')
  }
  expect(server.callsOf(startRuns)).toEqual([])
})

test.each([
  ['document', /^Reading the document · \d/],
  ['model', /^Waiting for the model · \d/],
] as const)('a run says that it waits for the %s', async (waits_for, words) => {
  studioServer({ runs: [run({ waits_for })] })
  await showProject()

  const result = await screen.findByRole('region', { name: 'Result for total with Careful' })
  await waitFor(() => expect(result.querySelector('.result-foot')?.textContent).toMatch(words))
})

test('a value that stays after a failed run is marked as that of an earlier one', async () => {
  studioServer({ outputs: [output()], answerRun: async () => 'The model is overloaded.' })
  await showProject()
  const promptCard = within(await screen.findByRole('article', { name: 'total' }))
  expect(await promptCard.findByText('5,670')).toBeTruthy()
  expect(promptCard.queryByText(/From an earlier run/)).toBeNull()
  await userEvent.click(promptCard.getByRole('button', { name: 'Run total' }))

  expect(await promptCard.findByText(/^From an earlier run, 3\/1\/2026/)).toBeTruthy()
  expect(promptCard.getByText('5,670')).toBeTruthy()
})
