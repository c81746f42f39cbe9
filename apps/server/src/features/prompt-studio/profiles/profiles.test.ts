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
const list = (id: string) => ada.person.get(`prompt-studio/prompt-studio-profile/${id}/`)

test('[PS-015] accepts adapter ids in a profile and returns names', async () => {
  const { tool_id } = await ada.project()
  const missingReply = await ada.person.post(`prompt-studio/profilemanager/${tool_id}`, {
    profile_name: 'Bare',
  })
  expect(missingReply.status).toBe(400)
  expect(missingReply.body.errors.map(({ attr }: { attr: string }) => attr)).toEqual([
    'llm',
    'vector_store',
    'embedding_model',
    'x2text',
  ])

  const profile = await ada.profile(tool_id, { profile_name: 'Names' })
  expect(profile).toMatchObject({
    profile_name: 'Names',
    llm: 'Built-in extractor',
    vector_store: 'Built-in store',
    embedding_model: 'Built-in MiniLM',
    x2text: 'Built-in reader',
    prompt_studio_tool: tool_id,
    is_default: false,
  })
  const back = await ada.person.put(`prompt-studio/profile-manager/${profile.profile_id}/`, profile)
  expect(back.status).toBe(200)
  expect(back.body).toEqual({ ...profile, modified_at: expect.any(String) })
})

test('rejects an adapter of the wrong kind or an unknown one at its field', async () => {
  const { tool_id } = await ada.project()
  const { EMBEDDING } = await ada.adapters()
  const path = `prompt-studio/profilemanager/${tool_id}`
  const { body: fields } = await list(tool_id)

  for (const [attr, value] of [
    ['llm', EMBEDDING],
    ['x2text', unknownId],
    ['vector_store', 'No such store'],
  ] as const) {
    const { status, body } = await ada.person.post(path, {
      ...fields[0],
      profile_name: 'Wrong',
      [attr]: value,
    })
    expect(status).toBe(400)
    expect(body.errors).toEqual([expect.objectContaining({ attr, code: 'does_not_exist' })])
  }
})

test('rejects an adapter that is not shared with the user', async () => {
  const uma = studioOf(server.as('user'))
  const { tool_id } = await uma.project()
  const { body: secret } = await ada.person.post('adapter/', {
    adapter_id: 'openaicompatible|b6d10f33-2c41-49fc-a8c2-58d2b247fc09',
    adapter_name: 'Ada’s own',
    adapter_type: 'LLM',
    adapter_metadata: { api_base: 'http://127.0.0.1:1/v1', model: 'm' },
  })
  const { body: fields } = await uma.person.get(`prompt-studio/prompt-studio-profile/${tool_id}/`)

  const { status } = await uma.person.post(`prompt-studio/profilemanager/${tool_id}`, {
    ...fields[0],
    profile_name: 'Borrowed',
    llm: secret.id,
  })
  expect(status).toBe(403)
})

test('accepts numbers as strings, and rejects an overlap as large as the chunk', async () => {
  const { tool_id } = await ada.project()
  const { profile_id } = await ada.profile(tool_id)
  const path = `prompt-studio/profile-manager/${profile_id}/`

  const bad = await ada.person.patch(path, { chunk_size: 'many' })
  expect(bad.body.errors).toEqual([expect.objectContaining({ attr: 'chunk_size' })])
  const endless = await ada.person.patch(path, { chunk_size: 100, chunk_overlap: 100 })
  expect(endless.body.errors).toEqual([expect.objectContaining({ attr: 'chunk_overlap' })])

  const { status, body } = await ada.person.patch(path, {
    chunk_size: '1024',
    chunk_overlap: '128',
    similarity_top_k: '5',
  })
  expect(status).toBe(200)
  expect(body).toMatchObject({ chunk_size: 1024, chunk_overlap: 128, similarity_top_k: 5 })
})

test('[PS-167] [PS-163] allows at most four profiles with unique names per project', async () => {
  const { tool_id } = await ada.project()
  await ada.profile(tool_id, { profile_name: 'Second' })
  const { body: fields } = await list(tool_id)
  const duplicateReply = await ada.person.post(`prompt-studio/profile-manager/${tool_id}`, {
    ...fields[0],
    profile_name: 'Second',
  })
  expect(duplicateReply.status).toBe(400)
  expect(duplicateReply.body.type).toBe('client_error')

  await ada.profile(tool_id)
  await ada.profile(tool_id)
  const fifth = await ada.person.post(`prompt-studio/profile-manager/${tool_id}`, {
    ...fields[0],
    profile_name: 'Fifth',
  })
  expect(fifth.status).toBe(403)
  expect(fifth.body.type).toBe('client_error')
  expect((await list(tool_id)).body).toHaveLength(4)
})

