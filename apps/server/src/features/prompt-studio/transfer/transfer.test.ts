import { sampleInvoices } from '@recto/testkit/sample-documents'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTool, makeWorkflow } from '../../../testing/make-tool.ts'
import type { Person, TestFile } from '../../../testing/people.ts'
import { startServer, type TestServer } from '../../../testing/start-server.ts'
import { type Studio, studioOf } from '../../../testing/studio.ts'

let server: TestServer
let ada: Studio
let uma: Studio
let invoice: TestFile

beforeAll(async () => {
  server = await startServer({ worker: true })
  ada = studioOf(server.as('admin'))
  uma = studioOf(server.as('user'))
  const [sample] = await sampleInvoices()
  invoice = { name: sample!.name, content: sample!.file }
})
afterAll(() => server.close())

const unknownId = '00000000-0000-4000-8000-000000000000'
const namesOf = async ({ person }: Studio): Promise<string[]> => {
  const { body } = await person.get('prompt-studio/?include_prompts=false')
  return body.map(({ tool_name }: { tool_name: string }) => tool_name)
}
const importFile = (person: Person, content: string, fields = {}) =>
  person.upload('prompt-studio/project-transfer/', {
    files: [{ name: 'project.json', content, type: 'application/json' }],
    fields,
  })

/** A project with everything that a copy includes and excludes. */
async function fullProject() {
  // Nobody asks it.
  const challenge_llm = await ada.cannedLlm({ url: 'http://127.0.0.1:9' })
  await ada.person.patch(`adapter/${challenge_llm}/`, { shared_to_org: true })
  const { tool_id, profile_id } = await ada.runnable(invoice, {
    fields: {
      icon: '🧾',
      preamble: 'Read well.',
      postamble: 'Answer briefly.',
      prompt_grammer: { total: ['sum', 'amount due'] },
      challenge_llm,
      enable_challenge: true,
      enable_highlight: true,
      custom_data: { tax: { rate: 0.19 } },
      shared_to_org: true,
    },
    profile: { profile_name: 'Careful', chunk_size: 512, chunk_overlap: 64, similarity_top_k: 5 },
  })
  const usual = { prompt_type: 'PROMPT', profile_manager: profile_id }
  await ada.prompt(tool_id, { ...usual, prompt_key: 'total', prompt: 'Total?', required: 'all' })
  await ada.prompt(tool_id, { prompt_key: 'note', prompt: 'Mind the tax.', prompt_type: 'NOTES' })
  const rows = await ada.prompt(tool_id, {
    ...usual,
    prompt_key: 'rows',
    prompt: 'Rows?',
    enforce_type: 'table',
    active: false,
  })
  await ada.person.post('prompt-studio/prompt/table/', {
    tool_id,
    prompt_id: rows.prompt_id,
    headers: ['Item', 'Price'],
  })
  return (await ada.person.get(`prompt-studio/${tool_id}`)).body
}

test('requires a free name and an accessible project for a clone', async () => {
  const { tool_id, tool_name } = await ada.project()
  const clone = (body: unknown, { person }: Studio = ada) =>
    person.post('prompt-studio/clone/', body)

  const conflictReply = await clone({ tool_id, tool_name })
  expect([conflictReply.status, conflictReply.body.errors[0].attr]).toEqual([400, 'tool_name'])
  const nameless = await clone({ tool_id, tool_name: ' ' })
  expect([nameless.status, nameless.body.errors[0].attr]).toEqual([400, 'tool_name'])
  const sourceless = await clone({ tool_name: 'Of nothing' })
  expect([sourceless.status, sourceless.body.errors[0].attr]).toEqual([400, 'tool_id'])
  expect((await clone({ tool_id, tool_name: 'Mine' }, uma)).status).toBe(404)
  expect((await clone({ share_id: unknownId, tool_name: 'Mine' }, uma)).status).toBe(404)
  expect(await namesOf(uma)).not.toContain('Mine')
})

