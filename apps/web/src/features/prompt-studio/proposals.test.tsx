import {
  acceptFields,
  type ProposedField,
  proposeFields,
} from '@recto/contract/prompt-studio/field-proposals'
import { startRuns } from '@recto/contract/prompt-studio/studio-runs'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer, refuse } from '../../testing/fake-server.ts'
import {
  march,
  output,
  place,
  profile,
  project,
  projectId,
  prompt,
  showProject,
  studioServer,
  total,
} from './testing/acme-invoices.tsx'

const field = (key: string, changes: Partial<ProposedField> = {}): ProposedField => ({
  key,
  prompt: `The ${key}`,
  enforce_type: 'text',
  value: `${key} 7`,
  evidence: [place(0, `${key} 7`)],
  ...changes,
})
const number = field('invoice_number')
const due = field('due_date', { enforce_type: 'date', value: '2026-05-18' })

/** A studio whose document suggests these, and that keeps what is accepted. */
function proposing(
  fields: readonly ProposedField[],
  knownCount = 0,
  initialPrompts = [total],
  profiles = [profile],
) {
  const studio = studioServer(
    { project: project({ prompts: initialPrompts }), profiles },
    answer(proposeFields, () => ({ fields: [...fields], known: knownCount })),
    answer(acceptFields, ({ body }) => {
      const prompts = body.fields.map(({ key, enforce_type }, i) =>
        prompt(i + 10, { prompt_key: key, enforce_type }),
      )
      studio.change({ prompts: [...initialPrompts, ...prompts] })
      studio.addOutputs(
        prompts.map(({ prompt_id }, i) =>
          output({
            prompt_id,
            origin: 'proposal',
            output: String(fields.find(({ key }) => key === body.fields[i]?.key)?.value),
          }),
        ),
      )
      return { prompts, taken: [] }
    }),
  )
  return studio
}

async function open() {
  await userEvent.click(await screen.findByRole('button', { name: 'Suggest fields' }))
  return within(await screen.findByRole('dialog'))
}

test('without a document nothing can be proposed', async () => {
  studioServer({ project: project({ output: '' }), documents: [] })
  await showProject()
  const button = await screen.findByRole('button', { name: 'Suggest fields' })
  expect(button.hasAttribute('disabled')).toBe(true)
})

test('a document that cannot be read says why', async () => {
  studioServer(
    {},
    answer(proposeFields, () => refuse(400, 'march.pdf needs a password.')),
  )
  await showProject()
  expect((await (await open()).findByRole('alert')).textContent).toContain('needs a password')
})

test('what was refused when it was accepted can be accepted again', async () => {
  studioServer(
    {},
    answer(proposeFields, () => ({ fields: [number], known: 0 })),
    answer(acceptFields, () => refuse(503, 'The disk is full.')),
  )
  await showProject()
  const dialog = await open()
  await userEvent.click(await dialog.findByRole('button', { name: 'Accept invoice_number' }))
  expect(await screen.findByText(/The disk is full/)).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Accept invoice_number' })).toBeTruthy()
})

test.each([
  [0, 'no value in this document has a label'],
  [3, 'The project already has a prompt for every field in this document'],
])('nothing found says so: %i known', async (knownCount, words) => {
  proposing([], knownCount)
  await showProject()
  const dialog = await open()
  expect((await dialog.findByRole('status')).textContent).toContain(words)
  expect(dialog.queryByRole('button', { name: /Accept/ })).toBeNull()
})

test('each proposal shows key, type, value and page; one is accepted with one click and stays in its place', async () => {
  const server = proposing([number, due], 1)
  await showProject()
  const dialog = await open()

  const row = within(await dialog.findByRole('listitem', { name: 'due_date' }))
  expect(row.getByText('date')).toBeTruthy()
  expect(row.getByText('2026-05-18')).toBeTruthy()
  expect(row.getByText('p.1')).toBeTruthy()
  expect(dialog.getByText(/1 more is already in the project/)).toBeTruthy()
  expect(server.callsOf(proposeFields)[0]).toMatchObject({
    params: { tool_id: projectId },
    body: { document_id: march.document_id },
  })

  await userEvent.click(row.getByRole('button', { name: 'Accept due_date' }))
  expect(await row.findByText('Accepted')).toBeTruthy()
  expect(server.callsOf(acceptFields)[0]?.body).toEqual({
    document_id: march.document_id,
    fields: [{ key: 'due_date', prompt: 'The due_date', enforce_type: 'date' }],
  })
  expect(dialog.getAllByRole('listitem')).toHaveLength(2)
  expect(await dialog.findByRole('button', { name: 'Accept all 1' })).toBeTruthy()
  expect(server.callsOf(startRuns)).toEqual([])
})

test('all are accepted with one click, which closes the dialog and shows the values without a run', async () => {
  const server = proposing([number, due])
  await showProject()
  const dialog = await open()
  await userEvent.click(await dialog.findByRole('button', { name: 'Accept all 2' }))

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.callsOf(acceptFields)).toHaveLength(1)
  const card = within(await screen.findByRole('article', { name: 'invoice_number' }))
  expect(await card.findByText('invoice_number 7')).toBeTruthy()
  expect(card.getByText('suggested')).toBeTruthy()
  expect(
    within(screen.getByRole('article', { name: 'due_date' })).getByText('2026-05-18'),
  ).toBeTruthy()

  await userEvent.click(screen.getByRole('button', { name: 'Table' }))
  const row = within(await screen.findByRole('row', { name: /due_date/ }))
  expect(row.getByText('2026-05-18')).toBeTruthy()
  expect(row.getByText('Suggested').getAttribute('title')).toContain('without a model')
  expect(server.callsOf(startRuns)).toEqual([])
})

test('what is accepted as the first prompt of a project leaves the others to be accepted too', async () => {
  proposing([number, due], 0, [])
  await showProject()
  const dialog = await open()
  await userEvent.click(await dialog.findByRole('button', { name: 'Accept due_date' }))

  expect(await dialog.findByText('Accepted')).toBeTruthy()
  expect(await screen.findByRole('article', { name: 'due_date', hidden: true })).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Accept invoice_number' })).toBeTruthy()
})
