import { previewCall } from '@recto/contract/workflows/call-previews'
import { type EndpointLists, getEndpointLists } from '@recto/contract/workflows/line-tables'
import * as api from '@recto/contract/workflows/workflows'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { books, connectorAnswers } from '../testing/connectors.ts'
import { type Answer, answer, fakeServer, refuse } from '../testing/fake-server.ts'
import { startUpAnswers } from '../testing/people.ts'
import { open } from '../testing/show.tsx'
import { editorAnswers, endOf, workflow } from '../testing/workflows.ts'

const server = (...extraAnswers: Answer[]) =>
  fakeServer(
    startUpAnswers(),
    editorAnswers({ source: 'FILESYSTEM', destination: 'DATABASE' }),
    connectorAnswers([books]),
    answer(api.getEndpointSettings, () => ({
      status: 200 as const,
      schema: { type: 'object', properties: { table: { type: 'string', title: 'Table' } } },
    })),
    answer(api.listEndpointsOfWorkflow, () => [
      endOf('SOURCE', 'FILESYSTEM'),
      { ...endOf('DESTINATION', 'DATABASE'), connector_instance: books.id },
    ]),
    ...extraAnswers,
  )

async function openTables() {
  await open(`/acme/workflows/${workflow.id}`)
  const ana = userEvent.setup()
  const card = await screen.findByRole('article', { name: 'Destination' })
  await ana.click(within(card).getByRole('button', { name: 'Configure' }))
  return { ana, tables: await screen.findByRole('region', { name: 'Tables for lists' }) }
}

const lists: EndpointLists = {
  lists: [
    {
      prompt: 'items',
      fields: [
        { name: 'article', type: 'text', values: ['Bolt', 'Nut'] },
        { name: 'amount', type: 'decimal', values: ['12.50'] },
      ],
    },
    { prompt: 'taxes', fields: [] },
  ],
}

test('a project without lists says so, and lists that cannot be loaded are loaded again', async () => {
  const replies = [() => refuse(500, 'The database is busy.'), () => ({ lists: [] })]
  server(answer(getEndpointLists, () => (replies.shift() ?? (() => ({ lists: [] })))()))
  const { ana, tables } = await openTables()

  expect(await within(tables).findByText('The database is busy.')).toBeTruthy()
  await ana.click(within(tables).getByRole('button', { name: /again/i }))
  expect(
    await within(tables).findByText('The project has no prompt that answers with a list.'),
  ).toBeTruthy()
})

test('a failure stays with the table that it concerns when another one is removed', async () => {
  const { callsOf } = server(
    answer(getEndpointLists, () => lists),
    answer(api.updateEndpoint, () =>
      refuse(400, 'Two tables have this name.', {
        attr: 'configuration.lineTables.1.table',
        code: 'invalid',
      }),
    ),
  )
  const { ana, tables } = await openTables()
  const choose = async (name: RegExp) =>
    ana.click(await within(tables).findByRole('checkbox', { name }))
  await choose(/items/)
  await choose(/taxes/)
  expect(within(tables).getByText('Bolt · Nut')).toBeTruthy()
  await ana.click(screen.getByRole('button', { name: 'Save' }))
  const failure = await within(tables).findByText('Two tables have this name.')
  expect(callsOf(api.updateEndpoint)[0]?.body.configuration).toEqual({
    lineTables: [
      {
        prompt: 'items',
        table: 'items',
        columns: [
          { field: 'article', name: 'article', type: 'text' },
          { field: 'amount', name: 'amount', type: 'decimal' },
        ],
      },
      { prompt: 'taxes', table: 'taxes', columns: [] },
    ],
  })

  await choose(/items/)
  expect(within(tables).getByText('Two tables have this name.')).toBe(failure)
  const field = within(tables).getByRole('textbox', { name: 'Table for “taxes”' })
  expect(field.getAttribute('aria-invalid')).toBe('true')
})

test('the body of a call is shown as it is typed, and why there would be none', async () => {
  const { callsOf } = server(
    answer(api.listEndpointsOfWorkflow, () => [
      endOf('SOURCE', 'FILESYSTEM'),
      { ...endOf('DESTINATION', 'HTTP'), connector_instance: books.id },
    ]),
    answer(api.getEndpointSettings, () => ({
      status: 200 as const,
      schema: { type: 'object', properties: { bodyTemplate: { type: 'string', title: 'Body' } } },
    })),
    answer(previewCall, (call) =>
      String(call.body.configuration.bodyTemplate ?? '').includes('bad')
        ? refuse(400, 'This is not valid JSON.', {
            attr: 'configuration.bodyTemplate',
            code: 'custom',
          })
        : { body: '{"number":"41"}', call_count: 1, has_answers: true, problem: null },
    ),
  )
  await open(`/acme/workflows/${workflow.id}`)
  const ana = userEvent.setup()
  const card = await screen.findByRole('article', { name: 'Destination' })
  await ana.click(within(card).getByRole('button', { name: 'Configure' }))
  const preview = await screen.findByRole('region', { name: 'Preview' })
  expect(await within(preview).findByText(/"number": "41"/)).toBeTruthy()
  expect(within(preview).getByText(/One call would be sent/)).toBeTruthy()

  await ana.type(screen.getByRole('textbox', { name: 'Body' }), 'bad')
  expect(await within(preview).findByText(/This is not valid JSON/)).toBeTruthy()
  expect(callsOf(previewCall).at(-1)?.body.configuration).toMatchObject({ bodyTemplate: 'bad' })
})
