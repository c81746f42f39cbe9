import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { sampleInvoices } from '@recto/testkit/sample-documents'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openLine } from '../../../testing/open-line.ts'
import type { Person, TestFile } from '../../../testing/people.ts'
import { createRunnableProject } from '../../../testing/runnable-project.ts'
import { startServer, type TestServer } from '../../../testing/start-server.ts'
import { type Studio, studioOf } from '../../../testing/studio.ts'

/** One process that also works, and another web process on the same database. */
let server: TestServer
let web: TestServer
let model: CannedModelServer
let ada: Studio
let invoice: TestFile

beforeAll(async () => {
  model = await startCannedModelServer()
  server = await startServer({ worker: true })
  web = await startServer({ beside: server })
  ada = studioOf(server.as('admin'))
  const [sample] = await sampleInvoices()
  invoice = { name: sample!.name, content: sample!.file }
})
afterAll(async () => {
  await web?.close()
  await server?.close()
  await model?.close()
})

type Body = Readonly<Record<string, unknown>>
const unknownId = '00000000-0000-4000-8000-000000000000'

const project = (count = 1, profile: Body = {}, owner = ada) =>
  createRunnableProject({ studio: ada, model, invoice }, { count, profile, owner })

/** Delays replies until the returned function is called. */
function holdReplies(count: number): () => void {
  const { promise: until, resolve } = Promise.withResolvers<void>()
  model.script(...Array.from({ length: count }, () => ({ reply: 'of the model', until })))
  onTestFinished(() => resolve())
  return resolve
}

async function lineOf(person: Person, origin: string) {
  const line = openLine(origin, { cookies: await person.cookies() })
  onTestFinished(() => void line.socket.disconnect())
  await line.opened
  return line
}

test('rejects all runs if something is missing or the project is not accessible', async () => {
  const { start, tool_id, states } = await project()
  const mallory = server.as('admin', { organization: 'rival', name: 'mallory' })
  const statusOf = async (person?: Person, fields?: Body) => (await start(person, fields)).status

  expect(await statusOf(ada.person, { prompt_ids: [unknownId] })).toBe(404)
  expect(await statusOf(ada.person, { document_ids: [unknownId] })).toBe(404)
  expect(await statusOf(ada.person, { profile_ids: [unknownId] })).toBe(404)
  expect(await statusOf(ada.person, { prompt_ids: [] })).toBe(400)
  expect(await statusOf(mallory)).toBe(404)
  expect((await mallory.get(`prompt-studio/${tool_id}/runs/`)).status).toBe(404)
  expect((await mallory.post(`prompt-studio/${tool_id}/runs/cancel/`, {})).status).toBe(404)
  expect((await ada.person.get(`prompt-studio/${tool_id}/task-status/${unknownId}`)).status).toBe(
    404,
  )
  const ids = Array.from({ length: 1000 }, () => unknownId)
  expect(await statusOf(ada.person, { prompt_ids: ids, document_ids: ids })).toBe(400)
  expect(await states()).toEqual([])
})

test('estimates the cost of runs from earlier ones, or else from pages and prices', async () => {
  const pricedModel = { model: 'of our own', input_price: 2, output_price: 10 }
  const llm = await ada.cannedLlm(model, undefined, pricedModel)
  const { tool_id, profile_id, document_id, promptIds, start } = await project(2, { llm })
  const estimate = async (fields: Body = {}) => {
    const request = {
      prompt_ids: promptIds,
      document_ids: [document_id],
      profile_ids: [profile_id],
    }
    const path = `prompt-studio/${tool_id}/runs/estimate/`
    return ada.person.post(path, { ...request, ...fields })
  }
  const manyIds = Array.from({ length: 1000 }, () => unknownId)
  const tooMany = await estimate({ document_ids: manyIds, profile_ids: manyIds.slice(0, 100) })
  expect(tooMany.body.errors[0].detail).toContain('20000 values')
  const stranger = server.as('user')
  const path = `prompt-studio/${tool_id}/runs/estimate/`
  expect((await stranger.post(path, { prompt_ids: promptIds })).status).toBe(400)

  const requestsBefore = model.requests.length
  const [guess] = (await estimate()).body.profiles
  expect(guess).toMatchObject({ profile_id, values: 2, known: 0 })
  expect(guess.tokens).toBeGreaterThan(1000)
  expect(guess.cost_in_dollars).toBeGreaterThan((guess.tokens * 2) / 1e6)
  expect(model.requests.length).toBe(requestsBefore)

  await start(ada.person, { prompt_ids: promptIds.slice(0, 1) })
  const countUsage = async () =>
    (await ada.person.get(`prompt-studio/prompt-output/?tool_id=${tool_id}`)).body[0]?.token_usage
  await expect.poll(async () => (await countUsage())?.total_tokens).toBeGreaterThan(0)
  const { total_tokens, cost_in_dollars } = await countUsage()
  const [profileEstimate] = (await estimate()).body.profiles
  expect(profileEstimate).toMatchObject({ values: 2, known: 2, tokens: total_tokens * 2 })
  expect(profileEstimate.cost_in_dollars).toBeCloseTo(cost_in_dollars * 2)
})

