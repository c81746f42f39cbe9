import { omitUndefined } from '@recto/omit-undefined'
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

const unknownId = '00000000-0000-4000-8000-000000000000'
type Row = {
  readonly prompt_id: string
  readonly prompt_key: string
  readonly [k: string]: unknown
}

async function promptsOf(projectId: string): Promise<Row[]> {
  return (await ada.person.get(`prompt-studio/${projectId}`)).body.prompts
}

test('[PS-224] requires a unique key that is neither blank nor contains control characters', async () => {
  const { tool_id } = await ada.project()
  const post = (fields: object, id = tool_id) =>
    ada.person.post(`prompt-studio/prompt-studio-prompt/${id}/`, fields)

  for (const fields of [{}, { prompt_key: '   ' }, { prompt_key: 'a\nb' }]) {
    const { status, body } = await post(fields)
    expect(status).toBe(400)
    expect(body.errors).toEqual([expect.objectContaining({ attr: 'prompt_key' })])
  }
  expect((await post({ prompt_key: 'total' }, unknownId)).status).toBe(404)

  expect((await post({ prompt_key: 'Invoices 1' })).status).toBe(201)
  const duplicateReply = await post({ prompt_key: 'Invoices 1' })
  expect(duplicateReply.status).toBe(400)
  expect(duplicateReply.body.type).toBe('client_error')

  const otherPrompt = await ada.prompt(tool_id, { prompt_key: 'other' })
  const renameReply = await ada.person.patch(`prompt-studio/prompt/${otherPrompt.prompt_id}/`, {
    prompt_key: 'Invoices 1',
  })
  expect(renameReply.status).toBe(400)
})

test('lists the prompt names of a project in order, only to users who may see it', async () => {
  const { tool_id } = await ada.project()
  const later = await ada.prompt(tool_id, { prompt_key: 'b', sequence_number: 2 })
  const first = await ada.prompt(tool_id, { prompt_key: 'a', sequence_number: 1 })
  const { body } = await ada.person.get(`prompt-studio/prompt/?tool_id=${tool_id}`)
  const stranger = await server.as('user').get(`prompt-studio/prompt/?tool_id=${tool_id}`)

  expect(body).toEqual([
    { prompt_id: first.prompt_id, prompt_key: 'a', enforce_type: 'text', sequence_number: 1 },
    { prompt_id: later.prompt_id, prompt_key: 'b', enforce_type: 'text', sequence_number: 2 },
  ])
  expect(stranger.status).toBe(404)
  expect((await ada.person.get('prompt-studio/prompt/')).body.errors[0].attr).toBe('tool_id')
})

test('[PS-006] [PS-007] [PS-008] [PS-232] returns every field of a new prompt, and puts it last', async () => {
  const { tool_id, default_profile } = await ada.project()
  await ada.prompt(tool_id, { prompt_key: 'first', sequence_number: 7 })

  const prompt = await ada.prompt(tool_id, {
    prompt_key: 'total',
    prompt: 'What is the total?',
    enforce_type: 'number',
    profile_manager: default_profile,
  })

  expect(prompt).toMatchObject({
    prompt_key: 'total',
    prompt: 'What is the total?',
    tool_id,
    prompt_type: 'PROMPT',
    profile_manager: default_profile,
    sequence_number: 8,
    enforce_type: 'number',
    required: null,
    active: true,
    output: '',
    output_metadata: {},
    has_line_item_history: false,
    is_assert: false,
    evaluate: true,
    eval_security_pii: true,
  })
  expect((await promptsOf(tool_id)).map(({ prompt_key }) => prompt_key)).toEqual(['first', 'total'])
})

test('gives notes no profile, and rejects a profile of another project', async () => {
  const { tool_id, default_profile } = await ada.project()
  const foreign = await ada.project()

  const note = await ada.prompt(tool_id, {
    prompt_key: 'note',
    prompt_type: 'NOTES',
    profile_manager: default_profile,
  })
  expect(note.profile_manager).toBeNull()

  const { status, body } = await ada.person.post(`prompt-studio/prompt-studio-prompt/${tool_id}/`, {
    prompt_key: 'stolen',
    profile_manager: foreign.default_profile,
  })
  expect(status).toBe(400)
  expect(body.errors).toEqual([expect.objectContaining({ attr: 'profile_manager' })])
})

test('[PS-233] [PS-240] changes one field and keeps the others', async () => {
  const { tool_id } = await ada.project()
  let prompt = await ada.prompt(tool_id, { prompt_key: 'total', prompt: 'The total?' })
  const path = `prompt-studio/prompt/${prompt.prompt_id}/`

  const odd = await ada.person.patch(path, { enforce_type: 'poem' })
  expect(odd.body.errors).toEqual([
    expect.objectContaining({ attr: 'enforce_type', code: 'invalid_choice' }),
  ])
  for (const change of [
    { required: 'all' },
    { required: 'any' },
    { required: null },
    { enforce_type: 'record' },
    { active: false },
    { eval_security_pii: false },
    { evaluate: false },
    { prompt: '' },
    { prompt_key: 'sum' },
  ]) {
    const { status, body } = await ada.person.patch(path, change)
    expect(status).toBe(200)
    expect(body).toEqual({ ...prompt, ...change, modified_at: expect.any(String) })
    prompt = body
  }
})

