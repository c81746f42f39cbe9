import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../../testing/start-server.ts'
import { type Studio, studioOf } from '../../../testing/studio.ts'

let server: TestServer
let ada: Studio
let uma: Studio

beforeAll(async () => {
  server = await startServer({ worker: true })
  ada = studioOf(server.as('admin'))
  uma = studioOf(server.as('user'))
})
afterAll(() => server.close())

const fault = (attr: string | null, code: string) =>
  expect.objectContaining({ attr, code, detail: expect.any(String) })
const unknownId = '00000000-0000-4000-8000-000000000000'

test('[PS-050] requires a unique name, a description and an author for a project', async () => {
  const emptyReply = await ada.person.post('prompt-studio/', {})
  expect(emptyReply.status).toBe(400)
  expect(emptyReply.body).toMatchObject({ type: 'validation_error' })
  expect(emptyReply.body.errors.map(({ attr }: { attr: string }) => attr)).toEqual([
    'tool_name',
    'description',
    'author',
  ])

  const { tool_name } = await ada.project()
  const duplicateReply = await ada.person.post('prompt-studio/', {
    tool_name,
    description: 'd',
    author: 'a',
  })
  expect(duplicateReply.status).toBe(400)
  expect(duplicateReply.body).toEqual({
    type: 'validation_error',
    errors: [fault('tool_name', 'invalid')],
  })
})

test('[PS-001] [PS-002] [PS-003] [PS-004] [PS-005] returns every field of a new project, and no text is null', async () => {
  const project = await ada.project({ icon: null })

  expect(project).toMatchObject({
    icon: '',
    output: '',
    summarize_context: false,
    summarize_as_source: false,
    summarize_prompt: '',
    preamble: expect.stringMatching(/\w/),
    postamble: expect.stringMatching(/\w/),
    prompt_grammer: null,
    monitor_llm: null,
    exclude_failed: true,
    single_pass_extraction_mode: false,
    challenge_llm: null,
    enable_challenge: false,
    enable_highlight: false,
    shared_users: [],
    shared_to_org: false,
    prompts: [],
    created_by_email: 'ada@example.org',
  })
  const read = await ada.person.get(`prompt-studio/${project.tool_id}`)
  expect(read.body).toEqual(project)
})

test('[PS-169] [PS-153] [PS-154] creates a project with a profile of the caller’s default adapters', async () => {
  const { tool_id, default_profile } = await ada.project()

  const { body } = await ada.person.get(`prompt-studio/prompt-studio-profile/${tool_id}/`)
  expect(body).toEqual([
    expect.objectContaining({
      profile_id: default_profile,
      is_default: true,
      llm: 'Built-in extractor',
      chunk_size: 0,
      chunk_overlap: 0,
      retrieval_strategy: 'simple',
      similarity_top_k: 3,
      section: 'Default',
      reindex: false,
    }),
  ])
})

test('lists projects with their prompts, or on request only with the number of prompts', async () => {
  const { tool_id } = await ada.project()
  await ada.prompt(tool_id, { prompt_key: 'a', prompt: 'A?' })
  await ada.prompt(tool_id, { prompt_key: 'note', prompt_type: 'NOTES' })
  const rowOf = async (query: string) => {
    const { body } = await ada.person.get(`prompt-studio/${query}`)
    return body.find((row: { tool_id: string }) => row.tool_id === tool_id)
  }
  expect(await rowOf('')).toMatchObject({ prompt_count: 1, prompts: [{}, {}] })
  const light = await rowOf('?include_prompts=false')
  expect(light.prompt_count).toBe(1)
  expect(light).not.toHaveProperty('prompts')
})