test('compares two runs value by value from stored replies, without asking a model', async () => {
  const { tool_id, document_id, profile_id, promptIds, start, outputs } = await project(2)
  const key = { document_id, profile_id }
  const listItems = async (): Promise<Body[]> => {
    const path = `prompt-studio/${tool_id}/recorded-runs/`
    return (await ada.person.get(`${path}?document_id=${document_id}&profile_id=${profile_id}`))
      .body.runs
  }
  const replay = (fields: Body, person: Person = ada.person) =>
    person.post(`prompt-studio/${tool_id}/recorded-runs/replay/`, { ...key, ...fields })
  expect(await listItems()).toEqual([])
  expect((await replay({ run: 'none' })).status).toBe(404)
  expect((await replay({ run: 'none', other: 'none' })).status).toBe(400)
  expect((await replay({ run: 'none' }, server.as('user'))).status).toBe(404)

  for (const reply of ['of the first run', 'of the second run']) {
    model.script({ reply }, { reply })
    await start()
    await expect
      .poll(async () => (await outputs()).map(({ output }) => output))
      .toEqual([reply, reply])
    const text = { prompt: `What else is it?` }
    await ada.person.patch(`prompt-studio/prompt/${promptIds[0]}/`, text)
  }
  const [second, first] = await listItems()
  expect(await listItems()).toHaveLength(2)
  expect([second?.['values'], first?.['values']]).toEqual([2, 2])
  const requestsBefore = model.requests.length

  const { status, body } = await replay({ run: first?.['id'], other: second?.['id'] })

  expect([status, model.requests.length]).toEqual([200, requestsBefore])
  const fields: Body[] = body.fields
  expect(fields.map(({ prompt_key }) => prompt_key).toSorted()).toEqual(['field_1', 'field_2'])
  const [changedField, sameField] = fields.toSorted((a, b) =>
    String(a['prompt_key']).localeCompare(String(b['prompt_key'])),
  )
  expect(changedField).toMatchObject({
    run: { value: 'of the first run', is_same: true, error: null },
    other: { value: 'of the second run', is_same: true, prompt: 'What else is it?' },
  })
  expect(changedField?.['changes']).toEqual(expect.arrayContaining(['value', 'prompt']))
  expect(sameField?.['changes']).not.toContain('prompt')
  const singleReply = (await replay({ run: first?.['id'] })).body.fields
  expect(singleReply[0]).toMatchObject({ other: null, changes: [], run: { is_same: true } })
})

test('[RT-014] [RT-015] runs five prompts of a user at once, queues the rest, and does not delay other users', async () => {
  const { start, states, outputs } = await project(7)
  const requestsBefore = model.requests.length
  const letReply = holdReplies(7)

  const { status, body } = await start()
  expect([status, body.runs.length]).toEqual([202, 7])
  await model.received(requestsBefore + 5)
  const counts = async () => [
    (await states()).filter((state) => state === 'running').length,
    (await states()).filter((state) => state === 'waiting').length,
  ]
  expect(await counts()).toEqual([5, 2])
  expect(model.requests).toHaveLength(requestsBefore + 5)

  const uma = studioOf(server.as('user'))
  await using quick = await startCannedModelServer({ reply: 'at once' })
  const llm = await uma.cannedLlm(quick)
  const otherRunnable = await uma.runnable(invoice, { profile: { llm } })
  const { prompt_id: id } = await uma.prompt(otherRunnable.tool_id, {
    prompt_key: 'a',
    prompt: 'A?',
  })
  const { body: rows } = await uma.person.post(
    `prompt-studio/fetch_response/${otherRunnable.tool_id}`,
    {
      id,
      document_id: otherRunnable.document_id,
    },
  )
  expect(rows[0].output).toBe('at once')

  letReply()
  await expect.poll(states).toEqual([])
  expect((await outputs()).map(({ output }) => output)).toEqual(Array(7).fill('of the model'))
})

