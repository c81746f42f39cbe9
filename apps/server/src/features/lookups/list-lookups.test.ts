import { maxMatchedListRows } from '@recto/contract/lookups/lookup-matches'
import { startCannedModelServer } from '@recto/testkit/canned-model-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDeployment, makeTool, makeWorkflow } from '../../testing/make-tool.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'
import { type Studio, studioOf } from '../../testing/studio.ts'
import { matchValues } from './matching/match-values.ts'

/** A document has its answers as lines of JSON. */
const model = await startCannedModelServer({
  reply: ({ prompt }) => {
    const label = prompt.includes('What are the items?') ? 'items' : 'seller'
    return new RegExp(`^ *${label}: (.+?) *$`, 'm').exec(prompt)?.[1] ?? 'NA'
  },
})

let server: TestServer
let ada: Studio
let projectId: string
let toolId: string
let documentId: string
let tableId: string
let itemsPromptId: string

const articles = [
  'Number;Description;Supplier;Account',
  'A-100;Hexagon bolt M8 zinc;7001;4400',
  'A-200;Washer steel;7001;4410',
  'A-200-N;Washer steel;7002;4420',
  'B-300;Cable drum 50 metres;7002;4500',
].join('\n')

const matchTo = {
  table: 'Articles',
  compare: [
    { column: 'Number', field: null, list_column: 'no' },
    { column: 'Description', field: null, list_column: 'text' },
    { column: 'Supplier', field: 'seller' },
  ],
  add: ['Account'],
}

type Item = Readonly<Record<string, unknown>>

const sampleItems: readonly Item[] = [
  { no: 'a 100', text: 'Bolt M8 hexagon', amount: 12 },
  { no: null, text: 'Cable drum, 50 metres', amount: 99 },
  { no: null, text: 'Washer steel', amount: 3 },
  { no: 'Z-1', text: 'Freight', amount: 5 },
  { no: null, text: null, amount: 1 },
]

const file = (name: string, items: readonly Item[], seller = '-') => ({
  name,
  content: `seller: ${seller}\nitems: ${JSON.stringify(items)}\n`,
})

beforeAll(async () => {
  server = await startServer({ worker: true })
  ada = studioOf(server.as('admin'))
  const table = await ada.person.upload('lookup-tables/', {
    files: [{ name: 'articles.csv', content: articles }],
    fields: {
      name: 'Articles',
      columns: JSON.stringify([
        { name: 'Description', type: 'name' },
        { name: 'Supplier', type: 'id' },
      ]),
    },
  })
  expect([table.status, table.body.errors]).toEqual([201, undefined])
  tableId = table.body.id
  const tool = await makeTool(ada.person, {
    name: 'Orders',
    fields: [
      { key: 'items', prompt: 'What are the items?', type: 'json' },
      { key: 'seller', prompt: 'Who is the seller?' },
    ],
    sample: file('sample.txt', sampleItems),
    llmId: await ada.cannedLlm(model),
    profile: { chunk_size: 0 },
  })
  projectId = tool.projectId
  documentId = tool.documentId
  const { body: project } = await ada.person.get(`prompt-studio/${projectId}/`)
  itemsPromptId = project.prompts.find(
    ({ prompt_key }: { prompt_key: string }) => prompt_key === 'items',
  ).prompt_id
})

afterAll(async () => {
  await server?.close()
  await model.close()
})

const saveMatchTo = (match_to: unknown) =>
  ada.person.patch(`prompt-studio/prompt/${itemsPromptId}/`, { match_to })

async function run() {
  const { body: project } = await ada.person.get(`prompt-studio/${projectId}/`)
  await ada.person.post(`prompt-studio/bulk_fetch_response/${projectId}`, {
    document_id: documentId,
    prompt_ids: project.prompts.map(({ prompt_id }: { prompt_id: string }) => prompt_id),
    profile_manager: project.default_profile,
  })
  const outputs = `prompt-studio/prompt-output/?tool_id=${projectId}&document_manager=${documentId}`
  await expect
    .poll(async () => (await ada.person.get(outputs)).body.length)
    .toBe(project.prompts.length)
}

const lookupsOfSample = async () => {
  const path = `prompt-studio/file/${projectId}/lookups/?document_id=${documentId}`
  return (await ada.person.get(path)).body.lookups[0]
}

