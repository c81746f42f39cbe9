import { getReviewDial } from '@recto/contract/review/review-dial'
import * as keys from '@recto/contract/review/review-keys'
import { tryReviewRule } from '@recto/contract/review/review-progress'
import * as api from '@recto/contract/review/review-rules'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { modules } from '../../../entry/modules.ts'
import { type Answer, answer, fakeServer, refuse } from '../../../testing/fake-server.ts'
import { startUpAnswers } from '../../../testing/people.ts'
import { open } from '../../../testing/show.tsx'

const workflow = '0190d6f8-0000-7000-8000-000000000001'
const ruleId = '0190d6f8-0000-7000-8000-000000000003'
const key: keys.ReviewKey = {
  id: '0190d6f8-0000-7000-8000-000000000002',
  description: 'Books',
  api_key: 'key-in-clear',
  is_active: true,
}

type Answers = Answer[]
const server = (...extraAnswers: Answers) =>
  fakeServer(
    startUpAnswers({ organizationId: 'acme' }),
    answer(keys.listReviewKeys, () => [key]),
    answer(api.listReviewableWorkflows, () => ({
      data: [{ workflow_id: workflow, workflow_name: 'Invoices' }],
    })),
    answer(api.listRuleFields, () => ({ data: ['total', 'vendor'] })),
    answer(api.getReviewRule, () => refuse(404, 'No such review rule.')),
    answer(getReviewDial, () => ({ truths: 0, files: 0, seconds_a_file: null, stops: [] })),
    answer(api.getReviewSetting, () => refuse(404, 'No such review setting.')),
    ...extraAnswers,
  )

const address = '/acme/settings/review'
const ofWorkflow = `${address}?tab=workflows&workflow=${workflow}`
const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name })

async function choose(ana: ReturnType<typeof userEvent.setup>, box: string, option: string) {
  await ana.click(await screen.findByRole('combobox', { name: box }))
  await ana.click(await screen.findByTitle(option))
}

test('keys are made, renamed, copied, paused and deleted [RV-076 RV-107 RV-108 RV-110 RV-117 RV-118 RV-119]', async () => {
  const ana = userEvent.setup()
  const { callsOf } = server(
    answer(keys.createReviewKey, ({ body }) => ({ ...key, ...body })),
    answer(keys.updateReviewKey, () => key),
    answer(keys.deleteReviewKey, () => undefined),
  )
  await open(address, modules)
  expect(await screen.findByRole('heading', { name: 'Human In The Loop Settings' })).toBeTruthy()
  expect(await button('Back')).toBeTruthy()
  expect(await screen.findByText('key-in-clear')).toBeTruthy()

  await ana.click(await button('New Key'))
  const dialog = await screen.findByRole('dialog')
  const add = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Add' })
  expect(add.disabled).toBe(true)
  await ana.type(within(dialog).getByLabelText('Description'), '   ')
  expect(add.disabled).toBe(true)
  await ana.type(within(dialog).getByLabelText('Description'), 'Ledger ')
  await ana.click(add)
  await waitFor(() =>
    expect(callsOf(keys.createReviewKey)[0]?.body).toEqual({ description: 'Ledger' }),
  )

  await ana.click(await button('Copy key Books'))
  expect(await screen.findByText('Review key copied to clipboard')).toBeTruthy()

  await ana.click(await button('Edit Books'))
  const update = await button('Update')
  const text = screen.getByLabelText('Description')
  await ana.clear(text)
  expect(update.disabled).toBe(true)
  await ana.type(text, 'Accounts')
  await ana.click(update)
  expect(await screen.findByText('Key updated successfully')).toBeTruthy()

  await ana.click(await screen.findByRole('switch', { name: 'Books is active' }))
  await waitFor(() =>
    expect(callsOf(keys.updateReviewKey).at(-1)?.body).toEqual({ is_active: false }),
  )
  await ana.click(await button('Delete Books'))
  await ana.click(await button('Delete'))
  expect(await screen.findByText('Key deleted successfully')).toBeTruthy()
})

test('keys that cannot be loaded or made say so [RV-115 RV-116]', async () => {
  const ana = userEvent.setup()
  server(answer(keys.listReviewKeys, () => refuse(500, '')))
  const first = await open(address, modules)
  expect(await screen.findByText('Failed to get api keys')).toBeTruthy()
  first.client.clear()

  server(
    answer(keys.listReviewKeys, () => []),
    answer(keys.createReviewKey, () => refuse(500, '')),
  )
  await ana.click(await button('Try again'))
  expect(await screen.findByText('There are no review keys yet')).toBeTruthy()
  await ana.click(await button('New Key'))
  await ana.type(await screen.findByLabelText('Description'), 'Ledger{Enter}')
  expect(await screen.findByText('Failed to add api key')).toBeTruthy()
})