test('searches, sorts and pages the list on request, and otherwise returns all of it', async () => {
  const mark = `Paged ${Math.random()}`
  for (const letter of ['b_1', 'c%2', 'a']) await ada.project({ tool_name: `${mark} ${letter}` })
  const ask = async (query: Record<string, string>) =>
    ada.person.get(`prompt-studio/?${new URLSearchParams({ include_prompts: 'false', ...query })}`)
  const names = (rows: { tool_name: string }[]) =>
    rows.map((row) => row.tool_name.at(mark.length + 1))

  const emptyPage = await ask({ search: mark, page: '3', page_size: '2' })
  expect([emptyPage.status, emptyPage.body.errors[0].code]).toEqual([404, 'not_found'])
  const zero = await ask({ page: '0' })
  expect([zero.status, zero.body.errors[0].attr]).toEqual([400, 'page'])
  const large = await ask({ page_size: '1001' })
  expect([large.status, large.body.errors[0].attr]).toEqual([400, 'page_size'])

  expect(names((await ask({ search: mark.toUpperCase() })).body)).toEqual(['a', 'c', 'b'])
  expect(names((await ask({ search: `${mark} c%` })).body)).toEqual(['c'])
  expect((await ask({ search: `${mark} _` })).body).toEqual([])
  expect(names((await ask({ search: mark, ordering: '-tool_name' })).body)).toEqual(['c', 'b', 'a'])
  expect(names((await ask({ search: mark, ordering: 'nothing' })).body)).toEqual(['a', 'c', 'b'])

  const { body: first } = await ask({
    search: mark,
    ordering: 'tool_name',
    page: '1',
    page_size: '2',
  })
  expect(first).toMatchObject({ count: 3, previous: null })
  expect(names(first.results)).toEqual(['a', 'b'])
  const next = new URL(first.next)
  const { body: second } = await ask(Object.fromEntries(next.searchParams))
  expect([names(second.results), second.next]).toEqual([['c'], null])
  expect((await ask({ page_size: '1' })).body.results).toHaveLength(1)
  const otherReplies = await uma.person.get(
    `prompt-studio/?page=1&search=${encodeURIComponent(mark)}`,
  )
  expect(otherReplies.body).toMatchObject({ count: 0, results: [] })
})

test('tells newer clients that no lookup is invalid, and whether single pass is on', async () => {
  const { tool_id } = await ada.project({ single_pass_extraction_mode: true })
  expect((await uma.person.get(`prompt-studio/${tool_id}/lookup-validation/`)).status).toBe(404)
  expect((await ada.person.get(`prompt-studio/${tool_id}/lookup-validation/`)).body).toEqual({
    ok: true,
    draft_lookups: [],
    multi_var_lookups: [],
    incomplete_lookups: [],
    single_pass_enabled: true,
  })
})

test('[PS-043] [PS-049] shows a project to others only once it is shared with them or with everybody', async () => {
  const { tool_id } = await ada.project()
  const path = `prompt-studio/${tool_id}`
  const listItems = async () => {
    const { body } = await uma.person.get('prompt-studio/%20')
    return body.some((row: { tool_id: string }) => row.tool_id === tool_id)
  }
  expect((await uma.person.get(path)).status).toBe(404)
  expect(await listItems()).toBe(false)

  await ada.person.patch(path, { shared_to_org: true })
  expect(await listItems()).toBe(true)

  await ada.person.patch(path, { shared_to_org: false })
  expect((await uma.person.patch(path, { description: 'mine' })).status).toBe(404)

  const { body: profile } = await uma.person.get('users/profile/')
  await ada.person.patch(path, { shared_users: [profile.user.id] })
  expect((await uma.person.patch(path, { description: 'ours' })).status).toBe(200)
  expect((await uma.person.delete(path)).status).toBe(403)
})

test('[PS-054] [PS-055] lets only the owner share, accepts ids as strings, and rejects non-members', async () => {
  const { tool_id } = await ada.project()
  const { body: profile } = await uma.person.get('users/profile/')

  const stranger = await ada.person.patch(`prompt-studio/${tool_id}`, { shared_users: [987654] })
  expect(stranger.status).toBe(400)
  expect(stranger.body.errors).toEqual([fault('shared_users', 'does_not_exist')])

  const shared = await ada.person.patch(`prompt-studio/${tool_id}`, {
    shared_users: [String(profile.user.id)],
  })
  expect(shared.body.shared_users).toEqual([Number(profile.user.id)])
  const users = await uma.person.get(`prompt-studio/users/${tool_id}`)
  expect(users.body).toMatchObject({
    tool_id,
    created_by: { username: 'ada' },
    shared_users: [{ id: Number(profile.user.id), username: 'uma' }],
  })

  const sharingReply = await uma.person.patch(`prompt-studio/${tool_id}`, { shared_to_org: true })
  expect(sharingReply.status).toBe(403)
})