test('[PS-350] [PS-354] clones prompts, notes, profiles and settings into an unshared project of the user', async () => {
  const source = await fullProject()
  const tool_name = `Copy of ${source.tool_name}`

  const { status, body: copy } = await uma.person.post('prompt-studio/clone/', {
    tool_id: source.tool_id,
    tool_name,
  })
  expect(status).toBe(201)
  expect(copy.tool_id).not.toBe(source.tool_id)
  const user = (await uma.person.get('users/profile/')).body.user
  const settings = [
    'description',
    'author',
    'icon',
    'preamble',
    'postamble',
    'prompt_grammer',
    'challenge_llm',
    'enable_challenge',
    'enable_highlight',
    'custom_data',
    'summarize_context',
    'single_pass_extraction_mode',
    'exclude_failed',
  ]
  const part = (whole: Record<string, unknown>, names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, whole[name]]))
  expect(part(copy, settings)).toEqual(part(source, settings))
  expect(copy).toMatchObject({
    tool_name,
    created_by: Number(user.id),
    shared_users: [],
    shared_to_org: false,
    output: '',
  })

  const promptsOf = (project: typeof source) =>
    project.prompts.map((prompt: Record<string, unknown>) =>
      part(prompt, [
        'prompt_key',
        'prompt',
        'prompt_type',
        'enforce_type',
        'required',
        'active',
        'sequence_number',
        'follows_default_profile',
      ]),
    )
  expect(promptsOf(copy)).toEqual(promptsOf(source))
  const profilesOf = async ({ person }: Studio, id: string) => {
    const { body } = await person.get(`prompt-studio/prompt-studio-profile/${id}/`)
    return body.map((profile: Record<string, unknown>) =>
      part(profile, [
        'profile_name',
        'llm',
        'vector_store',
        'embedding_model',
        'x2text',
        'chunk_size',
        'chunk_overlap',
        'similarity_top_k',
        'is_default',
        'is_summarize_llm',
      ]),
    )
  }
  expect(await profilesOf(uma, copy.tool_id)).toEqual(await profilesOf(ada, source.tool_id))
  const rows = copy.prompts.find(({ prompt_key }: { prompt_key: string }) => prompt_key === 'rows')
  const table = await uma.person.get(`prompt-studio/prompt/table/?prompt_id=${rows.prompt_id}`)
  expect(table.body).toMatchObject({ prompt_id: rows.prompt_id, headers: ['Item', 'Price'] })
  expect((await ada.person.get(`prompt-studio/${copy.tool_id}`)).status).toBe(404)
  const documents = await uma.person.get(`prompt-studio/prompt-document/?tool_id=${copy.tool_id}`)
  expect(documents.body).toEqual([])

  const origin = await uma.person.get(`share-manager/tool-source/?tool_id=${copy.tool_id}`)
  expect(origin.body.source).toEqual({ tool_id: source.tool_id, tool_name: source.tool_name })
})

test('replaces adapters that the user may not use by their defaults in a clone', async () => {
  const { tool_id } = await ada.project({ shared_to_org: true })
  const llm = await ada.cannedLlm({ url: 'https://models.example.org' }, 'Ada’s own')
  const { profile_id } = await ada.profile(tool_id, { profile_name: 'Private', llm })
  await ada.prompt(tool_id, {
    prompt_key: 'a',
    prompt: 'A?',
    profile_manager: profile_id,
  })

  const { body: copy } = await uma.person.post('prompt-studio/clone/', {
    tool_id,
    tool_name: 'Without Ada’s',
  })
  const { body } = await uma.person.get(`prompt-studio/prompt-studio-profile/${copy.tool_id}/`)
  expect(body.map(({ llm }: { llm: string }) => llm)).not.toContain('Ada’s own')
  expect(body).toHaveLength(2)
})