test('does not overwrite a text that was changed concurrently, unless the client expects nothing', async () => {
  const { tool_id } = await ada.project()
  const totalPrompt = await ada.prompt(tool_id, { prompt_key: 'total', prompt: 'The total?' })
  const path = `prompt-studio/prompt/${totalPrompt.prompt_id}/`
  const save = (prompt: string, expected?: object) =>
    ada.person.patch(path, omitUndefined({ prompt, expected }))

  const tabs = await Promise.all([
    save('From one tab', { prompt: 'The total?' }),
    save('From another tab', { prompt: 'The total?' }),
  ])
  expect(tabs.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const winningText = tabs.find(({ status }) => status === 200)?.body.prompt
  const losingBody = tabs.find(({ status }) => status === 409)?.body
  expect(losingBody).toMatchObject({ type: 'client_error' })
  expect((await promptsOf(tool_id))[0]?.prompt).toBe(winningText)

  expect((await save('Mine after all', { prompt: winningText })).status).toBe(200)
  expect((await save('Without asking')).status).toBe(200)
})

test('does not silently overwrite a type, switch or profile that was changed concurrently', async () => {
  const { tool_id } = await ada.project()
  const prompt = await ada.prompt(tool_id, { prompt_key: 'total' })
  const profile = await ada.profile(tool_id)
  const path = `prompt-studio/prompt/${prompt.prompt_id}/`
  const expectedFields = {
    enforce_type: 'text',
    active: true,
    required: null,
    profile_manager: null,
  }
  const concurrentChange = { enforce_type: 'number', profile_manager: profile.profile_id }
  await ada.person.patch(path, { ...concurrentChange, follows_default_profile: false })

  const ownReply = await ada.person.patch(path, { enforce_type: 'date', expected: expectedFields })
  expect(ownReply).toMatchObject({ status: 409, body: { type: 'client_error' } })
  expect(ownReply.body.errors).toMatchObject([
    { attr: 'enforce_type', code: 'changed' },
    { attr: 'profile_manager', code: 'changed' },
  ])
  expect((await promptsOf(tool_id))[0]).toMatchObject(concurrentChange)

  // A concurrent change of another field is no conflict.
  const independentChange = { active: false, expected: { active: true } }
  expect((await ada.person.patch(path, independentChange)).body).toMatchObject({
    active: false,
    ...concurrentChange,
  })
  await ada.person.delete(path)
  expect((await ada.person.patch(path, independentChange)).status).toBe(404)
})

test('keeps positions unique when two users move prompts at the same time', async () => {
  const { tool_id } = await ada.project()
  const promptIds = new Map<string, string>()
  for (const key of ['a', 'b', 'c', 'd']) {
    promptIds.set(key, (await ada.prompt(tool_id, { prompt_key: key })).prompt_id)
  }
  // Both requests name the positions they saw, which are right for only one of them.
  const move = (key: string, start: unknown, end: unknown) =>
    ada.person.post('prompt-studio/prompt/reorder/', {
      start_sequence_number: start,
      end_sequence_number: end,
      prompt_id: promptIds.get(key),
    })
  const first = await promptsOf(tool_id)
  const [a, b, , d] = first.map(({ sequence_number: place }) => place)

  const moves = await Promise.all([move('a', a, d), move('b', b, d), move('b', b, a)])
  expect(moves.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await move('a', a, d)).status).toBe(200)

  const places = (await promptsOf(tool_id)).map(({ sequence_number: place }) => place)
  expect(new Set(places).size).toBe(4)
  expect(places).toEqual(first.map(({ sequence_number: place }) => place))
})

test('[PS-021] [PS-235] shifts the prompts between the positions, and lists the moved prompt last', async () => {
  const { tool_id } = await ada.project()
  for (const key of ['a', 'b', 'c', 'd']) await ada.prompt(tool_id, { prompt_key: key })
  const idOf = async (key: string) =>
    (await promptsOf(tool_id)).find(({ prompt_key }) => prompt_key === key)?.prompt_id
  const keys = async () => (await promptsOf(tool_id)).map(({ prompt_key }) => prompt_key).join('')
  const move = async (key: string, start: number, end: number) =>
    ada.person.post('prompt-studio/prompt/reorder/', {
      start_sequence_number: start,
      end_sequence_number: end,
      prompt_id: await idOf(key),
    })

  const samePosition = await move('a', 1, 1)
  expect(samePosition.status).toBe(400)
  expect(samePosition.body.type).toBe('validation_error')
  const missingReply = await ada.person.post('prompt-studio/prompt/reorder/', {
    start_sequence_number: 1,
    end_sequence_number: 2,
    prompt_id: unknownId,
  })
  expect(missingReply.status).toBe(404)
  expect(missingReply.body).toEqual({ detail: expect.any(String) })

  const movedDown = await move('a', 1, 3)
  expect(movedDown.status).toBe(200)
  expect(movedDown.body).toEqual([
    { id: await idOf('b'), sequence_number: 1 },
    { id: await idOf('c'), sequence_number: 2 },
    { id: await idOf('a'), sequence_number: 3 },
  ])
  expect(await keys()).toBe('bcad')

  const movedUp = await move('d', 4, 1)
  expect(movedUp.body.at(-1)).toEqual({ id: await idOf('d'), sequence_number: 1 })
  expect(await keys()).toBe('dbca')
})

test('[PS-234] deletes a prompt, and returns 404 for one of another organization', async () => {
  const { tool_id } = await ada.project()
  const { prompt_id } = await ada.prompt(tool_id, { prompt_key: 'total' })
  const path = `prompt-studio/prompt/${prompt_id}/`
  const mallory = server.as('admin', { organization: 'rival', name: 'mallory' })
  const otherReplies = [
    await mallory.get(path),
    await mallory.patch(path, { prompt: 'x' }),
    await mallory.delete(path),
    await server.as('user').get(path),
  ]
  expect(otherReplies.map(({ status }) => status)).toEqual([404, 404, 404, 404])

  expect((await ada.person.delete(path)).status).toBe(204)
  expect(await promptsOf(tool_id)).toEqual([])
})