test('[PS-052] [PS-056] [PS-298] accepts the whole row and ignores read-only fields', async () => {
  const project = await ada.project()
  const otherProject = await ada.project()
  const row = {
    ...project,
    description: 'Changed',
    prompts: [{ prompt_id: unknownId }],
    default_profile: unknownId,
    created_at: 'yesterday',
    organization: 99,
    created_by: 'nobody',
  }

  const clash = await ada.person.patch(`prompt-studio/${project.tool_id}`, {
    ...row,
    tool_name: otherProject.tool_name,
  })
  expect(clash.body.errors).toEqual([fault('tool_name', 'invalid')])

  const savedReply = await ada.person.patch(`prompt-studio/${project.tool_id}/`, row)
  expect(savedReply.status).toBe(200)
  expect(savedReply.body).toEqual({
    ...project,
    description: 'Changed',
    modified_at: expect.any(String),
  })
})

test('[PS-292] [PS-297] [PS-309] [PS-330] saves each group of settings separately', async () => {
  const { tool_id } = await ada.project()
  // Nobody asks it.
  const llm = await ada.cannedLlm({ url: 'http://127.0.0.1:9' })
  const { profile_id } = await ada.profile(tool_id, { llm })
  const groups = [
    { challenge_llm: llm, enable_challenge: true },
    { enable_highlight: true },
    { single_pass_extraction_mode: true },
    {
      summarize_llm_profile: profile_id,
      summarize_prompt: 'Be brief.',
      summarize_context: true,
      summarize_as_source: false,
    },
    { prompt_grammer: { total: ['sum', 'amount due'] } },
    { preamble: 'Read.' },
    { postamble: 'Answer.' },
    { output: unknownId },
  ]
  for (const group of groups) {
    const { status, body } = await ada.person.patch(`prompt-studio/${tool_id}/`, group)
    expect(status).toBe(200)
    expect(body).toMatchObject(group)
  }
})

test('rejects an unknown adapter at its field; null or an empty string means no summarizer', async () => {
  const { tool_id } = await ada.project({})
  const save = (changes: object) => ada.person.patch(`prompt-studio/${tool_id}/`, changes)

  for (const field of ['challenge_llm', 'monitor_llm']) {
    const projectFields = { tool_name: 'Lost', description: 'd', author: 'a', [field]: unknownId }
    for (const answer of [
      await save({ [field]: unknownId }),
      await ada.person.post('prompt-studio/', projectFields),
    ]) {
      expect(answer).toMatchObject({
        status: 400,
        body: { type: 'validation_error', errors: [{ attr: field, code: 'does_not_exist' }] },
      })
    }
  }
  for (const summarize_llm_profile of ['', null]) {
    expect((await save({ summarize_llm_profile })).status).toBe(200)
  }
})

test('refuses the built-in extractor where a model has to write text', async () => {
  const { tool_id, default_profile } = await ada.project()
  const { LLM } = await ada.adapters()
  const save = (changes: object) => ada.person.patch(`prompt-studio/${tool_id}/`, changes)
  const detail = 'The built-in extractor finds values and writes no text. Select a language model.'

  for (const [field, changes] of Object.entries({
    challenge_llm: { challenge_llm: LLM, enable_challenge: true },
    summarize_llm_profile: { summarize_llm_profile: default_profile },
  })) {
    expect(await save({ ...changes, preamble: 'Not saved.' })).toMatchObject({
      status: 400,
      body: { errors: [{ attr: field, code: 'no_language_model', detail }] },
    })
  }
  expect((await ada.person.get(`prompt-studio/${tool_id}/`)).body).toMatchObject({
    challenge_llm: null,
    enable_challenge: false,
    preamble: expect.not.stringContaining('Not saved.'),
  })
})