test('rejects a project file of another version, a truncated or an invalid one, and stores nothing', async () => {
  const { tool_id } = await fullProject()
  const { body: file } = await ada.person.get(`prompt-studio/project-transfer/${tool_id}/`)
  const previousNames = await namesOf(ada)
  const whole = JSON.stringify(file)
  const withChanges = (changes: object) => JSON.stringify({ ...file, ...changes })
  const repeatedPrompts = [...file.prompts, { ...file.prompts[0] }]
  const bad: readonly (readonly [string, RegExp])[] = [
    [whole.slice(0, whole.length / 2), /not valid JSON, or is incomplete/],
    [
      withChanges({ export_metadata: { format: 'recto-project', version: 7 } }),
      /another version \(7\)/,
    ],
    [withChanges({ prompts: [{ prompt: 'No key' }] }), /prompts\.0\.prompt_key/],
    [withChanges({ prompts: repeatedPrompts }), /appears twice/],
    [withChanges({ prompts: [{ prompt_key: 'a\u0000' }] }), /Null characters/],
    ['[]', /is not a valid project file/],
    ['null', /is not a valid project file/],
    ['{}', /is not a valid project file/],
  ]
  for (const [content, words] of bad) {
    const { status, body } = await importFile(ada.person, content)
    expect([status, body.type]).toEqual([400, 'validation_error'])
    expect(body.errors[0].detail).toMatch(words)
  }
  const emptyUpload = await ada.person.upload('prompt-studio/project-transfer/', { files: [] })
  expect(emptyUpload.body.errors[0]).toMatchObject({ attr: 'file', code: 'required' })
  const stranger = await importFile(ada.person, whole, { llm_adapter_id: unknownId })
  expect(stranger.status).toBe(404)
  expect(await namesOf(ada)).toEqual(previousNames)
})

test('does not replace prompts from a file of another version, a truncated file, or for a non-member', async () => {
  const { tool_id } = await fullProject()
  const file = (await ada.person.get(`prompt-studio/project-transfer/${tool_id}`)).body
  const sync = (data: unknown, person = ada.person) =>
    person.post(`prompt-studio/${tool_id}/sync-prompts/`, { data })
  const previousPrompts = (await ada.person.get(`prompt-studio/${tool_id}`)).body.prompts

  const otherVersion = { ...file, export_metadata: { ...file.export_metadata, version: 99 } }
  expect((await sync(otherVersion)).body.errors[0]).toMatchObject({
    attr: 'file',
    detail: expect.stringContaining('another version (99)'),
  })
  expect((await sync({ ...file, prompts: undefined })).status).toBe(400)
  const repeatedPrompts = [...file.prompts, file.prompts[0]]
  expect((await sync({ ...file, prompts: repeatedPrompts })).body.errors[0]).toMatchObject({
    attr: 'data',
  })
  const rival = server.as('admin', { organization: 'rival', name: 'mallory' })
  expect((await sync(file, rival)).status).toBe(404)

  expect((await ada.person.get(`prompt-studio/${tool_id}`)).body.prompts).toEqual(previousPrompts)
})

test('replaces the prompts of a project by those of a file, keeps outputs of common ones, and leaves a backup', async () => {
  const { tool_id } = await fullProject()
  const file = (await ada.person.get(`prompt-studio/project-transfer/${tool_id}`)).body
  const project = async () => (await ada.person.get(`prompt-studio/${tool_id}`)).body
  const previousProject = await project()
  const byKey = (prompts: { prompt_key: string }[], key: string) =>
    prompts.find(({ prompt_key }) => prompt_key === key)
  const data = {
    ...file,
    tool_settings: { ...file.tool_settings, preamble: 'Read anew.' },
    prompts: [
      { ...byKey(file.prompts, 'total'), prompt: 'What is the sum?' },
      { prompt_key: 'date', prompt: 'Which day?', enforce_type: 'date', sequence_number: 9 },
    ],
  }

  const path = `prompt-studio/${tool_id}/sync-prompts/`
  const { status, body } = await ada.person.post(path, { data, create_copy: true })

  expect(status).toBe(200)
  expect(body).toMatchObject({
    prompts_deleted: 2,
    prompts_created: 1,
    prompts_updated: 1,
    tool_settings_updated: true,
    backup_tool_name: `${previousProject.tool_name} (backup)`,
  })
  const updatedProject = await project()
  expect(updatedProject.preamble).toBe('Read anew.')
  expect(
    updatedProject.prompts.map((one: Record<string, unknown>) => [
      one['prompt_key'],
      one['prompt'],
    ]),
  ).toEqual([
    ['total', 'What is the sum?'],
    ['date', 'Which day?'],
  ])
  const total = (prompts: { prompt_key: string; prompt_id?: string }[]) =>
    byKey(prompts, 'total') as { prompt_id?: string } | undefined
  expect(total(updatedProject.prompts)?.prompt_id).toBe(total(previousProject.prompts)?.prompt_id)
  const copy = (await ada.person.get(`prompt-studio/${body.backup_tool_id}`)).body
  expect(copy.prompts).toHaveLength(previousProject.prompts.length)
  expect(copy.preamble).toBe(previousProject.preamble)

  const removedPrompt = byKey(previousProject.prompts, 'rows') as { prompt_id?: string } | undefined
  const undo = { id: removedPrompt?.prompt_id }
  expect((await ada.person.post(`prompt-studio/${tool_id}/restore/`, undo)).status).toBe(200)
})

