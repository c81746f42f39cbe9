import { readFile } from 'node:fs/promises'
import { startCannedModelServer } from '@recto/testkit/canned-model-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDeployment, makeTool, makeWorkflow } from '../../testing/make-tool.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'
import { type Studio, studioOf } from '../../testing/studio.ts'

/** Prompts by the label of the line that contains the answer. */
const questions: Readonly<Record<string, readonly [key: string, prompt: string, type?: string]>> = {
  Seller: ['vendor', 'Who is the seller?'],
  Number: ['invoice_number', 'What is the invoice number?'],
  Order: ['order_number', 'What is the purchase order number?'],
  Account: ['iban', 'What is the IBAN?'],
  Total: ['total', 'What is the total amount?', 'number'],
}

const model = await startCannedModelServer({
  reply: ({ prompt }) => {
    const askedQuestion = Object.entries(questions).find(([, [, text]]) => prompt.includes(text))
    return new RegExp(`^ *${askedQuestion?.[0]}: (.+?) *$`, 'm').exec(prompt)?.[1] ?? 'NA'
  },
})

let server: TestServer
let ada: Studio
let projectId: string
let documentId: string
let toolId: string
let ordersId: string

const suppliers = [
  'Number;Name;IBAN;Terms',
  '7001;Müller & Söhne GmbH;DE89370400440532013000;30 days',
  '7002;Nordwest Logistik AG;DE02120300000000202051;14 days',
].join('\n')
const orders = ['Order;Supplier;Open amount', 'PO-77;7001;1.190,00', 'PO-78;7002;50,00'].join('\n')

const invoice = {
  Seller: 'Müller & Söhne',
  Number: 'RE-1',
  Order: 'PO-77',
  Account: 'DE89 3704 0044 0532 0130 00',
  Total: '119.50',
}

const toContent = (changes: Partial<typeof invoice> = {}) =>
  Object.entries({ ...invoice, ...changes })
    .map(([label, value]) => `${label}: ${value}`)
    .join('\n')

const file = (name: string, changes: Partial<typeof invoice> = {}) => ({
  name,
  content: toContent(changes),
})

/** Reads the expressions of the guide, in its order. */
async function readGuideExpressions(): Promise<readonly string[]> {
  const guideUrl = new URL('../../../../../docs/guide/lookups.md', import.meta.url)
  const guide = await readFile(guideUrl, 'utf8')
  return [...guide.matchAll(/^```\n(.+)\n```$/gm)].map(([, expression = '']) => expression)
}

const saveChecks = (expressions: readonly string[]) =>
  ada.person.patch(`prompt-studio/${projectId}/`, {
    checks: expressions.map((expression, n) => ({ name: `Check ${n}`, expression })),
  })

beforeAll(async () => {
  server = await startServer({ worker: true })
  ada = studioOf(server.as('admin'))
  const llmId = await ada.cannedLlm(model)
  const [, ordersReply] = await Promise.all(
    [
      ['Suppliers', suppliers],
      ['Orders', orders],
    ].map(([name = '', content = '']) =>
      ada.person.upload('lookup-tables/', {
        files: [{ name: `${name}.csv`, content }],
        fields: { name },
      }),
    ),
  )
  ordersId = ordersReply?.body.id
  const fields = Object.values(questions).map(([key, prompt, type = 'text']) => ({
    key,
    prompt,
    type,
  }))
  const sample = file('sample.txt')
  const tool = await makeTool(ada.person, {
    name: 'Invoices',
    fields,
    sample,
    llmId,
    profile: { chunk_size: 0 },
  })
  projectId = tool.projectId
  documentId = tool.documentId
  const { body: project } = await ada.person.get(`prompt-studio/${projectId}/`)
  for (const [key, match_to] of [
    ['vendor', { table: 'Suppliers', compare: [{ column: 'Name', field: null }], add: ['Number'] }],
    ['order_number', { table: 'Orders', compare: [{ column: 'Order', field: null }], add: [] }],
  ] as const) {
    const { prompt_id } = project.prompts.find((prompt: { prompt_key: string }) => {
      return prompt.prompt_key === key
    })
    const { status } = await ada.person.patch(`prompt-studio/prompt/${prompt_id}/`, { match_to })
    expect(status).toBe(200)
  }
})