test('does not overwrite settings that were saved concurrently, unless the client expects nothing', async () => {
  const { tool_id, preamble } = await ada.project({ prompt_grammer: { Bill: ['Invoice'] } })
  const save = (changes: object) => ada.person.patch(`prompt-studio/${tool_id}/`, changes)
  const expected = { preamble, prompt_grammer: { Bill: ['Invoice'] }, summarize_llm_profile: null }

  const tabs = await Promise.all(
    ['one', 'two'].map((text) => save({ preamble: text, expected: { preamble } })),
  )
  expect(tabs.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const winningText = tabs.find(({ status }) => status === 200)?.body.preamble
  const late = await save({ prompt_grammer: {}, preamble: 'three', expected })
  expect(late).toMatchObject({ status: 409, body: { type: 'client_error' } })
  expect(late.body.errors).toMatchObject([{ attr: 'preamble', code: 'changed' }])
  const storedReply = (await ada.person.get(`prompt-studio/${tool_id}`)).body
  expect(storedReply).toMatchObject({
    preamble: winningText,
    prompt_grammer: { Bill: ['Invoice'] },
  })
  expect((await save({ preamble: 'four', expected: { preamble: 4 } })).status).toBe(400)

  expect(
    (await save({ preamble: 'five', expected: { ...expected, preamble: winningText } })).status,
  ).toBe(200)
  expect((await save({ preamble: 'Without asking' })).body.preamble).toBe('Without asking')
})

test('returns 404 for projects of another organization on every route', async () => {
  const { tool_id } = await ada.project()
  const mallory = server.as('admin', { organization: 'rival', name: 'mallory' })
  const answers = await Promise.all([
    mallory.get(`prompt-studio/${tool_id}`),
    mallory.patch(`prompt-studio/${tool_id}`, { description: 'x' }),
    mallory.delete(`prompt-studio/${tool_id}`),
    mallory.get(`prompt-studio/users/${tool_id}`),
    mallory.get(`prompt-studio/prompt-studio-profile/${tool_id}/`),
    mallory.get(`prompt-studio/prompt-document/?tool_id=${tool_id}`),
    mallory.get(`prompt-studio/export/${tool_id}`),
    mallory.post(`prompt-studio/export/${tool_id}`, {}),
    mallory.post(`prompt-studio/fetch_response/${tool_id}`, { document_id: unknownId }),
    mallory.post(`prompt-studio/index-document/${tool_id}`, { document_id: unknownId }),
  ])
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
  expect((await mallory.get('prompt-studio/')).body).toEqual([])
})

test('[PS-053] deletes a project with its documents', async () => {
  const { tool_id } = await ada.project()

  expect((await ada.person.delete(`prompt-studio/${tool_id}`)).status).toBe(204)

  expect((await ada.person.get(`prompt-studio/${tool_id}`)).status).toBe(404)
  expect((await ada.person.delete(`prompt-studio/${tool_id}`)).status).toBe(404)
})

test('returns the default texts of a new project', async () => {
  const { preamble, postamble } = await ada.project()
  const { status, body } = await ada.person.get('prompt-studio/default_texts/')

  expect(status).toBe(200)
  expect(body).toEqual({
    preamble,
    postamble,
    summarize_prompt: expect.stringContaining('YYYY-MM-DD'),
  })
})

test('[PS-166] [PS-242] [PS-243] offers value types and retrieval strategies in the dropdowns', async () => {
  const { body } = await ada.person.get('prompt-studio/select_choices')

  expect(Object.values(body.output_type)).toEqual([
    'text',
    'number',
    'email',
    'date',
    'boolean',
    'json',
    'line-item',
    'table',
    'record',
  ])
  const strategies = [
    'simple',
    'subquestion',
    'fusion',
    'recursive',
    'router',
    'keyword_table',
    'automerging',
  ]
  expect(Object.values(body.retrieval_strategy)).toEqual(strategies)
  const { tool_id } = await ada.project()
  const descriptions = (await ada.person.get(`prompt-studio/${tool_id}/get_retrieval_strategies/`))
    .body
  expect(Object.keys(descriptions).toSorted()).toEqual(strategies.toSorted())
  expect(descriptions.router).toEqual({
    key: 'router',
    icon: 'ShareAltOutlined',
    best_for: [expect.any(String)],
    title: 'Router',
    description: expect.any(String),
    token_usage: expect.any(String),
    cost_impact: expect.any(String),
    technical_details: expect.any(String),
  })
})
