import { startCannedModelServer } from '@recto/testkit/canned-model-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeReviewQueue } from '../../testing/make-review-queue.ts'
import { makeTool } from '../../testing/make-tool.ts'
import type { Person } from '../../testing/people.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'
import { studioOf } from '../../testing/studio.ts'

const model = await startCannedModelServer({
  reply: ({ prompt }) => {
    const [, fieldName = ''] = /What is the (seller|city)/.exec(prompt) ?? []
    return new RegExp(`^ *${fieldName}: (.+?) *$`, 'm').exec(prompt)?.[1] ?? 'NA'
  },
})

let server: TestServer
let ada: Person
let rita: Person
let sue: Person
let flow: string
let tableId: string
let queue: Awaited<ReturnType<typeof makeReviewQueue>>

const suppliers = [
  'Number;Name;City',
  '7002;Nordwest Logistik AG;Hamburg',
  '7003;Nordwest Logistik AG;Bremen',
  '7004;Bolt Ltd;Leeds',
].join('\n')

beforeAll(async () => {
  server = await startServer({ worker: true })
  ada = server.as('admin')
  rita = server.as('reviewer')
  sue = server.as('supervisor')
  const table = await ada.upload('lookup-tables/', {
    files: [{ name: 'suppliers.csv', content: suppliers }],
    fields: { name: 'Suppliers' },
  })
  tableId = table.body.id
  const { projectId, toolId } = await makeTool(ada, {
    name: 'Invoices',
    fields: [
      { key: 'vendor', prompt: 'What is the seller?' },
      { key: 'city', prompt: 'What is the city?' },
    ],
    sample: { name: 'sample.txt', content: content('Acme') },
    llmId: await studioOf(ada).cannedLlm(model),
    profile: { chunk_size: 0 },
  })
  const { body: project } = await ada.get(`prompt-studio/${projectId}/`)
  const match_to = {
    table: 'Suppliers',
    compare: [
      { column: 'Name', field: null },
      { column: 'City', field: 'city' },
    ],
    add: ['Number', 'City'],
  }
  const vendor = project.prompts.find(
    ({ prompt_key }: { prompt_key: string }) => prompt_key === 'vendor',
  )
  expect((await ada.patch(`prompt-studio/prompt/${vendor.prompt_id}/`, { match_to })).status).toBe(
    200,
  )
  const exportReply = await ada.post(`prompt-studio/export/${projectId}`, {
    is_shared_with_org: true,
    user_id: [],
    force_export: true,
  })
  expect(exportReply.status).toBe(200)
  queue = await makeReviewQueue(server, { toolId, name: 'matched' })
  flow = queue.flow
})

afterAll(async () => {
  await server?.close()
  await model.close()
})

const content = (seller: string, city = '-') => `seller: ${seller}\ncity: ${city}\n`

const next = async (person = rita, type = 'review') =>
  (await person.get(`manual_review/next/?class_name=${flow}&type=${type}`)).body.data

async function takeItem(seller: string, city?: string) {
  await queue.send([content(seller, city)])
  await expect.poll(async () => (await next()) !== null).toBe(true)
  return next()
}

const edit = (item_id: string, changes: object, person = rita) =>
  person.patch('manual_review/edited_data/', {
    class_name: flow,
    type: 'review',
    item_id,
    updated_data: {},
    ...changes,
  })

const choose = (itemId: string, row_key: string | null, remember = false) =>
  edit(itemId, { updated_lookups: { vendor: { row_key, remember } } })

async function approve() {
  const classQuery = { class_name: flow }
  expect((await rita.post('manual_review/finish_review/', classQuery)).status).toBe(200)
  await next(sue, 'approve')
  expect((await sue.post('manual_review/approve/', classQuery)).status).toBe(200)
  const { body: key } = await sue.post('api/key/', { description: 'Books' })
  const { body } = await server.anonymous.get(`/mr/api/recto/approved/result/${flow}/`, {
    headers: { authorization: `Bearer ${key.api_key}` },
  })
  return body.data.result
}

