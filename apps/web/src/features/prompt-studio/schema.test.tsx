import { acceptFields, readSchemaFields } from '@recto/contract/prompt-studio/field-proposals'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer, refuse } from '../../testing/fake-server.ts'
import { toClientCall, toJsonSchema } from './schema/project-as-code.ts'
import { project, prompt, showProject, studioServer, total } from './testing/acme-invoices.tsx'

async function open() {
  await userEvent.click(await screen.findByRole('button', { name: 'JSON Schema' }))
  return within(await screen.findByRole('dialog'))
}

async function preview(schema: string) {
  const dialog = await open()
  await userEvent.click(dialog.getByLabelText('JSON Schema', { selector: 'textarea' }))
  await userEvent.paste(schema)
  await userEvent.click(dialog.getByRole('button', { name: 'Preview' }))
  return dialog
}

test('a pasted schema is previewed, and its prompts are added', async () => {
  const fields = [{ key: 'due', prompt: 'Due date', enforce_type: 'date' as const }]
  const savedFields: unknown[] = []
  const studio = studioServer(
    { project: project({ prompts: [total] }) },
    answer(readSchemaFields, () => ({ fields, known: 1 })),
    answer(acceptFields, ({ body }) => {
      savedFields.push(body.fields)
      const prompts = [prompt(10, { prompt_key: 'due', enforce_type: 'date' })]
      studio.change({ prompts: [total, ...prompts] })
      return { prompts, taken: [] }
    }),
  )
  await showProject()

  const dialog = await preview('{"properties": {"due": {}}}')
  expect((await dialog.findByRole('status')).textContent).toBe(
    '1 prompt, and 1 more that the project already has',
  )
  expect(within(dialog.getByRole('listitem', { name: 'due' })).getByText('Due date')).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Add 1 prompt' }))

  expect(await screen.findByText('Added 1 prompt')).toBeTruthy()
  expect(savedFields).toEqual([fields])
})

test('a schema that cannot be read says why at the field, until it is changed', async () => {
  const detail = 'The schema at “/properties/a” has the type “money”.'
  studioServer(
    {},
    answer(readSchemaFields, () =>
      refuse(400, detail, { attr: 'schema', type: 'validation_error' }),
    ),
  )
  await showProject()

  const dialog = await preview('{"properties": {"a": {"type": "money"}}}')

  expect(await dialog.findByText(detail)).toBeTruthy()
  const field = dialog.getByLabelText('JSON Schema', { selector: 'textarea' })
  expect(field.getAttribute('aria-invalid')).toBe('true')
  await userEvent.type(field, ' ')
  expect(dialog.queryByText(detail)).toBeNull()
})

test('the project is shown as a schema and as a typed call', async () => {
  studioServer({ project: project({ prompts: [total] }) })
  await showProject()
  const dialog = await open()

  await userEvent.click(dialog.getByRole('tab', { name: 'This project in TypeScript' }))

  const call = await dialog.findByRole('region', { name: 'Typed call with @recto/client' })
  expect(call.textContent).toContain('z.object({')
  expect(within(call).getByRole('button', { name: /^Copy/ })).toBeTruthy()
})

test('each type of a prompt has its form in both languages', () => {
  const prompts = [
    { key: 'due date', text: 'When is it "due"?', type: 'date' },
    { key: 'lines', text: 'Line items', type: 'record' },
  ] as const

  expect(toJsonSchema('Bills', prompts)).toMatchObject({
    title: 'Bills',
    required: ['due date', 'lines'],
    properties: {
      'due date': { anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }] },
      lines: { anyOf: [{ type: 'array' }, { type: 'null' }], description: 'Line items' },
    },
  })
  expect(toClientCall({ prompts, server: 'https://recto.example' })).toContain(
    '  "due date": z.iso.date().nullable().meta({"description":"When is it \\"due\\"?"}),',
  )
})