test('rules of a workflow begin empty, are built, tried and saved, then changed [RV-077 RV-078 RV-081 RV-082 RV-083 RV-087 RV-088 RV-091 RV-094]', async () => {
  const ana = userEvent.setup()
  let savedRule: api.ReviewRule | undefined
  const { callsOf } = server(
    answer(api.getReviewRule, () => (savedRule ? { data: savedRule } : refuse(500, ''))),
    answer(api.createReviewRule, ({ body }) => {
      savedRule = { ...body, id: ruleId, wrong_per_thousand: null }
      return savedRule
    }),
    answer(api.updateReviewRule, ({ body }) => ({
      ...body,
      id: ruleId,
      wrong_per_thousand: null,
    })),
    answer(tryReviewRule, () => ({
      tested: 2,
      caught: 1,
      files: [
        { file_name: 'dear.pdf', is_caught: true, reason: 'rules' },
        { file_name: 'cheap.pdf', is_caught: false, reason: null },
      ],
    })),
  )
  await open(ofWorkflow, modules)
  const share = await screen.findByRole<HTMLInputElement>('spinbutton', {
    name: 'Percentage of files',
  })
  expect(share.value).toBe('0')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^OR/ }).checked).toBe(true)
  expect(screen.getByText('No conditions: only the percentage applies.')).toBeTruthy()
  for (const name of ['Rules', 'Settings']) expect(screen.getByRole('tab', { name })).toBeTruthy()
  expect(
    share.closest('.ant-input-number-affix-wrapper, .ant-input-number')?.textContent,
  ).toContain('%')

  await ana.clear(share)
  await ana.type(share, '20')
  await ana.click(screen.getByRole('radio', { name: /^AND/ }))
  await ana.click(await button('Condition'))
  await ana.type(screen.getByRole('textbox', { name: 'Value for condition 1' }), '100')
  await choose(ana, 'Operator for condition 1', 'is greater than')
  await ana.click(await button('Condition'))
  await choose(ana, 'Field for condition 2', 'vendor: confidence')
  expect(
    screen.getByRole('spinbutton', { name: 'Confidence value (%) for condition 2' }),
  ).toBeTruthy()
  expect((await button('Condition')).disabled).toBe(true)
  expect(
    screen.getByText(
      'Files go to review when total is greater than “100” and confidence of vendor is less than 50%.',
    ),
  ).toBeTruthy()

  await ana.click(await button('Test on the last 50 files'))
  expect(await screen.findByText('1 of the last 2 files would go to review.')).toBeTruthy()
  expect(screen.getByRole('row', { name: /dear.pdf Review: meets the conditions/ })).toBeTruthy()
  expect(callsOf(api.createReviewRule)).toEqual([])

  await ana.click(await button('Save'))
  expect(await screen.findByText('Successfully added the rule.')).toBeTruthy()
  expect(callsOf(api.createReviewRule)[0]?.body).toMatchObject({
    workflow,
    percentage: 20,
    rule_logic: 'AND',
    rule_json: {
      combinator: 'and',
      rules: [
        { field: 'value:total', operator: 'greater', value: '100' },
        { field: 'confidence:vendor', operator: 'less', value: 50 },
      ],
    },
    rule_string: 'total is greater than “100” and confidence of vendor is less than 50%',
  })
  await waitFor(() => expect(callsOf(api.getReviewRule)).toHaveLength(2))
  await ana.click(await button('Save'))
  expect(await screen.findByText('Successfully updated the rule.')).toBeTruthy()
})

test('a field that the tool has no longer is told of, and a refused rule keeps what was built [RV-084 RV-095]', async () => {
  const ana = userEvent.setup()
  const rule: api.ReviewRule = {
    id: ruleId,
    workflow,
    percentage: 5,
    rule_logic: 'OR',
    rule_string: '',
    wrong_per_thousand: null,
    rule_json: {
      combinator: 'and',
      rules: [{ field: 'value:iban', operator: 'equal', value: 'x' }],
    },
  }
  server(
    answer(api.getReviewRule, () => ({ data: rule })),
    answer(api.updateReviewRule, () => refuse(500, '')),
  )
  await open(ofWorkflow, modules)

  expect(await screen.findByText('The tool no longer has the field “iban”.')).toBeTruthy()
  await choose(ana, 'Field for condition 1', 'total: key in JSON')
  expect(screen.queryByText('The tool no longer has the field “iban”.')).toBeNull()
  expect((await button('Save')).disabled).toBe(true)
  await ana.type(screen.getByRole('textbox', { name: 'Key for condition 1' }), 'sku')
  await ana.type(screen.getByRole('textbox', { name: 'Value for condition 1' }), '7')
  await ana.click(await button('Save'))
  expect(await screen.findByText('Failed to save rule.')).toBeTruthy()
  expect(screen.getByText('Files go to review when sku in total is “7”.')).toBeTruthy()
})

test('where approved values go is the queue until it is said [RV-089 RV-090 RV-092 RV-093 RV-096 RV-097]', async () => {
  const ana = userEvent.setup()
  let isRefused = true
  const { callsOf } = server(
    answer(api.getReviewSetting, () => refuse(500, '')),
    answer(api.createReviewSetting, ({ body }) =>
      isRefused ? refuse(500, '') : { ...body, id: ruleId },
    ),
  )
  await open(ofWorkflow, modules)
  await ana.click(await screen.findByRole('tab', { name: 'Settings' }))
  expect(await screen.findByTitle('Queue')).toBeTruthy()

  await choose(ana, 'Sync destination', 'Destination DB')
  expect(await screen.findByText('Failed to update sync destination.')).toBeTruthy()
  isRefused = false
  await choose(ana, 'Sync destination', 'Destination DB')
  expect(await screen.findByText('Sync destination updated successfully.')).toBeTruthy()
  expect(callsOf(api.createReviewSetting).at(-1)?.body).toEqual({ workflow, sync_with: 'DB' })
})
