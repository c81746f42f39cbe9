import { randomUUID } from 'node:crypto'
import { carelessListModel, compareList } from '@recto/testkit/careless-list-model'
import { bankStatement } from '@recto/testkit/list-samples'
import { afterAll, expect, test } from 'vitest'
import { badRequest } from '../../platform/app-error.ts'
import { storeBytes } from '../documents/documents.port.ts'
import { countProjects } from '../prompt-studio/prompt-studio.port.ts'
import { type Body, openToolStory } from './testing/tool-story.ts'
import type { ToolRun } from './tool-run.ts'
import { buildToolSpec, findTool, getToolNames, runTool } from './tools.port.ts'

const {
  close,
  server,
  model,
  ada,
  canned: cannedId,
  tenant,
  invoice,
  truth,
  exportOf,
  registry,
  numberProject,
  exportedTool,
  runOf,
} = await openToolStory()
afterAll(close)

test('[PS-385] refuses an export in the order of the contract, with a warning only where force helps', async () => {
  const { tool_id, default_profile } = await ada.project()
  const refusal = async (body?: Body) => {
    const answer = await exportOf(tool_id, body)
    return [answer.status, answer.body.type, answer.body.errors?.[0]?.code]
  }
  const profile = `prompt-studio/prompt-studio-profile/${tool_id}/`
  const force = { force_export: true }

  expect(await refusal(force)).toEqual([500, 'server_error', 'error'])
  await ada.prompt(tool_id, { prompt_key: 'note', prompt: 'Hm', prompt_type: 'NOTES' })
  await ada.prompt(tool_id, { prompt_key: 'off', prompt: 'Off?', active: false })
  expect(await refusal(force)).toEqual([500, 'server_error', 'error'])

  await ada.prompt(tool_id, { prompt_key: 'total', prompt: 'Total?' })
  const empty = await ada.prompt(tool_id, { prompt_key: 'empty' })
  expect(await refusal(force)).toEqual([500, 'server_error', 'error'])
  await ada.person.delete(`prompt-studio/prompt/${empty.prompt_id}/`)

  expect(await refusal()).toEqual([500, 'server_error', 'warning'])
  await ada.person.patch(`prompt-studio/profile-manager/${default_profile}/`, { is_default: false })
  expect(await refusal(force)).toEqual([500, 'server_error', 'error'])
  await ada.person.patch(profile, { default_profile })
  expect(await refusal(force)).toEqual([200, undefined, undefined])
})

test('exports without force once every prompt was run, in any mode', async () => {
  const { tool_id } = await ada.project()
  const document_id = await ada.document(tool_id, invoice)
  await ada.prompt(tool_id, { prompt_key: 'a', prompt: 'What is the total?' })
  expect((await exportOf(tool_id)).body.errors[0].code).toBe('warning')

  await ada.person.post(`prompt-studio/single-pass-extraction/${tool_id}`, { document_id })
  const { status, body } = await exportOf(tool_id, {})
  expect(status).toBe(200)
  expect(body).toEqual({ message: expect.any(String) })
})

test('[PS-393] [PS-023] registers one tool per project, with the same id after every export', async () => {
  const { tool_id, prompt_id, profile_id } = await numberProject({
    prompt_grammer: { total: ['sum'] },
    icon: '🧾',
  })
  await ada.prompt(tool_id, { prompt_key: 'note', prompt: 'Hm', prompt_type: 'NOTES' })
  await exportOf(tool_id, { force_export: true })
  expect(await registry('')).toEqual([])
  expect(await registry('?custom_tool=undefined')).toEqual([])

  const [tool, ...otherTools] = await registry(`?custom_tool=${tool_id}`)
  expect(otherTools).toEqual([])
  expect(tool).toMatchObject({
    custom_tool: tool_id,
    icon: '🧾',
    tool_metadata: {
      tool_id,
      tool_settings: { llm: expect.any(String), grammar: [{ word: 'total', synonyms: ['sum'] }] },
      outputs: [
        {
          name: 'number',
          prompt: 'Which number?',
          type: 'text',
          active: true,
          required: 'all',
          llm: cannedId,
          'chunk-size': 0,
          'retrieval-strategy': 'simple',
        },
      ],
    },
    tool_property: { functionName: tool.prompt_registry_id },
    tool_spec: { type: 'object', properties: { enable_highlight: { default: false } } },
  })
  expect(await registry(`?prompt_registry_id=${tool.prompt_registry_id}`)).toEqual([tool])

  await ada.person.patch(`prompt-studio/prompt/${prompt_id}/`, { prompt_key: 'id' })
  expect(await registry(`?custom_tool=${tool_id}`)).toEqual([tool])
  await exportOf(tool_id, { force_export: true })
  const [exportedAgain] = await registry(`?custom_tool=${tool_id}`)
  expect(exportedAgain.prompt_registry_id).toBe(tool.prompt_registry_id)
  expect(exportedAgain.tool_metadata.outputs[0].name).toBe('id')
  expect(profile_id).not.toBe(exportedAgain.prompt_registry_id)
})