test('a column of a list is compared by a prompt with rows alone, and not together with a prompt', async () => {
  const [first] = matchTo.compare
  const mixedReply = await saveMatchTo({ ...matchTo, compare: [{ ...first, field: 'seller' }] })
  expect([mixedReply.status, mixedReply.body.errors[0].attr]).toEqual([
    400,
    'match_to.compare.0.list_column',
  ])
  const { body: project } = await ada.person.get(`prompt-studio/${projectId}/`)
  const seller = project.prompts.find(
    ({ prompt_key }: { prompt_key: string }) => prompt_key === 'seller',
  )
  const scalar = await ada.person.patch(`prompt-studio/prompt/${seller.prompt_id}/`, {
    match_to: matchTo,
  })
  expect([scalar.status, scalar.body.errors[0].detail]).toEqual([
    400,
    'The value of a prompt of the type text has no rows.',
  ])
  expect((await saveMatchTo(matchTo)).status).toBe(200)
})

test('the studio shows the match of each row, and remembers the row that a person chooses', async () => {
  await run()
  const lookup = await lookupsOfSample()
  expect(lookup).toMatchObject({
    table: 'Articles',
    status: 'not_found',
    row_key: null,
    reason: '2 of 5 rows matched.',
  })
  const facts = lookup.rows.map((row: Item) => [row.status, row.row_key, row.by, row.columns])
  expect(facts).toEqual([
    ['matched', 'A-100', 'id', { Account: '4400' }],
    ['matched', 'B-300', 'similarity', { Account: '4500' }],
    ['ambiguous', null, null, { Account: null }],
    ['not_found', null, null, { Account: null }],
    ['no_value', null, null, { Account: null }],
  ])
  expect(lookup.rows[2].candidates.map(({ row_key }: { row_key: string }) => row_key)).toEqual([
    'A-200',
    'A-200-N',
  ])
  expect(lookup.rows[3].value).toBe('Z-1 Freight')

  const alias = await ada.person.put(`lookup-tables/${tableId}/aliases/`, {
    value: lookup.rows[3].value,
    row_key: null,
  })
  expect(alias.status).toBe(200)
  expect((await lookupsOfSample()).rows[3]).toMatchObject({ status: 'not_found', by: 'alias' })
})

async function deploy() {
  const { status } = await ada.person.post(`prompt-studio/export/${projectId}`, {
    is_shared_with_org: true,
    user_id: [],
    force_export: true,
  })
  expect(status).toBe(200)
  const { body } = await ada.person.get(`prompt-studio/registry/?custom_tool=${projectId}`)
  toolId = body[0].prompt_registry_id
  const workflowId = await makeWorkflow(ada.person, 'Orders', toolId)
  return makeDeployment(ada.person, 'orders', workflowId)
}

test('a deployed tool adds the columns to each row, and checks see them', async () => {
  const checks = [{ name: 'Accounts', expression: 'items.all(row, known(row.items_account))' }]
  expect((await ada.person.patch(`prompt-studio/${projectId}/`, { checks })).status).toBe(200)
  const deployment = await deploy()
  const call = async (name: string, items: readonly Item[], options: object = {}, seller = '-') => {
    const { body } = await ada.person.upload(
      deployment.path,
      {
        files: [{ ...file(name, items, seller), field: 'files' }],
        fields: { timeout: '300', include_metadata: 'true', ...options },
      },
      { headers: { authorization: `Bearer ${deployment.key}` } },
    )
    const { output, metadata } = body.message.result[0].result
    const check = metadata.checks.find(({ name: one }: { name: string }) => one === 'Accounts')
    return { items: output.items, output, lookup: metadata.lookups.items, outcome: check.outcome }
  }
  const knownItems = sampleItems.slice(0, 2)
  const first = await call('first.txt', knownItems)
  expect(first.items).toEqual([
    { ...knownItems[0], items_account: '4400' },
    { ...knownItems[1], items_account: '4500' },
  ])
  expect(first.output).not.toHaveProperty('items_account')
  expect(first.lookup).toMatchObject({
    status: 'matched',
    added_columns: ['items_account'],
    rows: [{ row_key: 'A-100' }, { row_key: 'B-300' }],
  })
  expect(first.outcome).toBe('confirmed')

  // The seller of the document says which of two equal descriptions is meant.
  const washer = await call('washer.txt', [{ no: null, text: 'Washer steel' }], {}, '7002')
  expect(washer.lookup.rows[0]).toMatchObject({ row_key: 'A-200-N', status: 'matched' })

  const unknownItem = await call('unknown.txt', [sampleItems[3] as Item])
  expect([unknownItem.items[0].items_account, unknownItem.outcome]).toEqual([null, 'contradicted'])

  const reuseOptions = { use_file_history: 'true' }
  const firstReuse = await call('again.txt', knownItems, reuseOptions)
  await ada.person.upload(`lookup-tables/${tableId}/versions/`, {
    files: [{ name: 'articles.csv', content: articles.replace('4400', '4499') }],
  })
  const requestsBefore = model.requests.length
  const afterUpload = await call('again.txt', knownItems, reuseOptions)
  expect(model.requests.length).toBe(requestsBefore)
  expect(firstReuse.items[0].items_account).toBe('4400')
  expect(afterUpload.items).toEqual([
    { ...knownItems[0], items_account: '4499' },
    { ...knownItems[1], items_account: '4500' },
  ])
})

