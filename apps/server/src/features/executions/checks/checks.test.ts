import { startCannedModelServer } from '@recto/testkit/canned-model-server'
import { afterAll, expect, test } from 'vitest'
import { makeDeployment, makeWorkflow } from '../../../testing/make-tool.ts'
import type { Person } from '../../../testing/people.ts'
import { startServer } from '../../../testing/start-server.ts'
import { studioOf } from '../../../testing/studio.ts'

/** What is asked, by the label of the line that says it. */
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
    const asked = Object.entries(prompts).find(([, [, text]]) => prompt.includes(text))
    return new RegExp(`^ *${asked?.[0]}: (.+?) *$`, 'm').exec(prompt)?.[1] ?? 'NA'
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

/** A project of somebody, as a workflow between API and API. */
async function openWorkflow(person: Person, fields: object = { checks }) {
  const studio = studioOf(person)
  const llm = await studio.cannedLlm(model)
  const project = await studio.project()
  const { profile_id } = await studio.profile(project.tool_id, { llm, chunk_size: 0 })
  for (const [prompt_key, prompt, enforce_type] of Object.values(prompts)) {
    await studio.prompt(project.tool_id, {
      ...{ prompt_key, prompt, enforce_type, profile_manager: profile_id },
    })
  }
  const saved = await person.patch(`prompt-studio/${project.tool_id}/`, fields)
  expect([saved.status, saved.body.errors]).toEqual([200, undefined])
  const exported = await person.post(`prompt-studio/export/${project.tool_id}`, {
    ...{ is_shared_with_org: true, force_export: true },
  })
  expect(exported.status).toBe(200)
  const registry = await person.get(`prompt-studio/registry/?custom_tool=${project.tool_id}`)
  const { prompt_registry_id: toolId, tool_metadata: metadata } = registry.body[0]
  return { id: await makeWorkflow(person, `Checked ${project.tool_id}`, toolId), metadata }
}

type Said = Readonly<Partial<Record<keyof typeof prompts, string>>>

const invoice: Said = {
  ...{ Seller: 'Acme GmbH', Number: 'RE-1', Dated: '2026-03-01' },
  ...{ Tax: '8.20', Total: '50.00', Account: 'DE89370400440532013000' },
  Items: '[{"amount": "30,00"}, {"amount": "$11.80"}]',
}

const written = (said: Said) =>
  Object.entries(said)
    .map(([label, value]) => `${label}: ${value}`)
    .join('\n')

/** The checks that came of one document by their names, and all that was stored of it. */
async function read(person: Person, workflowId: string, name: string, said: Said) {
  const { body: begun } = await person.post('workflow/execute/', { workflow_id: workflowId })
  const { body } = await person.upload('workflow/execute/', {
    files: [{ name, content: written(said), field: 'files' }],
    fields: { workflow_id: workflowId, execution_id: begun.execution_id },
  })
  const [file] = body.result
  expect([name, file.error ?? null]).toEqual([name, null])
  const { metadata } = file.result
  const outcomes: Record<string, { outcome: string; reason: string | null; documents: [] }> =
    Object.fromEntries((metadata.checks ?? []).map((one: { name: string }) => [one.name, one]))
  const brief = Object.fromEntries(
    Object.entries(outcomes).map(([key, { outcome }]) => [key, outcome]),
  )
  return { execution: begun.execution_id, metadata, outcomes, brief }
}

const ada = server.as('admin')
const { id: workflow, metadata: exported } = await openWorkflow(ada)

test('checks go with the export of their project, and a document is judged by them', async () => {
  expect(exported.tool_settings.checks.map(({ name }: { name: string }) => name)).toEqual([
    'Sum',
    'Share',
    'Account',
  ])
  const { metadata, outcomes } = await read(ada, workflow, 'first.txt', invoice)

  expect(outcomes).toMatchObject({
    Sum: { outcome: 'confirmed', fields: ['tax', 'total', 'items'], reason: null, across: null },
    Share: { outcome: 'not_judged', reason: 'It divides by zero.' },
    Account: { outcome: 'not_judged', reason: '“iban” is not known from before.' },
  })
  expect(metadata.warnings).toBeUndefined()
  const wrong = { ...invoice, Number: 'RE-2', Total: '51.00' }
  const other = await read(ada, workflow, 'wrong.txt', wrong)
  expect(other.outcomes.Sum).toMatchObject({
    outcome: 'contradicted',
    reason: 'Add it up. 50 is not 51.',
  })
  expect(other.metadata.warnings).toEqual(['Check “Sum”: Add it up. 50 is not 51.'])
  // One of its values is wrong, and nobody knows which.
  expect(metadata.confidence.total).toBeGreaterThan(other.metadata.confidence.total)
  expect(other.metadata.confidence.vendor).toBe(metadata.confidence.vendor)
})

test('the same invoice is told from another file, by what it says', async () => {
  const said = { ...invoice, Number: 'RE-10', Account: '' }
  const first = await read(ada, workflow, 'invoice.txt', said)
  expect(first.brief['Same document']).toBeUndefined()
  const photographed = { ...said, Seller: 'ACME', Number: 're 1O', Total: '50,00 €' }
  const { outcomes, execution } = await read(ada, workflow, 'photo.txt', photographed)

  expect(outcomes['Same document']).toMatchObject({
    outcome: 'contradicted',
    across: 'same_document',
    reason: '“invoice.txt” has the same number.',
    documents: [{ name: 'invoice.txt', execution_id: first.execution, document_id: null }],
  })
  const { body } = await ada.get(`execution/${execution}/checks/`)
  expect(body).toMatchObject({ contradicted: 1, files: 1, results: [{ file_name: 'photo.txt' }] })
})

