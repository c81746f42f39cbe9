import * as tools from '@recto/contract/tools/tool-instances'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Answer, answer, fakeServer, refuse } from '../testing/fake-server.ts'
import { fullSetUp, startUpAnswers } from '../testing/people.ts'
import { open } from '../testing/show.tsx'
import { type EditorFixture, editorAnswers, step, workflow } from '../testing/workflows.ts'

type Person = ReturnType<typeof userEvent.setup>

const address = `/acme/workflows/${workflow.id}`

const server = (fixture: EditorFixture = {}, ...extraAnswers: Answer[]) =>
  fakeServer(startUpAnswers(), editorAnswers(fixture), ...extraAnswers)

const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name })

const isOff = () =>
  screen.getByRole('tab', { name: 'Tool Settings' }).getAttribute('aria-disabled') === 'true'

/** Clicks the heading of a stage, which selects it. */
async function select(ana: Person, name: string) {
  const card = await screen.findByRole('article', { name })
  await ana.click(within(within(card).getByRole('heading')).getByRole('button'))
}

const schema = {
  type: 'object',
  required: ['challenge_llm'],
  properties: {
    challenge_llm: {
      type: 'string',
      title: 'Challenge LLM',
      default: '',
      adapterType: 'LLM',
      adapterIdKey: 'challenge_llm_adapter_id',
    },
    enable_highlight: { type: 'boolean', title: 'Highlighting', default: false },
  },
}

test('the settings of the tool are drawn from its schema and saved as a whole [WF-033 WF-054 WF-056 WF-059 WF-065]', async () => {
  const ana = userEvent.setup()
  let isDown = true
  const { callsOf } = server(
    {},
    answer(tools.getToolSettingsSchema, () => schema),
    answer(tools.updateToolInstance, () => (isDown ? refuse(500, '') : step)),
  )
  await open(address)
  await ana.click(await button('Settings for Invoices'))

  await ana.click(await screen.findByRole('checkbox', { name: 'Highlighting' }))
  await ana.click(await screen.findByRole('combobox', { name: 'Challenge LLM' }))
  await ana.click(await screen.findByText('Built-in LLM'))
  await ana.click(await button('Save'))
  expect(await screen.findByText('Failed to update')).toBeTruthy()
  isDown = false
  await ana.click(await button('Save'))

  expect(await screen.findByText('Updated tool settings.')).toBeTruthy()
  expect(callsOf(tools.getToolSettingsSchema)[0]?.query).toEqual({
    function_name: step.tool_id,
    workflow_id: workflow.id,
  })
  expect(callsOf(tools.updateToolInstance)[1]?.body.metadata).toEqual({
    tool_instance_id: step.id,
    enable_highlight: true,
    challenge_llm: 'Built-in LLM',
    challenge_llm_adapter_id: fullSetUp[0]?.id,
  })
})

test('the settings of a tool can be opened while a tool that has some is selected [WF-033]', async () => {
  const ana = userEvent.setup()
  server(
    {},
    answer(tools.getToolSettingsSchema, () => schema),
  )
  await open(address)
  await button('Settings for Invoices')
  expect(isOff()).toBe(true)
  await select(ana, 'Source')
  expect(isOff()).toBe(true)

  await select(ana, 'Invoices')
  await waitFor(() => expect(isOff()).toBe(false))
  await ana.click(screen.getByRole('tab', { name: 'Tool Settings' }))
  expect(await screen.findByRole('checkbox', { name: 'Highlighting' })).toBeTruthy()
  await select(ana, 'Source')
  expect(isOff()).toBe(true)
  expect(screen.queryByRole('checkbox', { name: 'Highlighting' })).toBeNull()
})

test('a tool without settings has none to open [WF-033]', async () => {
  const ana = userEvent.setup()
  const { callsOf } = server(
    {},
    answer(tools.getToolSettingsSchema, () => ({ type: 'object', properties: {} })),
  )
  await open(address)
  await select(ana, 'Invoices')
  await screen.findByText('Run the workflow to see its input and output.')
  await waitFor(() => expect(callsOf(tools.getToolSettingsSchema)).toHaveLength(1))
  expect(isOff()).toBe(true)
})
