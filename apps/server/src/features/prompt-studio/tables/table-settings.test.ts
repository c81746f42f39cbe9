import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../../testing/start-server.ts'
import { type Studio, studioOf } from '../../../testing/studio.ts'

let server: TestServer
let ada: Studio

beforeAll(async () => {
  server = await startServer()
  ada = studioOf(server.as('admin'))
})
afterAll(() => server.close())

const path = 'prompt-studio/prompt/table/'
const unknownId = '00000000-0000-4000-8000-000000000000'

async function tablePrompt(enforce_type = 'table') {
  const { tool_id } = await ada.project()
  const { prompt_id } = await ada.prompt(tool_id, {
    prompt_key: 'rows',
    prompt: 'All?',
    enforce_type,
  })
  return { tool_id: tool_id as string, prompt_id: prompt_id as string }
}

const defaults = {
  enforce_type: 'table',
  headers: [],
  start_page: 0,
  end_page: 0,
  document_type: 'default',
  page_delimiter: '<<<',
  page_filter_strategy: 'contiguous',
  compress_double_space: false,
  use_form_feed: false,
  disable_span_search: false,
  is_directory_mode: false,
}

test('[PS-337][PS-338] rejects invalid settings at their field and stores nothing', async () => {
  const prompt = await tablePrompt()
  const attrOf = async (fields: object) => {
    const { status, body } = await ada.person.post(path, { ...prompt, ...fields })
    expect(status).toBe(400)
    return body.errors[0].attr
  }

  expect(await attrOf({ start_page: -1 })).toBe('start_page')
  expect(await attrOf({ end_page: 1.5 })).toBe('end_page')
  expect(await attrOf({ start_page: 5, end_page: 4 })).toBe('end_page')
  expect(await attrOf({ document_type: ['a', 'b'] })).toBe('document_type')
  expect(await attrOf({ page_filter_strategy: 'guess' })).toBe('page_filter_strategy')
  expect(await attrOf({ headers: [''] })).toBe('headers.0')
  expect(await attrOf({ headers: Array.from({ length: 201 }, () => 'a') })).toBe('headers')
  expect(await attrOf({ enforce_type: 'text' })).toBe('enforce_type')
  expect(await attrOf({ tool_id: unknownId })).toBe('prompt_id')
  const { body } = await ada.person.get(`${path}?prompt_id=${prompt.prompt_id}`)
  expect(body.id).toBeNull()
})

test('returns 404 for settings of a missing prompt or of another organization', async () => {
  const prompt = await tablePrompt()
  const { body: tableSettings } = await ada.person.post(path, prompt)
  const mallory = server.as('admin', { organization: 'rival', name: 'mallory' })

  const statuses = [
    await ada.person.get(`${path}?prompt_id=${unknownId}`),
    await ada.person.post(path, { ...prompt, prompt_id: unknownId }),
    await ada.person.patch(`${path}${unknownId}/`, { start_page: 1 }),
    await mallory.get(`${path}?prompt_id=${prompt.prompt_id}`),
    await mallory.post(path, prompt),
    await mallory.patch(`${path}${tableSettings.id}/`, { start_page: 1 }),
  ].map(({ status }) => status)

  expect(statuses).toEqual([404, 404, 404, 404, 404, 404])
  expect((await mallory.get(path)).body).toEqual([])
})

test('[PS-333][PS-334][PS-335][PS-336] shows defaults for a prompt without settings, and stores them on creation', async () => {
  const table = await tablePrompt()
  const record = await tablePrompt('record')

  const previousReply = await ada.person.get(`${path}?prompt_id=${table.prompt_id}`)
  const creation = await ada.person.post(path, table)
  const records = await ada.person.post(path, record)

  expect(previousReply.body).toEqual({ id: null, ...table, ...defaults })
  expect(creation.status).toBe(201)
  expect(creation.body).toEqual({ id: expect.any(String), ...table, ...defaults })
  expect(records.body).toMatchObject({ enforce_type: 'record' })
})

test('[PS-339][PS-344][PS-346][PS-347] creates settings only once, and updates only the given fields', async () => {
  const prompt = await tablePrompt()
  const { body: tableSettings } = await ada.person.post(path, {
    ...prompt,
    headers: ['Date', 'Amount'],
    start_page: '2',
    document_type: ['bank statement'],
  })
  const secondReply = await ada.person.post(path, prompt)
  const changeReply = await ada.person.patch(`${path}${tableSettings.id}/`, { end_page: 9 })
  const refusal = await ada.person.patch(`${path}${tableSettings.id}/`, { end_page: 1 })
  const { body } = await ada.person.get(`${path}?prompt_id=${prompt.prompt_id}`)

  expect(secondReply).toMatchObject({
    status: 400,
    body: { errors: [{ attr: 'prompt_id', code: 'unique' }] },
  })
  expect(changeReply.status).toBe(200)
  expect(refusal.body.errors[0].attr).toBe('end_page')
  expect(body).toEqual({ ...changeReply.body })
  expect(body).toMatchObject({
    headers: ['Date', 'Amount'],
    start_page: 2,
    end_page: 9,
    document_type: 'bank statement',
  })
})

test('rejects an update of settings that were changed concurrently, and names the field', async () => {
  const prompt = await tablePrompt()
  const { body: tableSettings } = await ada.person.post(path, { ...prompt, start_page: 2 })
  const change = (changes: object) => ada.person.patch(`${path}${tableSettings.id}/`, changes)
  await change({ start_page: 3 })

  const refusal = await change({ start_page: 4, expected: { start_page: 2 } })
  const otherReply = await change({ end_page: 9, expected: { end_page: 0 } })

  expect(refusal).toMatchObject({
    status: 409,
    body: { errors: [{ attr: 'start_page', code: 'changed' }] },
  })
  expect(otherReply.body).toMatchObject({ start_page: 3, end_page: 9 })
})

test('[PS-345] lists all settings the user may see, and deletes them with their prompt', async () => {
  const remainingPrompt = await tablePrompt()
  const deletedPrompt = await tablePrompt()
  await tablePrompt()
  for (const prompt of [remainingPrompt, deletedPrompt]) await ada.person.post(path, prompt)
  await ada.person.delete(`prompt-studio/prompt/${deletedPrompt.prompt_id}/`)

  const listItems = async (person = ada.person) =>
    (await person.get(path)).body.map(({ prompt_id }: { prompt_id: string }) => prompt_id)

  expect(await listItems()).toContain(remainingPrompt.prompt_id)
  expect(await listItems()).not.toContain(deletedPrompt.prompt_id)
  expect(await listItems(server.as('user'))).toEqual([])
})