test('of two that come at once one is the second', async () => {
  const said = { ...invoice, Number: 'RE-20', Account: '' }
  const both = await Promise.all([
    read(ada, workflow, 'left.txt', said),
    read(ada, workflow, 'right.txt', { ...said, Dated: '01.03.2026' }),
  ])

  const told = both.filter(({ brief }) => brief['Same document'] === 'contradicted')
  expect(told).toHaveLength(1)
})

test('an account that a seller did not have before is told', async () => {
  const of = (number: string, account: string) => ({
    ...{ ...invoice, Seller: 'Bolt Ltd', Number: number, Account: account },
  })
  await read(ada, workflow, 'january.txt', of('B-1', 'GB29 NWBK 6016 1331 9268 19'))
  const same = await read(ada, workflow, 'february.txt', of('B-2', 'GB29NWBK60161331926819'))
  const changed = await read(ada, workflow, 'march.txt', of('B-3', 'DE89370400440532013000'))

  const name = 'Bank account of the seller'
  expect(same.brief).toMatchObject({ [name]: 'confirmed', Account: 'confirmed' })
  expect(changed.brief).toMatchObject({ [name]: 'contradicted', Account: 'contradicted' })
  expect(changed.outcomes[name]?.reason).toBe(
    '“february.txt” of the same seller names another account.',
  )
})

test('an invoice is held against its order, whichever comes first', async () => {
  const order = { Seller: 'Nuts AG', Order: 'PO-77', Total: '50.00' }
  const of = (number: string, more: Said) => ({
    ...{ ...invoice, Seller: 'Nuts AG', Order: 'PO-77', Number: number, Account: '', ...more },
  })
  await read(ada, workflow, 'order.txt', order)
  const right = await read(ada, workflow, 'right-bill.txt', of('N-1', {}))
  const wrong = await read(ada, workflow, 'wrong-bill.txt', of('N-2', { Total: '60.00' }))

  expect(right.brief['Order and invoice']).toBe('confirmed')
  expect(wrong.outcomes['Order and invoice']).toMatchObject({
    outcome: 'contradicted',
    reason: '“order.txt” is its order, and has another total.',
  })
})

test('a rule sends what a check contradicts to people, who see which one', async () => {
  const flow = await openWorkflow(ada)
  const rule = (field: string) => ({
    workflow: flow.id,
    rule_json: { combinator: 'and', rules: [{ field, operator: 'equal', value: 'contradicted' }] },
  })
  const refused = await ada.post('manual_review/db_rules/', rule('checks:'))
  expect([refused.status, refused.body.errors[0].attr]).toEqual([400, 'rule_json.rules.0.field'])
  const saved = await ada.post('manual_review/db_rules/', rule('check:'))
  expect(saved.status).toBe(201)
  const { key, path } = await makeDeployment(ada, 'checked', flow.id)
  const send = (name: string, said: Said) =>
    ada.upload(
      path,
      { files: [{ name, content: written(said), field: 'files' }], fields: { timeout: '0' } },
      { headers: { authorization: `Bearer ${key}` } },
    )
  await send('right.txt', invoice)
  await send('wrong.txt', { ...invoice, Number: 'RE-2', Total: '51.00' })

  const rita = server.as('reviewer')
  const caught = async () =>
    (await rita.get(`manual_review/queue_details/?class_name=${flow.id}`)).body
  await expect.poll(async () => (await caught()).pending_review_count).toBe(1)
  const { body } = await rita.get(`manual_review/next/?class_name=${flow.id}&type=review`)
  const sum = expect.objectContaining({ name: 'Sum', outcome: 'contradicted' })
  expect(body.data).toMatchObject({
    file_name: 'wrong.txt',
    result: { metadata: { checks: expect.arrayContaining([sum]) } },
  })
  // What waits for people is in the report of its run.
  const { body: runs } = await ada.get(`workflow/${flow.id}/execution/`)
  const told = await Promise.all(
    runs.map(async ({ id }: { id: string }) => (await ada.get(`execution/${id}/checks/`)).body),
  )
  expect(told.map(({ contradicted }) => contradicted).sort()).toEqual([0, 1])
})

test('neither another workflow nor another organization knows of it', async () => {
  const stranger = server.as('admin', { organization: 'elsewhere', name: 'stranger' })
  const elsewhere = await openWorkflow(stranger)
  const beside = await openWorkflow(ada, { checks: [] })

  for (const [person, id] of [
    [stranger, elsewhere.id],
    [ada, beside.id],
  ] as const) {
    const { brief } = await read(person, id, 'again.txt', invoice)
    expect(brief).not.toHaveProperty('Same document')
  }
  const { execution } = await read(ada, workflow, 'own.txt', { ...invoice, Number: 'RE-30' })
  expect((await stranger.get(`execution/${execution}/checks/`)).status).toBe(404)
})

test('nothing is kept of what a document says, and what is kept goes with its execution', async () => {
  const said = { ...invoice, Number: 'RE-40', Account: '' }
  const { execution } = await read(ada, workflow, 'old.txt', said)
  const rows = await server.ctx.db.selectFrom('document_identity').selectAll().execute()
  expect(JSON.stringify(rows)).not.toMatch(/acme|RE-40|DE89370400440532013000/i)
  await server.ctx.db.deleteFrom('execution').where('id', '=', execution).execute()

  const { brief } = await read(ada, workflow, 'new.txt', { ...said, Dated: '01.03.2026' })
  expect(brief).not.toHaveProperty('Same document')
})