test('[PS-384] [PS-391] [PS-022] lets named users and people of the project use a tool, or everybody', async () => {
  const uma = server.as('user')
  const eve = server.as('user', { name: 'eve' })
  const umaId = Number((await uma.get('users/profile/')).body.user.id)
  const { tool_id } = await numberProject()
  const info = () => ada.person.get(`prompt-studio/export/${tool_id}`)
  const query = `?custom_tool=${tool_id}`

  const beforeExport = await info()
  expect([beforeExport.status, beforeExport.body]).toEqual([204, undefined])
  const stranger = await exportOf(tool_id, { force_export: true, user_id: [987654] })
  expect(stranger.body.errors).toEqual([expect.objectContaining({ attr: 'user_id' })])
  expect((await exportOf(tool_id, {}, uma)).status).toBe(404)

  await exportOf(tool_id, { force_export: true, user_id: [String(umaId)] })
  expect((await info()).body).toMatchObject({
    shared_users: expect.arrayContaining([{ id: umaId, username: 'uma' }]),
    shared_to_org: false,
    prompt_studio_users: [expect.objectContaining({ username: 'ada' })],
  })
  const countVisible = async () => [
    (await registry(query, uma)).length,
    (await registry(query, eve)).length,
  ]
  expect(await countVisible()).toEqual([1, 0])

  await exportOf(tool_id, { force_export: true, is_shared_with_org: true })
  expect((await info()).body).toMatchObject({ shared_users: [], shared_to_org: true })
  expect(await countVisible()).toEqual([1, 1])
  const mallory = server.as('admin', { organization: 'rival', name: 'mallory' })
  expect(await registry(query, mallory)).toEqual([])
})

