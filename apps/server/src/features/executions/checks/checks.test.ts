import { startCannedModelServer } from '@recto/testkit/canned-model-server'
import { afterAll, expect, test } from 'vitest'
import { makeDeployment, makeWorkflow } from '../../../testing/make-tool.ts'
import type { Person } from '../../../testing/people.ts'
import { startServer } from '../../../testing/start-server.ts'
import { studioOf } from '../../../testing/studio.ts'

/** Prompts by the label of the line that contains the answer. */
const prompts: Readonly<Record<string, readonly [key: string, prompt: string, type: string]>> = {
  Seller: ['vendor', 'Who is the seller?', 'text'],
  Number: ['invoice_number', 'What is the invoice number?', 'text'],
  Order: ['po', 'What is the purchase order number?', 'text'],
  Dated: ['date', 'What is the invoice date?', 'date'],
  Tax: ['tax', 'What is the tax amount?', 'number'],
  Total: ['total', 'What is the total amount?', 'number'],
  Account: ['iban', 'What is the IBAN?', 'text'],
  Items: ['items', 'Which items are there?', 'json'],
}

const server = await startServer({ worker: true })
const model = await startCannedModelServer({
  reply: ({ prompt }) => {
    const askedPrompt = Object.entries(prompts).find(([, [, text]]) => prompt.includes(text))
    return new RegExp(`^ *${askedPrompt?.[0]}: (.+?) *$`, 'm').exec(prompt)?.[1] ?? 'NA'
  },
})
afterAll(async () => {
  await server.close()
  await model.close()
})

const checks = [
  { name: 'Sum', expression: 'sum(items.amount) + tax == total', message: 'Add it up.' },
  { name: 'Share', expression: 'total / (tax - tax) > 1' },
  { name: 'Account', expression: 'asBefore(iban)' },
]

/** Creates a project and a workflow that runs it between API and API. */
async function createCheckedWorkflow(person: Person, fields: object = { checks }) {
  const studio = studioOf(person)
  const llm = await studio.cannedLlm(model)
  const project = await studio.project()
  const { profile_id } = await studio.profile(project.tool_id, { llm, chunk_size: 0 })
  for (const [prompt_key, prompt, enforce_type] of Object.values(prompts)) {
    await studio.prompt(project.tool_id, {
      prompt_key,
      prompt,
      enforce_type,
      profile_manager: profile_id,
    })
  }
  const savedProject = await person.patch(`prompt-studio/${project.tool_id}/`, fields)
  expect([savedProject.status, savedProject.body.errors]).toEqual([200, undefined])
  const exportReply = await person.post(`prompt-studio/export/${project.tool_id}`, {
    is_shared_with_org: true,
    force_export: true,
  })
  expect(exportReply.status).toBe(200)
  const registry = await person.get(`prompt-studio/registry/?custom_tool=${project.tool_id}`)
  const { prompt_registry_id: toolId, tool_metadata: metadata } = registry.body[0]
  return { id: await makeWorkflow(person, `Checked ${project.tool_id}`, toolId), metadata }
}

type DocumentFields = Readonly<Partial<Record<keyof typeof prompts, string>>>

const invoice: DocumentFields = {
  Seller: 'Acme GmbH',
  Number: 'RE-1',
  Dated: '2026-03-01',
  Tax: '8.20',
  Total: '50.00',
  Account: 'DE89370400440532013000',
  Items: '[{"amount": "30,00"}, {"amount": "$11.80"}]',
}

const toText = (documentFields: DocumentFields) =>
  Object.entries(documentFields)
    .map(([label, value]) => `${label}: ${value}`)
    .join('\n')

/** Runs the workflow on one document and returns its checks by name, and its metadata. */
async function runOn(
  person: Person,
  workflowId: string,
  name: string,
  documentFields: DocumentFields,
) {
  const { body: createReply } = await person.post('workflow/execute/', { workflow_id: workflowId })
  const { body } = await person.upload('workflow/execute/', {
    files: [{ name, content: toText(documentFields), field: 'files' }],
    fields: { workflow_id: workflowId, execution_id: createReply.execution_id },
  })
  const [file] = body.result
  expect([name, file.error ?? null]).toEqual([name, null])
  const { metadata } = file.result
  const outcomes: Record<string, { outcome: string; reason: string | null; documents: [] }> =
    Object.fromEntries(
      (metadata.checks ?? []).map((check: { name: string }) => [check.name, check]),
    )
  const outcomeNames = Object.fromEntries(
    Object.entries(outcomes).map(([key, { outcome }]) => [key, outcome]),
  )
  return { execution: createReply.execution_id, metadata, outcomes, brief: outcomeNames }
}