test('a reviewer chooses one of two branches, and its columns are delivered', async () => {
  const { id, result } = await takeItem('Nordwest Logistik AG')
  expect(result.output).toMatchObject({ vendor_number: null, vendor_city: null })
  expect(result.metadata.lookups.vendor.status).toBe('ambiguous')

  const search = (field: string, text: string, person = rita) =>
    person.get(`manual_review/items/${id}/lookup-rows/?field=${field}&search=${text}`)
  // Reviewers see no lookup tables, but search those of the documents that they review.
  expect((await rita.get(`lookup-tables/${tableId}/`)).status).toBe(403)
  expect((await search('vendor', 'bremen')).body).toEqual({
    columns: ['Number', 'Name', 'City'],
    rows: [{ key: '7003', cells: ['7003', 'Nordwest Logistik AG', 'Bremen'] }],
  })
  expect((await search('city', 'bremen')).status).toBe(404)
  const stranger = server.as('admin', { organization: 'elsewhere', name: 'stranger' })
  expect((await search('vendor', 'bremen', stranger)).status).toBe(404)

  expect((await choose(id, '9999')).status).toBe(400)
  const noMatch = await edit(id, { updated_lookups: { city: { row_key: '7003' } } })
  expect([noMatch.status, noMatch.body.errors[0].attr]).toEqual([400, 'updated_lookups'])
  expect((await next()).result.output.vendor_number).toBeNull()

  const chosenReply = await choose(id, '7003')
  expect([chosenReply.status, chosenReply.body]).toMatchObject([
    200,
    {
      stored_data: { vendor_number: '7003', vendor_city: 'Bremen' },
      lookups: { vendor: { status: 'matched', row_key: '7003', by: 'person', candidates: [] } },
    },
  ])
  const withdrawnReply = await edit(id, {
    updated_lookups: { vendor: { row_key: null, withdraw: true, remember: true } },
  })
  expect(withdrawnReply.body).toMatchObject({
    stored_data: { vendor_number: null, vendor_city: null },
    lookups: { vendor: { status: 'ambiguous', row_key: null, by: null } },
  })
  expect((await choose(id, '7003')).status).toBe(200)
  // Another compared value does not undo what the person chose.
  await edit(id, { updated_data: { city: 'Hamburg' } })
  const { body: events } = await sue.get(`manual_review/items/${id}/events/`)
  expect(events.data).toContainEqual(
    expect.objectContaining({ field: 'row of vendor', before: null, after: '7003' }),
  )
  const deliveredResult = await approve()
  expect(deliveredResult.output).toEqual({
    vendor: 'Nordwest Logistik AG',
    city: 'Hamburg',
    vendor_number: '7003',
    vendor_city: 'Bremen',
  })
  expect(deliveredResult.metadata.lookups.vendor).toMatchObject({ row_key: '7003', by: 'person' })
})

test('an edited value is matched again, unless the person entered the column', async () => {
  const { id } = await takeItem('Bolt Ltd', 'Leeds')
  expect((await next()).result.output.vendor_number).toBe('7004')
  const correctedReply = await edit(id, {
    updated_data: { vendor: 'Nordwest Logistik AG', city: 'Hamburg' },
  })
  expect(correctedReply.body.stored_data).toEqual({
    vendor: 'Nordwest Logistik AG',
    city: 'Hamburg',
    vendor_number: '7002',
    vendor_city: 'Hamburg',
  })
  const enteredReply = await edit(id, { updated_data: { vendor: 'Bolt', vendor_number: '7004-B' } })
  expect(enteredReply.body.stored_data.vendor_number).toBe('7004-B')
  await approve()
})

test('a column that a person entered stays as long as the value means the same row', async () => {
  const { id } = await takeItem('Bolt Ltd', 'Leeds')
  expect((await edit(id, { updated_data: { vendor_number: '7004-B' } })).status).toBe(200)
  const sameRowReply = await edit(id, { updated_data: { vendor: 'Bolt Limited' } })
  expect(sameRowReply.body.lookups.vendor).toMatchObject({ status: 'matched', row_key: '7004' })
  expect((await next()).result.output.vendor_number).toBe('7004-B')
  const otherRowReply = await edit(id, {
    updated_data: { vendor: 'Nordwest Logistik AG', city: 'Hamburg' },
  })
  expect(otherRowReply.body.stored_data.vendor_number).toBe('7002')
  expect((await approve()).output.vendor_number).toBe('7002')
})

test('what a reviewer remembers wins for the next document, and “not in the table” is delivered', async () => {
  const first = await takeItem('Nordwest Log.')
  expect((await choose(first.id, '7002', true)).status).toBe(200)
  expect((await approve()).output.vendor_number).toBe('7002')

  const second = await takeItem('NORDWEST LOG')
  expect(second.result.metadata.lookups.vendor).toMatchObject({ row_key: '7002', by: 'alias' })
  const noRow = await choose(second.id, null)
  expect(noRow.body).toMatchObject({
    stored_data: { vendor_number: null, vendor_city: null },
    lookups: { vendor: { status: 'not_found', row_key: null, by: 'person' } },
  })
  const { body: audit } = await ada.get('audit/?action=lookup-table.alias-saved')
  expect(JSON.stringify(audit)).toContain('Nordwest Log.')
  expect((await approve()).output.vendor_number).toBeNull()
})
