import { type CheckOutcome, listDocumentChecks } from '@recto/contract/prompt-studio/checks'
import { patchProject } from '@recto/contract/prompt-studio/prompt-studio'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { answer, refuse } from '../../testing/fake-server.ts'
import { april, march, project, showProject, studioServer } from './testing/acme-invoices.tsx'

beforeEach(() => localStorage.clear())

async function openPanel() {
  await showProject()
  await userEvent.click(await screen.findByRole('button', { name: 'Settings' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Checks' }))
}

test('a check is written, and saved once it has a name and an expression', async () => {
  const server = studioServer({ project: project() })
  await openPanel()
  expect(screen.getByText(/^No checks yet/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Add check' }))
  await userEvent.type(screen.getByLabelText('Name of check 1'), 'Sum')
  const save = screen.getByRole('button', { name: 'Save' }) as HTMLButtonElement
  expect(save.disabled).toBe(true)
  await userEvent.type(screen.getByLabelText('Expression for check 1'), 'net + tax == total')
  await userEvent.type(screen.getByLabelText('Message for check 1'), 'Add it up.')
  await userEvent.click(save)

  expect(await screen.findByText('Saved checks successfully')).toBeTruthy()
  expect(server.callsOf(patchProject)[0]?.body.checks).toEqual([
    { name: 'Sum', expression: 'net + tax == total', message: 'Add it up.' },
  ])
})

test('a check that the server refuses says why, and stays as it was typed', async () => {
  const checks = [{ name: 'Sum', expression: 'net == total', message: '' }]
  const detail = 'Check “Sum”: There is no field “net”. (at character 1)'
  studioServer(
    { project: project({ checks: [] }) },
    answer(patchProject, () => refuse(400, detail)),
  )
  await openPanel()
  await userEvent.click(screen.getByRole('button', { name: 'Add check' }))
  await userEvent.type(screen.getByLabelText('Name of check 1'), checks[0]?.name ?? '')
  await userEvent.type(screen.getByLabelText('Expression for check 1'), 'net == total')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))

  expect(await screen.findByText(`Failed to save the checks: ${detail}`)).toBeTruthy()
  expect(screen.getByDisplayValue('net == total')).toBeTruthy()
})

const outcome = (changes: Partial<CheckOutcome>): CheckOutcome => ({
  name: 'Sum',
  expression: 'net + tax == total',
  across: null,
  outcome: 'confirmed',
  fields: ['net', 'tax', 'total'],
  reason: null,
  documents: [],
  ...changes,
})

const openTab = async () => {
  await showProject()
  await userEvent.click(await screen.findByRole('tab', { name: 'Checks' }))
}

test('a document without checks says how to come by some, and a failure can be tried again', async () => {
  let isDown = true
  studioServer(
    { documents: [march] },
    answer(listDocumentChecks, () => (isDown ? refuse(500, 'Broken.') : { checks: [] })),
  )
  await openTab()
  expect(await screen.findByText('Failed to evaluate the checks')).toBeTruthy()
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))

  expect(await screen.findByText('Nothing to check')).toBeTruthy()
})

test('checks of a document stand beside it, contradictions first, with the documents that say so', async () => {
  const document = {
    name: 'april.pdf',
    execution_id: null,
    file_id: null,
    document_id: april.document_id,
  }
  const sameOutcome = outcome({
    name: 'Same document',
    expression: null,
    across: 'same_document',
    outcome: 'contradicted',
    reason: '“april.pdf” has the same number.',
    documents: [document],
  })
  studioServer(
    { documents: [march, april] },
    answer(listDocumentChecks, () => ({ checks: [outcome({}), sameOutcome] })),
  )
  await openTab()

  const lines = within(await screen.findByRole('list', { name: 'Checks' })).getAllByText(
    /^(Confirmed|Contradicted)$/,
  )
  expect(lines.map(({ textContent }) => textContent)).toEqual(['Contradicted', 'Confirmed'])
  expect(screen.getByText('“april.pdf” has the same number.')).toBeTruthy()
  const link = screen.getByRole('link', { name: 'april.pdf' })
  expect(link.getAttribute('href')).toContain(april.document_id)
})