test('stops the runs of a removed user: keeps paid replies and asks for nothing more', async () => {
  const leo = server.as('user', { name: 'leo' })
  const { start, states, outputs, tool_id } = await project(7, {}, studioOf(leo))
  const requestsBefore = model.requests.length
  const letReply = holdReplies(5)
  expect((await start(leo)).status).toBe(202)
  await model.received(requestsBefore + 5)
  const line = await lineOf(leo, web.origin)

  const removal = await ada.person.delete('users/', { emails: ['leo@example.org'] })

  expect(removal.status).toBe(200)
  expect((await leo.get(`prompt-studio/${tool_id}/runs/`)).status).toBe(403)
  expect(await line.ended).toBe('io server disconnect')
  letReply()
  await expect.poll(states).toEqual(['failed', 'failed'])
  expect(model.requests).toHaveLength(requestsBefore + 5)
  expect(await outputs()).toHaveLength(5)
})

test('joins runs in progress that another process has started, and pays nothing twice', async () => {
  const { start, states } = await project(2)
  const requestsBefore = model.requests.length
  const letReply = holdReplies(2)
  const ids = ({ body }: { readonly body: { readonly runs: readonly Body[] } }) =>
    body.runs.map(({ id }) => id)

  const ownReply = await start()
  await model.received(requestsBefore + 2)
  const otherReplies = await start(web.as('admin'))

  expect(ids(otherReplies)).toEqual(ids(ownReply))
  letReply()
  await expect.poll(states).toEqual([])
  expect(model.requests).toHaveLength(requestsBefore + 2)
})

test('stores nothing for a cancelled run, asks nothing more, and frees its slot', async () => {
  const { start, states, outputs, tool_id, promptIds, document_id } = await project(7)
  const requestsBefore = model.requests.length
  const letReply = holdReplies(6)
  const { body } = await start()
  await model.received(requestsBefore + 5)
  const pendingReply = ada.person.post(`prompt-studio/fetch_response/${tool_id}`, {
    id: promptIds[0],
    document_id,
  })
  const startRun = () =>
    server.ctx.db.selectFrom('studio_task').select('id').where('project_id', '=', tool_id).execute()
  await expect.poll(startRun).toHaveLength(2)

  const one = await web.as('admin').post(`prompt-studio/${tool_id}/runs/cancel/`, {
    run_ids: [body.runs[0].id],
  })
  expect(one.body.runs).toMatchObject([{ id: body.runs[0].id, state: 'cancelled' }])
  await model.received(requestsBefore + 6)
  const rest = await ada.person.post(`prompt-studio/${tool_id}/runs/cancel/`, {})
  expect(rest.body.runs.length).toBeGreaterThanOrEqual(6)

  expect(await states()).toEqual([])
  expect(await pendingReply).toMatchObject({ status: 409 })
  letReply()
  const replies = () => server.ctx.db.selectFrom('model_call').select('call_key').execute()
  await expect.poll(async () => (await replies()).length).toBeGreaterThanOrEqual(6)
  expect(await outputs()).toEqual([])
})

test('shows the reason of a failed run until the next run, and keeps the previous value', async () => {
  const { start, runs, outputs } = await project(1)
  model.script({ reply: 'fine' }, { status: 400, message: 'Too long.' }, { reply: 'fine again' })
  await start()
  await expect.poll(async () => (await outputs()).length).toBe(1)

  await start()
  await expect.poll(async () => (await runs())[0]?.state).toBe('failed')
  expect((await runs())[0]?.error).toContain('Too long.')
  expect((await outputs())[0]?.output).toBe('fine')

  await start()
  await expect.poll(async () => (await outputs())[0]?.output).toBe('fine again')
  expect(await runs()).toEqual([])
})

test('[RT-018] frees the slots of failed runs and logs the reason', async () => {
  const { start, states, outputs, tool_id } = await project(8)
  const failures = Array.from({ length: 6 }, () => ({ status: 400, message: 'Too long.' }))
  model.script(...failures, { reply: 'fine' }, { reply: 'fine' })

  await start()

  await expect.poll(states).toEqual(failures.map(() => 'failed'))
  expect((await outputs()).map(({ output }) => output)).toEqual(['fine', 'fine'])
  await expect
    .poll(async () => {
      const { body } = await ada.person.get('logs/')
      return body.data.filter(
        ({ component, level, message }: Record<string, string & Body>) =>
          component?.tool_id === tool_id && level === 'ERROR' && message?.includes('Too long.'),
      ).length
    })
    .toBe(failures.length)
})

