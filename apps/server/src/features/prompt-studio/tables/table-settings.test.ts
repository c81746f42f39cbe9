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
const unknown = '00000000-0000-4000-8000-000000000000'

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

test('[PS-337][PS-338] what cannot be is refused at its field, and nothing is stored', async () => {
  const prompt = await tablePrompt()
  const attrOf = async (more: object) => {
    const { status, body } = await ada.person.post(path, { ...prompt, ...more })
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
  expect(await attrOf({ tool_id: unknown })).toBe('prompt_id')
  const { body } = await ada.person.get(`${path}?prompt_id=${prompt.prompt_id}`)
  expect(body.id).toBeNull()
})

test('settings of a prompt that is not there, or is another organization’s, are not found', async () => {
  const prompt = await tablePrompt()
  const { body: made } = await ada.person.post(path, prompt)
  const mallory = server.as('admin', { organization: 'rival', name: 'mallory' })

  const statuses = [
    await ada.person.get(`${path}?prompt_id=${unknown}`),
    await ada.person.post(path, { ...prompt, prompt_id: unknown }),
    await ada.person.patch(`${path}${unknown}/`, { start_page: 1 }),
    await mallory.get(`${path}?prompt_id=${prompt.prompt_id}`),
    await mallory.post(path, prompt),
    await mallory.patch(`${path}${made.id}/`, { start_page: 1 }),
  ].map(({ status }) => status)

  expect(statuses).toEqual([404, 404, 404, 404, 404, 404])
  expect((await mallory.get(path)).body).toEqual([])
})

test('[PS-333][PS-334][PS-335][PS-336] a prompt without settings has the defaults, and creating them stores those', async () => {
  const table = await tablePrompt()
  const record = await tablePrompt('record')

  const before = await ada.person.get(`${path}?prompt_id=${table.prompt_id}`)
  const made = await ada.person.post(path, table)
  const records = await ada.person.post(path, record)

  expect(before.body).toEqual({ id: null, ...table, ...defaults })
  expect(made.status).toBe(201)
  expect(made.body).toEqual({ id: expect.any(String), ...table, ...defaults })
  expect(records.body).toMatchObject({ enforce_type: 'record' })
})

test('[PS-339][PS-344][PS-346][PS-347] settings are made once, and an update changes what it names', async () => {
  const prompt = await tablePrompt()
  const { body: made } = await ada.person.post(path, {
    ...prompt,
    headers: ['Date', 'Amount'],
    start_page: '2',
    document_type: ['bank statement'],
  })
  const again = await ada.person.post(path, prompt)
  const changed = await ada.person.patch(`${path}${made.id}/`, { end_page: 9 })
  const refused = await ada.person.patch(`${path}${made.id}/`, { end_page: 1 })
  const { body } = await ada.person.get(`${path}?prompt_id=${prompt.prompt_id}`)

  expect(again).toMatchObject({
    status: 400,
    body: { errors: [{ attr: 'prompt_id', code: 'unique' }] },
  })
  expect(changed.status).toBe(200)
  expect(refused.body.errors[0].attr).toBe('end_page')
  expect(body).toEqual({ ...changed.body })
  expect(body).toMatchObject({
    ...{ headers: ['Date', 'Amount'], start_page: 2, end_page: 9 },
    document_type: 'bank statement',
  })
})

test('a change of settings that somebody else has changed meanwhile is refused, and names the field', async () => {
  const prompt = await tablePrompt()
  const { body: made } = await ada.person.post(path, { ...prompt, start_page: 2 })
  const change = (changes: object) => ada.person.patch(`${path}${made.id}/`, changes)
  await change({ start_page: 3 })

  const refused = await change({ start_page: 4, expected: { start_page: 2 } })
  const other = await change({ end_page: 9, expected: { end_page: 0 } })

  expect(refused).toMatchObject({
    status: 409,
    body: { errors: [{ attr: 'start_page', code: 'changed' }] },
  })
  expect(other.body).toMatchObject({ start_page: 3, end_page: 9 })
})

test('[PS-345] without a prompt all settings are listed that a person may see, and they go with their prompt', async () => {
  const kept = await tablePrompt()
  const gone = await tablePrompt()
  await tablePrompt()
  for (const prompt of [kept, gone]) await ada.person.post(path, prompt)
  await ada.person.delete(`prompt-studio/prompt/${gone.prompt_id}/`)

  const listed = async (person = ada.person) =>
    (await person.get(path)).body.map(({ prompt_id }: { prompt_id: string }) => prompt_id)

  expect(await listed()).toContain(kept.prompt_id)
  expect(await listed()).not.toContain(gone.prompt_id)
  expect(await listed(server.as('user'))).toEqual([])
})