const ada = server.as('admin')
const { id: workflow, metadata: exportedTool } = await createCheckedWorkflow(ada)

test('exports checks with their project and evaluates them for each document', async () => {
  expect(exportedTool.tool_settings.checks.map(({ name }: { name: string }) => name)).toEqual([
    'Sum',
    'Share',
    'Account',
  ])
  const { metadata, outcomes } = await runOn(ada, workflow, 'first.txt', invoice)

  expect(outcomes).toMatchObject({
    Sum: { outcome: 'confirmed', fields: ['tax', 'total', 'items'], reason: null, across: null },
    Share: { outcome: 'not_judged', reason: 'The check divides by zero.' },
    Account: { outcome: 'not_judged', reason: 'There is no earlier value to compare “iban” with.' },
  })
  expect(metadata.warnings).toBeUndefined()
  const wrongInvoice = { ...invoice, Number: 'RE-2', Total: '51.00' }
  const wrongRun = await runOn(ada, workflow, 'wrong.txt', wrongInvoice)
  expect(wrongRun.outcomes.Sum).toMatchObject({
    outcome: 'contradicted',
    reason: 'Add it up. 50 is not 51.',
  })
  expect(wrongRun.metadata.warnings).toEqual(['Check “Sum”: Add it up. 50 is not 51.'])
  // One of the values is wrong, but the check cannot tell which.
  expect(metadata.confidence.total).toBeGreaterThan(wrongRun.metadata.confidence.total)
  expect(wrongRun.metadata.confidence.vendor).toBe(metadata.confidence.vendor)
})

test('recognizes the same invoice in another file by its values', async () => {
  const fields = { ...invoice, Number: 'RE-10', Account: '' }
  const firstRun = await runOn(ada, workflow, 'invoice.txt', fields)
  expect(firstRun.brief['Same document']).toBeUndefined()
  const photographedFields = { ...fields, Seller: 'ACME', Number: 're 1O', Total: '50,00 €' }
  const { outcomes, execution } = await runOn(ada, workflow, 'photo.txt', photographedFields)

  expect(outcomes['Same document']).toMatchObject({
    outcome: 'contradicted',
    across: 'same_document',
    reason: '“invoice.txt” has the same number.',
    documents: [{ name: 'invoice.txt', execution_id: firstRun.execution, document_id: null }],
  })
  const { body } = await ada.get(`execution/${execution}/checks/`)
  expect(body).toMatchObject({ contradicted: 1, files: 1, results: [{ file_name: 'photo.txt' }] })
})

test('reports one of two identical documents that are processed concurrently', async () => {
  const fields = { ...invoice, Number: 'RE-20', Account: '' }
  const runs = await Promise.all([
    runOn(ada, workflow, 'left.txt', fields),
    runOn(ada, workflow, 'right.txt', { ...fields, Dated: '01.03.2026' }),
  ])

  const contradictedRuns = runs.filter(({ brief }) => brief['Same document'] === 'contradicted')
  expect(contradictedRuns).toHaveLength(1)
})

test('reports a bank account that the seller did not have before', async () => {
  const buildInvoice = (number: string, account: string) => ({
    ...invoice,
    Seller: 'Bolt Ltd',
    Number: number,
    Account: account,
  })
  await runOn(ada, workflow, 'january.txt', buildInvoice('B-1', 'GB29 NWBK 6016 1331 9268 19'))
  const sameAccount = await runOn(
    ada,
    workflow,
    'february.txt',
    buildInvoice('B-2', 'GB29NWBK60161331926819'),
  )
  const otherAccount = await runOn(
    ada,
    workflow,
    'march.txt',
    buildInvoice('B-3', 'DE89370400440532013000'),
  )

  const name = 'Bank account of the seller'
  expect(sameAccount.brief).toMatchObject({ [name]: 'confirmed', Account: 'confirmed' })
  expect(otherAccount.brief).toMatchObject({ [name]: 'contradicted', Account: 'contradicted' })
  expect(otherAccount.outcomes[name]?.reason).toBe(
    '“february.txt” from the same seller shows a different bank account.',
  )
})

