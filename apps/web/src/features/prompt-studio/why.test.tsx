import type { PromptOutput } from '@recto/contract/prompt-studio/prompt-outputs'
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import {
  output,
  place,
  project,
  prompt,
  showProject,
  studioServer,
} from './testing/acme-invoices.tsx'

const fieldPrompt = prompt(1, { prompt_key: 'field', enforce_type: 'text' })

/** The card of a prompt with one output. */
async function show(changes: Partial<PromptOutput>, type = 'text') {
  const own = { ...fieldPrompt, enforce_type: type as typeof fieldPrompt.enforce_type }
  studioServer({
    project: project({ prompts: [own] }),
    outputs: [output({ prompt_id: own.prompt_id, ...changes })],
  })
  await showProject()
  return within(await screen.findByRole('article', { name: 'field' }))
}

/** Returns the description of the focused element. */
async function descriptionOf(element: HTMLElement): Promise<string | null> {
  act(() => element.focus())
  expect(document.activeElement).toBe(element)
  return (await screen.findByRole('tooltip')).textContent
}

test('a value of an earlier run says where it was read and nothing of how it was found', async () => {
  const card = await show({ output: 'A-17', evidence_data: [place(0, 'A-17')] })
  const chip = await card.findByRole('button', { name: 'p.1 shows field' })

  expect(await descriptionOf(chip)).toBe('Found on page 1: “A-17”.')
})

test('a value tells whoever comes by keyboard how it was found', async () => {
  const explanation = 'Found after the label “Invoice No” on page 1.'
  const card = await show({ output: 'A-17', evidence_data: [place(0, 'A-17')], explanation })
  const chip = await card.findByRole('button', { name: 'p.1 shows field' })

  expect(await descriptionOf(chip)).toBe(`Found on page 1: “A-17”.${explanation}`)
})

test('a derived value names the words and the page that it was derived from', async () => {
  const evidence = { ...place(0, '€'), match: 'derived' as const }
  const card = await show({ output: 'EUR', evidence_data: [evidence] })
  const chip = await card.findByRole('button', { name: 'derived from “€”, p.1 shows field' })

  expect(chip.textContent).toBe('derived from “€”, p.1')
  expect(await descriptionOf(chip)).toBe('Derived from “€” on page 1.')
  expect(card.queryByText('not found in the document')).toBeNull()
})

test('a judgement that no words decide is not called a value that was not found', async () => {
  const card = await show({ output: 'False', evidence_data: null }, 'boolean')

  expect(await card.findByText('inferred by the model')).toBeTruthy()
  expect(card.queryByText('not found in the document')).toBeNull()
})

test('what was not found says why to whoever points at it, comes by keyboard, or listens', async () => {
  const explanation = 'The document has no matching label.'
  const card = await show({ output: null, evidence_data: null, explanation })
  const notFoundButton = await card.findByRole('button', { name: `not found ${explanation}` })

  await userEvent.hover(notFoundButton)

  expect((await screen.findByRole('tooltip')).textContent).toBe(explanation)
})

test('a list says beside its rows how they were found', async () => {
  const explanation = 'Found in rows under the headings “Item” and “Price” on page 1.'
  const card = await show(
    {
      output: JSON.stringify([{ Item: 'Bolts', Price: 10 }]),
      evidence_data: [{ Item: [place(0, 'Bolts')], Price: [place(0, '10')] }],
      explanation,
    },
    'line-item',
  )

  expect(await card.findByText(explanation)).toBeTruthy()
})