afterAll(async () => {
  await server?.close()
  await model.close()
})

test('a check that reads what no match has is refused, with its place', async () => {
  for (const [expression, detail] of [
    ['lookups.vendor.row.Iban == iban', 'The lookup table of “vendor” has no column “Iban”.'],
    ['lookups.total.status == "matched"', 'The field “total” is not matched to a lookup table.'],
    ['lookups.vendor.state == "matched"', 'A match has no “state”'],
    ['total > 0 && lookups.vendor.row == iban', 'A cell is read by its column'],
    ['lookups.vendor.row[iban] == iban', 'A cell is read by its column'],
    ['lookups.size() > 0', 'A match is read by its names'],
  ] as const) {
    const { status, body } = await saveChecks([expression])
    expect([status, body.errors?.[0].attr]).toEqual([400, 'checks.0.expression'])
    expect(body.errors[0].detail).toContain(detail)
    expect(body.errors[0].detail).toMatch(/at character \d+/)
  }
})

async function exportTool() {
  const exportReply = await ada.person.post(`prompt-studio/export/${projectId}`, {
    is_shared_with_org: true,
    user_id: [],
    force_export: true,
  })
  expect(exportReply.status).toBe(200)
  const { body } = await ada.person.get(`prompt-studio/registry/?custom_tool=${projectId}`)
  toolId = body[0].prompt_registry_id
}

test('the expressions of the guide find a foreign account, an order that is used up, and a duplicate', async () => {
  const expressions = await readGuideExpressions()
  expect(expressions).toHaveLength(5)
  const { status, body: savedReply } = await saveChecks(expressions)
  expect([status, savedReply.errors]).toEqual([200, undefined])
  await exportTool()
  const workflowId = await makeWorkflow(ada.person, 'Checked', toolId)
  const deployment = await makeDeployment(ada.person, 'checked', workflowId)
  const call = async (name: string, changes: Partial<typeof invoice> = {}) => {
    const { body } = await ada.person.upload(
      deployment.path,
      {
        files: [{ ...file(name, changes), field: 'files' }],
        fields: { timeout: '300', include_metadata: 'true' },
      },
      { headers: { authorization: `Bearer ${deployment.key}` } },
    )
    const { output, metadata } = body.message.result[0].result
    const outcomes = metadata.checks
      .filter(({ name: checkName }: { name: string }) => checkName.startsWith('Check '))
      .map(({ outcome }: { outcome: string }) => outcome)
    return { output, outcomes, metadata }
  }

  const first = await call('first.txt')
  expect(first.output.vendor_number).toBe('7001')
  expect(first.output).not.toHaveProperty('vendor_iban')
  expect(first.outcomes).toEqual(Array.from({ length: 5 }, () => 'confirmed'))
  expect(first.metadata.checks[0].fields).toEqual(['vendor', 'iban'])

  const foreign = await call('foreign.txt', {
    Number: 'RE-2',
    Account: 'GB29NWBK60161331926819',
    Total: '1200.00',
    Order: 'PO-78',
  })
  expect(foreign.outcomes).toEqual([
    'contradicted',
    'contradicted',
    'contradicted',
    'confirmed',
    'confirmed',
  ])

  // The name is written in another way, and neither the total nor a date says that it is the same.
  const duplicate = await call('duplicate.txt', {
    Seller: 'MÜLLER & SÖHNE',
    Total: '120.00',
  })
  expect(duplicate.metadata.lookups.vendor.row_key).toBe('7001')
  expect(duplicate.outcomes[3]).toBe('contradicted')
  expect(duplicate.metadata.warnings).toContainEqual(expect.stringContaining('“first.txt”'))

  const stranger = await call('stranger.txt', { Seller: 'Somebody Else Ltd', Number: 'RE-9' })
  expect(stranger.outcomes).toEqual([
    'not_judged',
    'confirmed',
    'not_judged',
    'confirmed',
    'contradicted',
  ])
  expect(stranger.metadata.checks[0].reason).toBe('“lookups.vendor.row.IBAN” has no value.')
})