test('replaces profiles only for those who may change them, and then all or none', async () => {
  const { tool_id } = await ada.runnable(invoice, {
    profile: { profile_name: 'Careful', chunk_size: 512, chunk_overlap: 64 },
  })
  await ada.person.patch(`prompt-studio/${tool_id}`, { shared_to_org: true })
  const { body: file } = await ada.person.get(`prompt-studio/project-transfer/${tool_id}/`)
  const [first, profile] = file.profiles
  const sync = async ({ person }: Studio, preamble: string, profiles: readonly object[]) => {
    const data = { ...file, tool_settings: { ...file.tool_settings, preamble }, profiles }
    const body = { data, replaces_all: true }
    return (await person.post(`prompt-studio/${tool_id}/sync-prompts/`, body)).status
  }
  const listProfiles = async () =>
    (await ada.person.get(`prompt-studio/prompt-studio-profile/${tool_id}/`)).body
  const profilesBefore = await listProfiles()
  const changedProfile = { ...profile, chunk_size: 1024 }
  const newProfile = { ...profile, profile_name: 'Mine', is_default: false }

  expect(await sync(uma, 'Changed.', [first, changedProfile])).toBe(403)
  expect(await sync(uma, 'Changed.', [first, newProfile])).toBe(403)
  expect(await listProfiles()).toEqual(profilesBefore)
  expect((await ada.person.get(`prompt-studio/${tool_id}`)).body.preamble).not.toBe('Changed.')

  expect(await sync(uma, 'Changed.', [first, profile, newProfile])).toBe(200)
  expect((await ada.person.get(`prompt-studio/${tool_id}`)).body.preamble).toBe('Changed.')
  // The owner of the project does not own the profile of another person.
  expect(await sync(ada, 'Changed again.', [first, profile])).toBe(403)
  expect(await sync(ada, 'Changed again.', [changedProfile, newProfile])).toBe(200)
  expect(await listProfiles()).toMatchObject([
    { profile_name: 'Careful', chunk_size: 1024, is_default: true },
    { profile_name: 'Mine', chunk_size: 512, is_default: false },
  ])
  const { body: log } = await ada.person.get('audit/?action=project.prompts-replaced')
  expect((log.results ?? log)[0].after).toMatchObject({ profiles_changed: 1, profiles_deleted: 1 })
})