test('rows beyond the maximum are not matched, and the match says so', async () => {
  const { organization_id: organizationId } = await server.ctx.db
    .selectFrom('lookup_table')
    .select('organization_id')
    .executeTakeFirstOrThrow()
  const items = Array.from({ length: maxMatchedListRows + 1 }, () => ({ no: 'A-100' }))
  const matches = await matchValues(
    { db: server.ctx.db, organizationId },
    { prompts: [{ key: 'items', matchTo }], values: { items }, time: new Date() },
  )
  const { match, list } = matches.get('items') ?? {}
  expect(match?.status).toBe('too_many')
  expect(match?.reason).toBe(
    `${maxMatchedListRows} of ${maxMatchedListRows + 1} rows matched. Only the first ${maxMatchedListRows} rows of a list are matched.`,
  )
  expect(list?.rows.at(-2)?.row_key).toBe('A-100')
  expect(list?.rows.at(-1)).toMatchObject({ status: 'too_many', columns: { Account: null } })
})

let reviewedItem: { readonly workflowId: string; readonly itemId: string }

const edit = (changes: object) =>
  ada.person.patch('manual_review/edited_data/', {
    class_name: reviewedItem.workflowId,
    type: 'review',
    item_id: reviewedItem.itemId,
    updated_data: {},
    ...changes,
  })
const choose = (choices: object) => edit({ updated_lookups: { items: choices } })