test('leaves neither run nor output of a document that is deleted during its run', async () => {
  const { tool_id, document_id, start, states, outputs } = await project(2)
  const release = holdReplies(2)
  const requestsBefore = model.requests.length
  await start()
  await model.received(requestsBefore + 2)

  const deletion = await ada.person.delete(`prompt-studio/file/${tool_id}`, { document_id })
  release()

  expect(deletion.status).toBe(200)
  await expect.poll(states).toEqual([])
  expect(await outputs()).toEqual([])
  const secondReply = await start()
  expect([secondReply.status, secondReply.body.errors[0].detail]).toEqual([
    404,
    'Document not found.',
  ])
})

test('[RT-013] notifies a browser through the web process it is connected to, and nobody else', async () => {
  const { start, tool_id, promptIds, outputs } = await project(2)
  const ownReply = await lineOf(ada.person, server.origin)
  const otherLine = await lineOf(ada.person, web.origin)
  const uma = await lineOf(server.as('user'), web.origin)
  const mallory = await lineOf(
    server.as('admin', { organization: 'rival', name: 'mallory' }),
    web.origin,
  )
  model.script({ reply: 'one' }, { reply: 'two' })

  await start()

  for (const line of [ownReply, otherLine]) {
    await expect.poll(() => line.told('prompt_studio_result')).toHaveLength(1)
    const [result] = line.told('prompt_studio_result')
    expect(result).toMatchObject({
      operation: 'fetch_response',
      tool_id,
      status: 'completed',
      error: null,
      prompt_ids: promptIds,
    })
    expect(result.result.map(({ output }: Body) => output).toSorted()).toEqual(['one', 'two'])
    const states = line.told('studio_runs').flatMap(({ runs }) => runs.map((r: Body) => r.state))
    expect(states).toContain('done')
  }
  const [session] = await server.ctx.db
    .selectFrom('studio_task')
    .select('log_events_id')
    .where('project_id', '=', tool_id)
    .execute()
  const progress = ownReply.told(`logs:${session?.log_events_id}`)
  expect(progress.find(({ type }) => type === 'PROGRESS')).toMatchObject({
    service: 'prompt',
    component: { tool_id, prompt_key: expect.stringMatching(/^field_/), doc_name: invoice.name },
  })
  const logs = async (): Promise<Body[]> => {
    const { body } = await ada.person.get('logs/')
    return body.data.filter((entry: Body) => (entry.component as Body).tool_id === tool_id)
  }
  await expect
    .poll(async () => (await logs()).map(({ message }) => message).toSorted())
    .toEqual(['Done', 'Done', 'Started', 'Started'])
  for (const line of [ownReply, otherLine]) {
    await expect
      .poll(() => line.told(`logs:${session?.log_events_id}`).filter(({ type }) => type === 'LOG'))
      .toEqual(expect.arrayContaining(await logs()))
  }
  expect((await logs())[0]).toMatchObject({
    type: 'LOG',
    service: 'prompt',
    level: 'INFO',
    component: { tool_id, prompt_key: expect.stringMatching(/^field_/), doc_name: invoice.name },
  })
  expect(JSON.stringify((await server.as('user').get('logs/')).body)).not.toContain(tool_id)
  expect(uma.told('prompt_studio_result')).toEqual([])
  expect(mallory.told('studio_runs')).toEqual([])
  expect(await outputs()).toHaveLength(2)
})

test('returns the result of a pending run after the web process restarted, and pays nothing again', async () => {
  const { tool_id, document_id, promptIds } = await project(1)
  const ask = (person: Person = ada.person) =>
    person.post(`prompt-studio/fetch_response/${tool_id}`, { id: promptIds[0], document_id })
  const toldPending = async () => {
    const shutdown = new AbortController()
    const shutdownSignal = shutdown.signal
    const third = await startServer({ beside: server, replace: { shutdownSignal } })
    const requestsBefore = model.requests.length
    const pendingReply = ask(third.as('admin'))
    await model.received(requestsBefore + 1)
    shutdown.abort()
    expect((await pendingReply).body).toMatchObject({ status: 'pending' })
    await third.close()
  }
  const waitForEnd = (count: number) =>
    expect
      .poll(async () => {
        const rows = server.ctx.db.selectFrom('studio_run').where('project_id', '=', tool_id)
        const states = await rows.select('state').execute()
        return states.filter(({ state }) => state === 'done' || state === 'failed')
      })
      .toHaveLength(count)
  const first = model.requests.length

  const letReply = holdReplies(1)
  await toldPending()
  letReply()
  await waitForEnd(1)
  expect((await ask()).body).toMatchObject([{ output: 'of the model' }])
  expect(model.requests.length - first).toBe(1)

  model.script({ reply: 'asked anew' })
  expect((await ask()).body).toMatchObject([{ output: 'asked anew' }])
  const opening = Promise.withResolvers<void>()
  model.script({ status: 400, message: 'Too long.', until: opening.promise })
  await toldPending()
  opening.resolve()
  await waitForEnd(3)
  const failedReply = await ask()
  expect([failedReply.status, failedReply.body.errors[0].detail]).toEqual([
    400,
    expect.stringContaining('Too long.'),
  ])
  expect(model.requests.length - first).toBe(3)
})