test('exports a project to a file without secrets, and imports it into another organization', async () => {
  const source = await fullProject()
  const { headers, body: file } = await ada.person.get(
    `prompt-studio/project-transfer/${source.tool_id}/`,
  )
  expect(headers.get('content-disposition')).toMatch(/^attachment; .*_\d{8}_\d{6}\.json$/)
  expect(file.export_metadata).toMatchObject({ format: 'recto-project', version: 1 })
  expect(JSON.stringify(file)).not.toMatch(/sealed|api_key|sesame|ada@example/)

  const secondReply = await importFile(ada.person, JSON.stringify(file))
  expect(secondReply.status).toBe(201)
  expect(secondReply.body).toMatchObject({ needs_adapter_config: false })
  const copy = (await ada.person.get(`prompt-studio/${secondReply.body.tool_id}`)).body
  expect(copy.tool_name).toBe(`${source.tool_name} (2)`)
  const copyReply = await ada.person.get(`prompt-studio/project-transfer/${copy.tool_id}/`)
  const { export_metadata: _, tool_metadata, ...rest } = copyReply.body
  expect(rest).toEqual({
    tool_settings: file.tool_settings,
    default_profile_settings: file.default_profile_settings,
    profiles: file.profiles,
    prompts: file.prompts,
  })
  expect(tool_metadata).toEqual({ ...file.tool_metadata, tool_name: copy.tool_name })

  const mallory = studioOf(server.as('admin', { organization: 'rival', name: 'mallory' }))
  const importedProject = await importFile(mallory.person, JSON.stringify(file))
  expect(importedProject.status).toBe(201)
  const importedBody = (await mallory.person.get(`prompt-studio/${importedProject.body.tool_id}`))
    .body
  expect(importedBody.prompts).toHaveLength(3)
})

test('refuses to change a file that it imports if it is told so, and creates nothing then', async () => {
  const { tool_id, tool_name } = await ada.project()
  const { body: file } = await ada.person.get(`prompt-studio/project-transfer/${tool_id}/`)
  const importExactly = (name: string, changes = {}) => {
    const tool_metadata = { ...file.tool_metadata, tool_name: name }
    const content = JSON.stringify({ ...file, ...changes, tool_metadata })
    return importFile(ada.person, content, { refuses_changes: 'true' })
  }
  const namesBefore = await namesOf(ada)
  const [profile] = file.profiles
  const refusals = [
    await importExactly(tool_name),
    await importExactly('Exact', {
      tool_settings: { ...file.tool_settings, enable_challenge: true, challenge_llm: null },
    }),
    await importExactly('Exact', { profiles: [{ ...profile, escalation_llm: 'Nobody' }] }),
  ]

  expect(refusals.map(({ status, body }) => [status, body.errors[0].attr])).toEqual([
    [400, 'tool_name'],
    [409, null],
    [400, 'file.profiles.0.escalation_llm'],
  ])
  expect(refusals[0]?.body.errors[0].detail).toContain(tool_name)
  expect(refusals[1]?.body.errors[0].detail).toContain('LLMChallenge is off')
  expect(await namesOf(ada)).toEqual(namesBefore)

  const exactReply = await importExactly('Exact')
  expect(exactReply.status).toBe(201)
  expect(exactReply.body.warning).toBeUndefined()
  expect(await namesOf(ada)).toContain('Exact')
})

test('reads a file with one profile and no version', async () => {
  const { LLM, EMBEDDING, VECTOR_DB, X2TEXT } = await ada.adapters()
  const content = JSON.stringify({
    tool_metadata: { tool_name: 'Elsewhere', description: 'Bills', author: 'Eve', icon: '' },
    tool_settings: { preamble: 'Read.', postamble: 'Answer.', prompt_grammer: null },
    default_profile_settings: { chunk_size: 128, profile_name: 'Theirs' },
    prompts: [{ prompt_key: 'total', prompt: 'Total?', enforce_type: 'number' }],
    export_metadata: { exported_at: '2026-03-01T08:00:00Z', tool_id: unknownId },
  })
  const { status, body } = await importFile(ada.person, content, {
    llm_adapter_id: LLM,
    vector_db_adapter_id: VECTOR_DB,
    embedding_adapter_id: EMBEDDING,
    x2text_adapter_id: X2TEXT,
  })
  expect([status, body.needs_adapter_config]).toEqual([201, false])
  const profiles = `prompt-studio/prompt-studio-profile/${body.tool_id}/`
  expect((await ada.person.get(profiles)).body).toEqual([
    expect.objectContaining({ profile_name: 'Theirs', chunk_size: 128, is_default: true }),
  ])
})