test('a result that is reused is checked against the new version of a table', async () => {
  const workflowId = await makeWorkflow(ada.person, 'Repeated', toolId)
  const { path, key } = await makeDeployment(ada.person, 'repeated', workflowId)
  const execute = async () => {
    const { body } = await ada.person.upload(
      path,
      {
        files: [{ ...file('same.txt', { Number: 'RE-50' }), field: 'files' }],
        fields: { timeout: '300', include_metadata: 'true', use_file_history: 'true' },
      },
      { headers: { authorization: `Bearer ${key}` } },
    )
    return body.message.result[0].result.metadata.checks[1]
  }
  expect(await execute()).toMatchObject({ name: 'Check 1', outcome: 'confirmed' })
  const requestsBefore = model.requests.length
  await ada.person.upload(`lookup-tables/${ordersId}/versions/`, {
    files: [{ name: 'orders.csv', content: orders.replace('1.190,00', '19,00') }],
  })
  expect(await execute()).toMatchObject({ name: 'Check 1', outcome: 'contradicted' })
  expect(model.requests.length).toBe(requestsBefore)
})

test('the studio shows the same outcomes', async () => {
  const { body: project } = await ada.person.get(`prompt-studio/${projectId}/`)
  const path = `prompt-studio/prompt-output/?tool_id=${projectId}&document_manager=${documentId}`
  await ada.person.post(`prompt-studio/bulk_fetch_response/${projectId}`, {
    document_id: documentId,
    prompt_ids: project.prompts.map(({ prompt_id }: { prompt_id: string }) => prompt_id),
    profile_manager: project.default_profile,
  })
  await expect
    .poll(async () => (await ada.person.get(path)).body.length)
    .toBe(project.prompts.length)
  const { body } = await ada.person.get(
    `prompt-studio/file/${projectId}/checks/?document_id=${documentId}`,
  )
  expect(body.checks.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
    'confirmed',
    'contradicted',
    'confirmed',
    'confirmed',
    'confirmed',
  ])
})

test('a review rule catches files without a match, and refuses prompts that do not exist', async () => {
  const workflowId = await makeWorkflow(ada.person, 'Reviewed', toolId)
  const { path, key } = await makeDeployment(ada.person, 'reviewed', workflowId)
  const saveRule = (field: string, operator: string, value: string) =>
    ada.person.post('manual_review/db_rules/', {
      workflow: workflowId,
      rule_json: { combinator: 'and', rules: [{ field, operator, value }] },
    })
  expect((await saveRule('lookup:nothing', 'not_equal', 'matched')).status).toBe(400)
  const savedRule = await saveRule('lookup:vendor', 'not_equal', 'matched')
  expect([savedRule.status, savedRule.body.rule_string]).toEqual([
    201,
    'match of vendor is not matched',
  ])
  await ada.person.post('manual_review/settings/', { workflow: workflowId, sync_with: 'Queue' })
  await ada.person.upload(
    path,
    {
      files: [
        { ...file('known.txt', { Number: 'RE-60' }), field: 'files' },
        { ...file('unknown.txt', { Number: 'RE-61', Seller: 'Nobody Ltd' }), field: 'files' },
      ],
      fields: { timeout: '0' },
    },
    { headers: { authorization: `Bearer ${key}` } },
  )
  const next = () => ada.person.get(`manual_review/next/?class_name=${workflowId}&type=review`)
  await expect.poll(async () => (await next()).body.data?.file_name).toBe('unknown.txt')
  const { body: counts } = await ada.person.get(
    `manual_review/queue_details/?class_name=${workflowId}`,
  )
  expect(counts).toMatchObject({ pending_review_count: 0, in_progress_count: 1 })
})