test('[PS-254] accepts a run of a newer client immediately, and sends the result in an event', async () => {
  const { tool_id, document_id, profile_id, promptIds } = await project(1)
  const newerClient = { headers: { 'x-request-id': 'newer-1' } }
  const line = await lineOf(ada.person, web.origin)
  const request = { id: promptIds[0], document_id, profile_manager: profile_id, run_id: 'run-9' }
  const letReply = holdReplies(1)

  const run = await ada.person.post(`prompt-studio/fetch_response/${tool_id}`, request, newerClient)
  const task_id = run.body.task_id
  expect(run).toMatchObject({ status: 202, body: { status: 'accepted', run_id: 'run-9' } })
  const status = () => ada.person.get(`prompt-studio/${tool_id}/task-status/${task_id}`)
  expect((await status()).body).toEqual({ task_id, status: 'processing' })
  letReply()
  await expect.poll(() => line.told('prompt_studio_result')).toHaveLength(1)
  expect(line.told('prompt_studio_result')[0]).toMatchObject({
    task_id,
    operation: 'fetch_response',
    status: 'completed',
    document_id,
    profile_manager_id: profile_id,
    result: [{ output: 'of the model', run_id: 'run-9', context: [expect.any(String)] }],
    elapsed: expect.any(Number),
  })
  expect((await status()).body).toEqual({ task_id, status: 'completed' })

  const path = `prompt-studio/index-document/${tool_id}`
  const index = await ada.person.post(path, { document_id }, newerClient)
  expect(index).toMatchObject({ status: 202, body: { status: 'accepted' } })
  await expect.poll(() => line.told('prompt_studio_result')).toHaveLength(2)
  expect(line.told('prompt_studio_result')[1]).toMatchObject({
    operation: 'index_document',
    result: { document_id, message: expect.any(String) },
  })

  model.script({ status: 400, message: 'Too long.' })
  const pass = `prompt-studio/single-pass-extraction/${tool_id}`
  const all = await ada.person.post(pass, { document_id }, newerClient)
  await expect.poll(() => line.told('prompt_studio_result')).toHaveLength(3)
  expect(line.told('prompt_studio_result')[2]).toMatchObject({
    operation: 'single_pass_extraction',
    status: 'failed',
    result: null,
    error: expect.stringContaining('Too long.'),
  })
  const failedReply = await ada.person.get(
    `prompt-studio/${tool_id}/task-status/${all.body.task_id}`,
  )
  expect(failedReply).toMatchObject({ status: 500, body: { status: 'failed' } })
})

test('shows which inputs of an output have changed, and nothing once they are restored', async () => {
  const { tool_id, profile_id, promptIds, start, outputs, states } = await project(1)
  const [id] = promptIds
  const stale = async () => (await outputs())[0]?.stale
  model.script({ reply: 'x' })
  await start()
  await expect.poll(async () => (await outputs()).length).toBe(1)
  expect(await stale()).toEqual([])

  await ada.person.patch(`prompt-studio/prompt/${id}/`, { prompt: 'Which one?' })
  expect(await stale()).toEqual(['prompt'])
  await ada.person.patch(`prompt-studio/prompt/${id}/`, { prompt: 'What is the field 1?' })
  expect(await stale()).toEqual([])
  await ada.person.patch(`prompt-studio/prompt/${id}/`, { enforce_type: 'json' })
  await ada.person.patch(`prompt-studio/profile-manager/${profile_id}/`, { similarity_top_k: 7 })
  await ada.person.patch(`prompt-studio/${tool_id}`, { preamble: 'Look twice.' })
  expect(await stale()).toEqual(['type', 'wording', 'profile'])

  model.script({ reply: '{}' })
  await start()
  await expect.poll(states).toEqual([])
  await expect.poll(stale).toEqual([])
})