test('accepts 500 prompts, one with 200,000 characters, and 300 documents, but refuses to run them all at once', async () => {
  const prompts = Array.from({ length: 500 }, (_, number) => ({
    prompt_key: `field_${number}`,
    prompt: number === 0 ? 'x'.repeat(200_000) : `What is the field ${number}?`,
    sequence_number: number,
  }))
  const file = {
    tool_metadata: { tool_name: 'Large', description: 'Of everything', author: 'Ada' },
    tool_settings: {},
    profiles: [{ profile_name: 'Usual', is_default: true }],
    prompts,
    export_metadata: {},
  }
  const { tool_id } = (await importFile(ada.person, JSON.stringify(file))).body
  for (let part = 0; part < 3; part++) {
    const files = Array.from({ length: 100 }, (_, number) => ({
      name: `note-${part}-${number}.txt`,
      content: `Total ${part * 100 + number}.00`,
    }))
    const { status } = await ada.person.upload(`prompt-studio/file/${tool_id}`, { files })
    expect(status).toBe(200)
  }

  const project = (await ada.person.get(`prompt-studio/${tool_id}`)).body
  const documents = (await ada.person.get(`prompt-studio/prompt-document/?tool_id=${tool_id}`)).body
  expect(project.prompts).toHaveLength(500)
  expect(project.prompts[0].prompt).toHaveLength(200_000)
  expect(documents).toHaveLength(300)
  const all = {
    prompt_ids: project.prompts.map(({ prompt_id }: { prompt_id: string }) => prompt_id),
    document_ids: documents.map(({ document_id }: { document_id: string }) => document_id),
    profile_ids: [project.default_profile],
  }
  for (const path of ['runs/', 'runs/estimate/']) {
    const { status, body } = await ada.person.post(`prompt-studio/${tool_id}/${path}`, all)
    expect([status, body.errors[0].detail]).toEqual([
      400,
      'At most 20000 values can be requested at once.',
    ])
  }
  const fewDocuments = { ...all, document_ids: all.document_ids.slice(0, 2) }
  const { body } = await ada.person.post(`prompt-studio/${tool_id}/runs/estimate/`, fewDocuments)
  expect(body.profiles).toEqual([
    { profile_id: project.default_profile, values: 1000, tokens: 0, cost_in_dollars: 0, known: 0 },
  ])
})

test('[PS-042] refuses to delete a project whose tool a workflow uses, and deletes it without the workflow', async () => {
  const { projectId, toolId } = await makeTool(ada.person, {
    name: 'In use',
    fields: [{ key: 'total', prompt: 'Total?' }],
    sample: invoice,
  })
  const workflowId = await makeWorkflow(ada.person, 'Uses it', toolId)

  const refusal = await ada.person.delete(`prompt-studio/${projectId}`)
  expect(refusal.status).toBe(500)
  expect(refusal.body.type).toBe('server_error')
  expect(refusal.body.errors[0].detail).toMatch(
    /“In use” cannot be deleted, because a workflow uses/,
  )
  const documents = await ada.person.get(`prompt-studio/prompt-document/?tool_id=${projectId}`)
  expect(documents.body).toHaveLength(1)

  await ada.person.delete(`workflow/${workflowId}/`)
  expect((await ada.person.delete(`prompt-studio/${projectId}`)).status).toBe(204)
})

test('[PS-051] [PS-057] returns a project with its prompts, and counts projects', async () => {
  expect((await ada.person.get(`prompt-studio/${unknownId}`)).status).toBe(404)
  const count = async () => (await ada.person.get('tool/prompt-studio/count/')).body.count
  const previousCount = await count()
  const { tool_id } = await ada.project()
  await ada.prompt(tool_id, { prompt_key: 'a', prompt: 'A?' })

  const { status, body } = await ada.person.get(`prompt-studio/${tool_id}`)
  expect(status).toBe(200)
  expect(body.prompts).toEqual([expect.objectContaining({ prompt_key: 'a', prompt: 'A?' })])
  expect(await count()).toBe(previousCount + 1)
})