test('a review rule catches a file of whose rows one has no match', async () => {
  const workflowId = await makeWorkflow(ada.person, 'Reviewed', toolId)
  const deployment = await makeDeployment(ada.person, 'reviewed', workflowId)
  await ada.person.post('manual_review/db_rules/', {
    workflow: workflowId,
    rule_json: {
      combinator: 'and',
      rules: [{ field: 'lookup:items', operator: 'equal', value: 'ambiguous' }],
    },
  })
  await ada.person.post('manual_review/settings/', { workflow: workflowId, sync_with: 'Queue' })
  await ada.person.upload(
    deployment.path,
    {
      files: [
        { ...file('known.txt', sampleItems.slice(0, 1)), field: 'files' },
        { ...file('open.txt', sampleItems), field: 'files' },
      ],
      fields: { timeout: '0' },
    },
    { headers: { authorization: `Bearer ${deployment.key}` } },
  )
  const next = async () =>
    (await ada.person.get(`manual_review/next/?class_name=${workflowId}&type=review`)).body.data
  await expect.poll(async () => (await next())?.file_name).toBe('open.txt')
  const { id: itemId, result } = await next()
  reviewedItem = { workflowId, itemId }
  for (const [choice, attr] of [
    [{ row_key: 'A-200' }, 'updated_lookups.items.row'],
    [{ row_key: 'A-200', row: 5 }, 'updated_lookups.items.row'],
    [{ row_key: 'A-999', row: 2 }, 'updated_lookups.items.row_key'],
    [{ row_key: 'A-200', row: 4, remember: true }, 'updated_lookups.items.remember'],
    [{ row: 2 }, 'updated_lookups.items.row_key'],
  ] as const) {
    const { status, body } = await choose(choice)
    expect([status, body.errors?.[0].attr]).toEqual([400, attr])
  }
  const chosenReply = await choose({ row_key: 'A-200', row: 2 })
  expect(chosenReply.body.stored_data.items[2].items_account).toBe('4410')
  expect(chosenReply.body.lookups.items.rows[2]).toMatchObject({ row_key: 'A-200', by: 'person' })
  const withdrawnReply = await choose({ row_key: null, row: 2, withdraw: true })
  expect(withdrawnReply.body.lookups.items.rows[2]).toMatchObject({ row_key: null, by: null })
  expect(withdrawnReply.body.stored_data.items[2].items_account).toBeNull()
  expect((await choose({ row_key: 'A-200', row: 2 })).status).toBe(200)

  // Another row is removed and one is corrected; what the person chose goes with its row.
  const { items } = chosenReply.body.stored_data
  const correctedItems = [items[0], items[2], { ...items[3], no: 'B-300', text: 'Cable drum' }]
  const editedReply = await edit({ updated_data: { items: correctedItems } })
  expect(editedReply.body.lookups.items.rows.map(({ row_key }: Item) => row_key)).toEqual([
    'A-100',
    'A-200',
    'B-300',
  ])
  const accounts = editedReply.body.stored_data.items.map(
    ({ items_account }: Item) => items_account,
  )
  expect(accounts).toEqual(['4499', '4410', '4500'])

  const noneReply = await choose({ row_key: null, row: 0 })
  expect(noneReply.body.lookups.items.rows[0]).toMatchObject({ status: 'not_found', by: 'person' })
  expect(noneReply.body.stored_data.items[0].items_account).toBeNull()
  expect(result.output.items).toHaveLength(sampleItems.length)
  const { body: events } = await ada.person.get(`manual_review/items/${itemId}/events/`)
  expect(events.data).toContainEqual(
    expect.objectContaining({ field: 'row of items › row 3', before: null, after: 'A-200' }),
  )
})

test('one call chooses rows for several rows of a list, as after an edit that replaced them', async () => {
  const chosenRows = [
    { row_key: 'A-200-N', row: 0 },
    { row_key: 'A-200', row: 1 },
  ]
  for (const [choices, attr] of [
    [[], 'updated_lookups.items'],
    [[chosenRows[0], { row: 1 }], 'updated_lookups.items.1.row_key'],
    [[chosenRows[0], { row_key: 'A-999', row: 1 }], 'updated_lookups.items.1.row_key'],
    [[chosenRows[0], { row_key: null, row: 0 }], 'updated_lookups.items.1.row'],
  ] as const) {
    const { status, body } = await choose(choices)
    expect([status, body.errors?.[0].attr]).toEqual([400, attr])
  }
  const items = [
    { no: null, text: 'Washer steel' },
    { no: null, text: 'Washer of steel' },
    { no: 'B-300', text: null },
  ]
  const readRows = ({ body }: Awaited<ReturnType<typeof edit>>) =>
    body.lookups.items.rows.map((row: Item, index: number) => [
      row.row_key,
      row.by,
      body.stored_data.items[index].items_account,
    ])
  await edit({ updated_data: { items } })
  const chosenReply = await choose(chosenRows)
  const expectedRows = [
    ['A-200-N', 'person', '4420'],
    ['A-200', 'person', '4410'],
    ['B-300', 'id', '4500'],
  ]
  expect(readRows(chosenReply)).toEqual(expectedRows)

  const replacedItems = items.map((item) => ({ ...item, no: 'A-100', text: null }))
  const replacedReply = await edit({ updated_data: { items: replacedItems } })
  expect(readRows(replacedReply)).toEqual(items.map(() => ['A-100', 'id', '4499']))

  const restoredReply = await edit({
    updated_data: { items },
    updated_lookups: { items: chosenRows },
  })
  expect(readRows(restoredReply)).toEqual(expectedRows)

  const withdrawnReply = await choose([
    { row_key: null, row: 0, withdraw: true },
    { row_key: null, row: 1 },
  ])
  expect(readRows(withdrawnReply)).toEqual([
    [null, null, null],
    [null, 'person', null],
    ['B-300', 'id', '4500'],
  ])
})