test('[PS-161] [PS-162] keeps exactly one default profile under concurrent changes', async () => {
  const { tool_id, default_profile } = await ada.project()
  const { profile_id } = await ada.profile(tool_id)
  const path = `prompt-studio/prompt-studio-profile/${tool_id}/`

  const foreign = await ada.project()
  const refusal = await ada.person.patch(path, { default_profile: foreign.default_profile })
  expect(refusal.status).toBe(404)

  const choices = [profile_id, default_profile, profile_id, default_profile, profile_id]
  const answers = await Promise.all(
    choices.map((id) => ada.person.patch(path, { default_profile: id })),
  )
  for (const [i, { status, body }] of answers.entries()) {
    expect(status).toBe(200)
    expect(body).toEqual({ default_profile: choices[i] })
  }
  const { body: profiles } = await list(tool_id)
  expect(profiles.filter((one: { is_default: boolean }) => one.is_default)).toHaveLength(1)
})

test('[PS-164] [PS-165] [PS-168] lets only the creator change a profile, and lets them delete the default one', async () => {
  const { tool_id, default_profile } = await ada.project({ shared_to_org: true })
  const uma = server.as('user')
  const path = `prompt-studio/profile-manager/${default_profile}/`
  const otherRoles = [
    await uma.get(path),
    await uma.put(path, { reindex: true }),
    await uma.delete(path),
  ]
  expect(otherRoles.map(({ status }) => status)).toEqual([403, 403, 403])
  const mallory = server.as('admin', { organization: 'rival', name: 'mallory' })
  expect((await mallory.get(path)).status).toBe(404)

  expect((await ada.person.delete(path)).status).toBe(204)
  const { body: project } = await ada.person.get(`prompt-studio/${tool_id}`)
  expect(project).not.toHaveProperty('default_profile')
})

test('[PS-168] runs nothing without a default profile, also not under another one, until one is set', async () => {
  const { tool_id, default_profile } = await ada.project()
  const content = 'Total 12.00'
  const document_id = await ada.document(tool_id, { name: 'a.txt', content, type: 'text/plain' })
  const { profile_id } = await ada.profile(tool_id)
  const { prompt_id } = await ada.prompt(tool_id, { prompt_key: 'total', prompt: 'What total?' })
  await ada.person.delete(`prompt-studio/profile-manager/${default_profile}/`)
  const run = () =>
    ada.person.post(`prompt-studio/${tool_id}/runs/`, {
      prompt_ids: [prompt_id],
      document_ids: [document_id],
      profile_ids: [profile_id],
    })
  const index = () => ada.person.post(`prompt-studio/index-document/${tool_id}`, { document_id })

  for (const reply of [await run(), await index()]) {
    expect(reply.status).toBe(500)
    expect(JSON.stringify(reply.body)).toContain('no default LLM profile')
  }
  await ada.person.patch(`prompt-studio/prompt-studio-profile/${tool_id}`, {
    default_profile: profile_id,
  })
  expect((await run()).status).toBe(202)
})

test('does not overwrite a profile that was changed in another tab, unless the client expects nothing', async () => {
  const { tool_id } = await ada.project()
  const currentProfile = await ada.profile(tool_id)
  const save = (changes: object) =>
    ada.person.patch(`prompt-studio/profile-manager/${currentProfile.profile_id}/`, changes)
  const { llm, chunk_size } = currentProfile
  await save({ chunk_size: 500 })

  const late = await save({ chunk_size: 900, expected: { llm, chunk_size } })
  expect(late).toMatchObject({ status: 409, body: { type: 'client_error' } })
  expect(late.body.errors).toMatchObject([{ attr: 'chunk_size', code: 'changed' }])
  const now = { chunk_size: 900, expected: { llm, chunk_size: 500 } }
  expect((await save(now)).body).toMatchObject({ chunk_size: 900, llm })
})

test('uses the first profile of a project for its prompts, but not for its notes', async () => {
  const { tool_id, default_profile } = await ada.project()
  await ada.person.delete(`prompt-studio/profile-manager/${default_profile}/`)
  await ada.prompt(tool_id, { prompt_key: 'total', prompt: 'What is the total?' })
  await ada.prompt(tool_id, { prompt_key: 'note', prompt: 'Mind', prompt_type: 'NOTES' })

  const { profile_id, is_default } = await ada.profile(tool_id)

  expect(is_default).toBe(true)
  const { body: project } = await ada.person.get(`prompt-studio/${tool_id}`)
  expect(
    project.prompts.map(({ profile_manager }: Record<string, unknown>) => profile_manager),
  ).toEqual([profile_id, null])
})

test('refuses to delete an adapter that a profile uses', async () => {
  const { tool_id } = await ada.project()
  const { body: adapter } = await ada.person.post('adapter/', {
    adapter_id: 'openaicompatible|b6d10f33-2c41-49fc-a8c2-58d2b247fc09',
    adapter_name: 'In use',
    adapter_type: 'LLM',
    adapter_metadata: { api_base: 'http://127.0.0.1:1/v1', model: 'm' },
  })
  const { profile_id } = await ada.profile(tool_id, { llm: adapter.id })

  expect((await ada.person.delete(`adapter/${adapter.id}/`)).status).toBe(409)
  await ada.person.delete(`prompt-studio/profile-manager/${profile_id}/`)
  expect((await ada.person.delete(`adapter/${adapter.id}/`)).status).toBe(204)
})