test('compares an invoice with its order, whichever is processed first', async () => {
  const order = { Seller: 'Nuts AG', Order: 'PO-77', Total: '50.00' }
  const buildInvoice = (number: string, overrides: DocumentFields) => ({
    ...invoice,
    Seller: 'Nuts AG',
    Order: 'PO-77',
    Number: number,
    Account: '',
    ...overrides,
  })
  await runOn(ada, workflow, 'order.txt', order)
  const matchingRun = await runOn(ada, workflow, 'right-bill.txt', buildInvoice('N-1', {}))
  const contradictedRun = await runOn(
    ada,
    workflow,
    'wrong-bill.txt',
    buildInvoice('N-2', { Total: '60.00' }),
  )

  expect(matchingRun.brief['Order and invoice']).toBe('confirmed')
  expect(contradictedRun.outcomes['Order and invoice']).toMatchObject({
    outcome: 'contradicted',
    reason: '“order.txt” is the matching order, but has a different total.',
  })
})

test('a rule sends contradicted documents to review, where the check is shown', async () => {
  const workflowToReview = await createCheckedWorkflow(ada)
  const buildRule = (field: string) => ({
    workflow: workflowToReview.id,
    rule_json: { combinator: 'and', rules: [{ field, operator: 'equal', value: 'contradicted' }] },
  })
  const rejectedRule = await ada.post('manual_review/db_rules/', buildRule('checks:'))
  expect([rejectedRule.status, rejectedRule.body.errors[0].attr]).toEqual([
    400,
    'rule_json.rules.0.field',
  ])
  const savedRule = await ada.post('manual_review/db_rules/', buildRule('check:'))
  expect(savedRule.status).toBe(201)
  const { key, path } = await makeDeployment(ada, 'checked', workflowToReview.id)
  const send = (name: string, fields: DocumentFields) =>
    ada.upload(
      path,
      { files: [{ name, content: toText(fields), field: 'files' }], fields: { timeout: '0' } },
      { headers: { authorization: `Bearer ${key}` } },
    )
  await send('right.txt', invoice)
  await send('wrong.txt', { ...invoice, Number: 'RE-2', Total: '51.00' })

  const rita = server.as('reviewer')
  const loadQueue = async () =>
    (await rita.get(`manual_review/queue_details/?class_name=${workflowToReview.id}`)).body
  await expect.poll(async () => (await loadQueue()).pending_review_count).toBe(1)
  const { body } = await rita.get(
    `manual_review/next/?class_name=${workflowToReview.id}&type=review`,
  )
  const sum = expect.objectContaining({ name: 'Sum', outcome: 'contradicted' })
  expect(body.data).toMatchObject({
    file_name: 'wrong.txt',
    result: { metadata: { checks: expect.arrayContaining([sum]) } },
  })
  // Files in review are part of the report of their run.
  const { body: runs } = await ada.get(`workflow/${workflowToReview.id}/execution/`)
  const reports = await Promise.all(
    runs.map(async ({ id }: { id: string }) => (await ada.get(`execution/${id}/checks/`)).body),
  )
  expect(reports.map(({ contradicted: contradictedCount }) => contradictedCount).sort()).toEqual([
    0, 1,
  ])
})

test('compares no documents across workflows or organizations', async () => {
  const stranger = server.as('admin', { organization: 'elsewhere', name: 'stranger' })
  const foreignWorkflow = await createCheckedWorkflow(stranger)
  const secondWorkflow = await createCheckedWorkflow(ada, { checks: [] })

  for (const [person, id] of [
    [stranger, foreignWorkflow.id],
    [ada, secondWorkflow.id],
  ] as const) {
    const { brief } = await runOn(person, id, 'again.txt', invoice)
    expect(brief).not.toHaveProperty('Same document')
  }
  const { execution } = await runOn(ada, workflow, 'own.txt', { ...invoice, Number: 'RE-30' })
  expect((await stranger.get(`execution/${execution}/checks/`)).status).toBe(404)
})

test('stores only digests of document values, and deletes them with the execution', async () => {
  const fields = { ...invoice, Number: 'RE-40', Account: '' }
  const { execution } = await runOn(ada, workflow, 'old.txt', fields)
  const rows = await server.ctx.db.selectFrom('document_identity').selectAll().execute()
  expect(JSON.stringify(rows)).not.toMatch(/acme|RE-40|DE89370400440532013000/i)
  await server.ctx.db.deleteFrom('execution').where('id', '=', execution).execute()

  const { brief } = await runOn(ada, workflow, 'new.txt', { ...fields, Dated: '01.03.2026' })
  expect(brief).not.toHaveProperty('Same document')
})