test('runs a tool as exported, with evidence and cost', async () => {
  const { tool_id, prompt_id } = await numberProject()
  const tool = await exportedTool(tool_id)
  await ada.person.patch(`prompt-studio/prompt/${prompt_id}/`, { prompt: 'Something else?' })
  const steps: string[] = []
  const run = await runOf(tool, {
    settings: { enable_highlight: true },
    step: (name, part) => {
      steps.push(name)
      return part()
    },
  })
  model.script({ reply: truth.invoice_number })
  const requestsBefore = model.requests.length

  const { result } = await runTool(server.ctx, tenant, run)

  expect(model.requests[requestsBefore]?.call?.prompt).toContain('Which number?')
  expect(result.output).toEqual({ number: truth.invoice_number })
  expect(result.evidence.number).toEqual([
    expect.objectContaining({ page: 0, quote: truth.invoice_number, match: 'exact' }),
  ])
  expect(result.metadata).toMatchObject({
    run_id: run.runId,
    file_name: invoice.name,
    context: { number: [expect.stringContaining(truth.invoice_number)] },
    required_fields: { number: 'all' },
    evidence_data: result.evidence,
    highlight_data: { number: [[0, expect.any(Number), expect.any(Number), expect.any(Number)]] },
    confidence: { number: expect.any(Number) },
    word_confidence_data: result.metadata.confidence,
    confidence_data: {
      number: [[{ confidence: expect.stringMatching(/^0\.\d\d$/), text: truth.invoice_number }]],
    },
    extraction_llm: [
      {
        model_name: 'canned',
        cost_in_dollars: expect.any(String),
        input_tokens: expect.any(Number),
        output_tokens: expect.any(Number),
        total_tokens: expect.any(Number),
      },
    ],
  })
  expect(result.metadata).not.toHaveProperty('embedding')
  expect(result.metrics.number?.extraction_llm?.['time_taken(s)']).toBeGreaterThan(0)
  expect(steps).toEqual([expect.stringMatching(/^read\//), 'read/embedded', 'number/answer'])
})

test('pays nothing for a repeated run', async () => {
  const { tool_id } = await numberProject()
  const run = await runOf(await exportedTool(tool_id))
  model.script({ reply: 'only once' })
  const { result: first } = await runTool(server.ctx, tenant, run)
  const requestsBefore = model.requests.length

  const { result: second } = await runTool(server.ctx, tenant, run)

  expect(model.requests.length).toBe(requestsBefore)
  expect(second.output).toEqual(first.output)
  expect(second.metadata.extraction_llm).toEqual(first.metadata.extraction_llm)
})

test('indexes chunks per run and deletes the index afterwards', async () => {
  const { tool_id, profile_id } = await numberProject()
  await ada.person.patch(`prompt-studio/profile-manager/${profile_id}/`, {
    chunk_size: 60,
    similarity_top_k: 1,
  })
  const run = await runOf(await exportedTool(tool_id))

  const { metadata } = (await runTool(server.ctx, tenant, run)).result

  expect(metadata.context.number).toHaveLength(1)
  expect(metadata.embedding?.[0]?.embedding_tokens).toBeGreaterThan(0)
  expect(await server.ctx.db.selectFrom('vector_item').select('id').execute()).toEqual([])
})

test('answers prompts of the built-in extractor in one step, and each prompt of a model in its own', async () => {
  const { tool_id, default_profile } = await numberProject()
  for (const key of ['total', 'currency']) {
    await ada.prompt(tool_id, {
      prompt_key: key,
      prompt: `What is the ${key}?`,
      profile_manager: default_profile,
      enforce_type: key === 'total' ? 'number' : 'text',
    })
  }
  await ada.prompt(tool_id, { prompt_key: 'of', prompt: 'Who wrote {{number}}, over {{total}}?' })
  const modelProfile = (
    await ada.person.get(`prompt-studio/prompt-studio-profile/${tool_id}/`)
  ).body.at(-1)
  const { body } = await ada.person.get(`prompt-studio/${tool_id}`)
  await ada.person.patch(`prompt-studio/prompt/${body.prompts.at(-1).prompt_id}/`, {
    profile_manager: modelProfile.profile_id,
  })
  const steps: string[] = []
  const run = await runOf(await exportedTool(tool_id), {
    step: (name, part) => {
      if (!name.startsWith('read/')) steps.push(name)
      return part()
    },
  })
  model.script({ reply: truth.invoice_number }, { reply: 'Nobody' })

  const { output, metadata } = (await runTool(server.ctx, tenant, run)).result

  expect(steps.slice(0, 2).toSorted()).toEqual(['answer/total', 'number/answer'])
  expect(steps.slice(2)).toEqual(['of/answer'])
  expect(output.total).toBe(truth.total)
  // Only values of the built-in extractor are explained.
  expect(metadata.explanations).toEqual({
    total: expect.stringMatching(/^Found .*\.$/),
    currency: expect.stringMatching(/^Derived from .*\.$/),
  })
  expect(model.requests.at(-1)?.call?.prompt).toContain(
    `Who wrote ${truth.invoice_number}, over ${truth.total}?`,
  )
})

test('reports a failed prompt by name, unlike values that were not found and prompts that were not asked', async () => {
  const { tool_id } = await numberProject()
  await ada.prompt(tool_id, { prompt_key: 'off', prompt: 'Which off?', active: false })
  const modelProfile = (
    await ada.person.get(`prompt-studio/prompt-studio-profile/${tool_id}/`)
  ).body.at(-1)
  for (const key of ['date', 'total']) {
    const prompt = await ada.prompt(tool_id, { prompt_key: key, prompt: `Which ${key}?` })
    await ada.person.patch(`prompt-studio/prompt/${prompt.prompt_id}/`, {
      profile_manager: modelProfile.profile_id,
    })
  }
  const finishedSteps: string[] = []
  const run = await runOf(await exportedTool(tool_id), {
    step: async (name, part) => {
      if (name === 'date/answer') throw badRequest('No such day.')
      const done = await part()
      finishedSteps.push(name)
      return done
    },
  })
  const reply = ({ prompt }: { readonly prompt: string }) =>
    prompt.includes('Which total?') ? 'NA' : 'said'
  model.script({ reply }, { reply })

  const { result, error } = await runTool(server.ctx, tenant, run)

  expect(result.output).toEqual({ number: 'said', date: null, total: null })
  expect(result.metadata.confidence).toEqual({ number: null, total: null })
  expect(result.metadata.errors).toEqual({ date: 'No such day.' })
  expect(error).toBe('“date”: No such day.')
  expect(finishedSteps.filter((name) => !name.startsWith('read/')).toSorted()).toEqual([
    'number/answer',
    'total/answer',
  ])
})

test('fails the file when all prompts fail or the run is interrupted', async () => {
  const { tool_id } = await numberProject()
  const tool = await exportedTool(tool_id)
  const runFailing = async (error: Error) => {
    const step = (name: string, part: () => Promise<unknown>) =>
      name.endsWith('/answer') ? Promise.reject(error) : part()
    const run = await runOf(tool, { step: step as ToolRun['step'] })
    return runTool(server.ctx, tenant, run).then(
      () => 'no error',
      (error: unknown) => error,
    )
  }
  const refusal = badRequest('No.')
  expect(await runFailing(refusal)).toBe(refusal)
  const connectionError = Object.assign(new Error('Connection terminated'), { code: '57P01' })
  expect(await runFailing(connectionError)).toBe(connectionError)
})

test('answers the other fields when one cannot be asked', async () => {
  const { tool_id } = await numberProject()
  const tool = await exportedTool(tool_id)
  const [output] = tool.metadata.outputs
  const outputs = [
    { ...output!, name: 'odd', type: 'poem' },
    output!,
    { ...output!, name: 'empty', prompt: ' ' },
  ]
  const run = await runOf({ ...tool, metadata: { ...tool.metadata, outputs } })
  model.script({ reply: 'said' })

  const { result, error } = await runTool(server.ctx, tenant, run)

  expect(result.output).toEqual({ odd: null, number: 'said', empty: null })
  expect(error).toContain('“odd” has the type poem')
  expect(result.metadata.errors).toMatchObject({ empty: 'The prompt is empty.' })
})

test('refuses to export a prompt that no run could answer, even with force', async () => {
  const { tool_id, prompt_id } = await numberProject()
  const later = await ada.prompt(tool_id, { prompt_key: 'later', prompt: 'Later?' })
  const refusal = async (prompt: string) => {
    await ada.person.patch(`prompt-studio/prompt/${prompt_id}/`, { prompt })
    const { status, body } = await exportOf(tool_id, { force_export: true })
    return [status, body.type, body.errors?.[0]?.code, body.errors?.[0]?.detail]
  }
  const expectedRefusal = (reason: string) => [
    500,
    'server_error',
    'error',
    `Unable to export tool. The prompt “number” cannot be run: ${reason}`,
  ]
  expect(await refusal('Is {{number}} right?')).toEqual(
    expectedRefusal('The prompt “number” refers to itself, so it cannot be answered.'),
  )
  const change = (fields: Body) =>
    ada.person.patch(`prompt-studio/prompt/${later.prompt_id}/`, fields)
  await change({ active: false })
  expect(await refusal('After {{later}}?')).toEqual(
    expectedRefusal('It refers to “later”, which is not exported.'),
  )
  await change({ active: true })
  expect((await refusal('After {{later}}?'))[0]).toBe(200)
  expect(await refusal('Of {{nobody}}?')).toEqual(
    expectedRefusal('It refers to “nobody”, which the project does not have.'),
  )
  expect((await refusal('Which number?'))[0]).toBe(200)
  const fine = { prompt: 'After {{number}}?' }
  await ada.person.patch(`prompt-studio/prompt/${later.prompt_id}/`, fine)
  expect((await exportOf(tool_id, { force_export: true })).status).toBe(200)
})

test('does not delete a project whose tool is used by a workflow', async () => {
  const { tool_id } = await numberProject()
  const { id } = await exportedTool(tool_id)
  const workflow = await ada.person.post('workflow/', { workflow_name: 'Uses it' })
  await ada.person.post('tool_instance/', { workflow_id: workflow.body.id, tool_id: id })

  const { status, body } = await ada.person.delete(`prompt-studio/${tool_id}`)
  expect(status).toBe(500)
  expect(body).toMatchObject({ type: 'server_error', errors: [{ attr: null }] })
  expect((await ada.person.get(`prompt-studio/${tool_id}`)).status).toBe(200)
})

test('tells other modules the name and settings of a tool, and the number of projects', async () => {
  const { tool_id, tool_name } = await numberProject({ icon: '🧾' })
  const tool = await exportedTool(tool_id)

  expect(await getToolNames(tenant, [tool.id, randomUUID(), 'no tool'])).toEqual(
    new Map([[tool.id, { name: tool_name, icon: '🧾' }]]),
  )
  expect(Object.keys(buildToolSpec(tool).properties)).toEqual([
    'challenge_llm',
    'enable_challenge',
    'summarize_as_source',
    'single_pass_extraction_mode',
    'enable_highlight',
    'enable_embedded_data',
    'hidden_text_policy',
  ])
  const { body } = await ada.person.get('prompt-studio/')
  expect(await countProjects(tenant)).toBe(body.length)
  expect(await findTool(server.ctx, { ...tenant, organizationId: -1 }, tool.id)).toBeUndefined()
})

test('repeats no paid call of a list after its worker died', async () => {
  const sample = bankStatement(250)
  const project = await numberProject()
  await ada.person.patch(`prompt-studio/prompt/${project.prompt_id}/`, {
    enforce_type: 'line-item',
  })
  const tool = await exportedTool(project.tool_id)
  const bytes = Buffer.from(sample.pages.join('\n\f'))
  const { hash } = await storeBytes(server.ctx, tenant, { bytes, mimeType: 'text/plain' })
  const toolRun = await runOf(tool, { document: { hash, name: 'statement.txt' } })
  const read = carelessListModel(sample, { seed: 1, drops: 0.03 })
  const reply = ({ prompt }: { readonly prompt: string }) => read(prompt).text
  const requestsBefore = model.requests.length
  model.script({ reply }, { reply }, ...Array.from({ length: 8 }, () => ({ status: 400 })))
  await expect(runTool(server.ctx, tenant, { ...toolRun, isFirstRun: true })).rejects.toThrow()
  const paidRequests = model.requests.slice(requestsBefore).filter(({ status }) => status === 200)
  const firstRunRequests = model.requests.length - requestsBefore
  // Consumes the remaining scripted refusals.
  while (model.requests.length - requestsBefore < 10) await fetch(`${model.url}/v1/no-such-path`)
  const requestsBeforeResume = model.requests.length
  model.script(...Array.from({ length: 40 }, () => ({ reply })))

  const { result } = await runTool(server.ctx, tenant, { ...toolRun, isFirstRun: false })

  expect(firstRunRequests).toBeGreaterThan(2)
  expect(compareList(sample, result.output.number as readonly unknown[]).recall).toBe(1)
  const keys = [...paidRequests, ...model.requests.slice(requestsBeforeResume)].map(
    ({ idempotencyKey }) => idempotencyKey,
  )
  expect(new Set(keys).size).toBe(keys.length)
  expect(paidRequests).toHaveLength(2)
})
