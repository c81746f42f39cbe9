import { tmpdir } from 'node:os'
import { sampleInvoices } from '@recto/testkit/sample-documents'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { workflowReferrers } from '../../platform/db/referrers.ts'
import { makeFolderConnector, makeTableConnector } from '../../testing/make-pipeline.ts'
import { makeTool, makeWorkflow } from '../../testing/make-tool.ts'
import type { Person, TestFile } from '../../testing/people.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'

let server: TestServer
let ada: Person
let uma: Person
let toolId: string
let source: string
let table: string

beforeAll(async () => {
  server = await startServer({ worker: true, env: { RECTO_CONNECTOR_FOLDERS: tmpdir() } })
  ada = server.as('admin')
  uma = server.as('user')
  const [invoice] = await sampleInvoices()
  const sample: TestFile = { name: 'invoice.pdf', content: invoice?.file ?? '' }
  const fields = [{ key: 'total', prompt: 'What is the total?', type: 'number' }]
  toolId = (await makeTool(ada, { name: 'Invoices', fields, sample })).toolId
  source = await makeFolderConnector(ada, 'Inbox', tmpdir())
  table = await makeTableConnector(ada, 'Books', 'postgresql://nobody@127.0.0.1:1/nothing')
})

afterAll(() => server?.close())

const endsOf = async (workflowId: string) => {
  const { body } = await ada.get(`workflow/${workflowId}/endpoint/`)
  return body as { id: string; endpoint_type: string; connection_type: string }[]
}

describe('a workflow', () => {
  test('without a name, or with one that is taken, is refused at the field', async () => {
    await ada.post('workflow/', { workflow_name: 'Taken' })
    const nameless = await ada.post('workflow/', { workflow_name: ' ' })
    const taken = await ada.post('workflow/', { workflow_name: 'Taken' })

    expect(nameless.body.errors[0]).toMatchObject({ attr: 'workflow_name', code: 'blank' })
    expect(taken).toMatchObject({ status: 400, body: { type: 'validation_error' } })
    expect(taken.body.errors[0]).toMatchObject({ attr: 'workflow_name', code: 'invalid' })
  })

  test('[WF-007] [WF-010] [WF-011] [WF-012] is made, read and changed', async () => {
    const made = await ada.post('workflow/', { workflow_name: 'Bills', description: 'Monthly' })
    const changed = await ada.put(`workflow/${made.body.id}/`, { workflow_name: 'Bills 2' })
    const read = await ada.get(`workflow/${made.body.id}`)

    expect(made).toMatchObject({
      status: 201,
      body: { source_settings: null, tool_instances: [], is_active: true },
    })
    expect(changed.body).toMatchObject({
      id: made.body.id,
      workflow_name: 'Bills 2',
      description: 'Monthly',
      prompt_text: '',
      created_by: made.body.created_by,
      modified_by: made.body.created_by,
    })
    expect(read.body).toEqual(changed.body)
    expect(await endsOf(made.body.id)).toEqual([
      expect.objectContaining({ connection_type: '', connector_instance: null }),
      expect.objectContaining({ connection_type: '', connector_instance: null }),
    ])
  })

  test('is switched on by a call of its own, and has no executions that are another’s', async () => {
    const { body: made } = await ada.post('workflow/', { workflow_name: 'Off' })
    await ada.patch(`workflow/${made.id}/`, { is_active: false })
    const on = await ada.put(`workflow/active/${made.id}/`)
    const unknown = '00000000-0000-4000-8000-000000000000'

    expect(on).toMatchObject({ status: 200, body: { id: made.id, is_active: true } })
    expect((await ada.put(`workflow/active/${unknown}/`)).status).toBe(404)
    expect((await ada.get(`workflow/${made.id}/execution/`)).body).toEqual([])
    expect((await ada.get(`workflow/${unknown}/execution/`)).status).toBe(404)
  })

  test('[WF-004] [WF-008] [WF-009] is listed for all, or for who made it', async () => {
    const { body: mine } = await uma.post('workflow/', { workflow_name: 'Umas' })
    const { body: all } = await uma.get('workflow/')
    const { body: own } = await uma.get(`workflow/?created_by=${mine.created_by}&is_active=True`)

    expect(all.length).toBeGreaterThan(1)
    expect(own.map((one: { id: string }) => one.id)).toEqual([mine.id])
  })

  test('is listed a page at a time, searched by name and put in order', async () => {
    const olga = server.as('user', { name: 'olga' })
    for (const workflow_name of ['Page b', 'Page a', 'Page c%']) {
      await olga.post('workflow/', { workflow_name })
    }
    const names = async (query: string) => {
      const { body } = await olga.get(`workflow/?${query}`)
      return (body.results ?? body).map(
        ({ workflow_name }: { workflow_name: string }) => workflow_name,
      )
    }
    const { body } = await olga.get('workflow/?search=PAGE&ordering=workflow_name&page_size=2')
    const past = await olga.get('workflow/?search=PAGE&page=7')

    expect(past.status).toBe(404)
    expect(body).toMatchObject({ count: 3, previous: null })
    expect(new URL(body.next).searchParams.get('page')).toBe('2')
    expect(body.results[0]).toMatchObject({ is_owner: true, co_owners_count: 1 })
    expect(await names('search=page&ordering=-workflow_name')).toEqual([
      'Page c%',
      'Page b',
      'Page a',
    ])
    expect(await names('search=%25')).toEqual(['Page c%'])
    expect(await names('search=page&page=2&page_size=2')).toEqual(['Page b'])
  })

  test('[WF-024] [WF-013] is deleted by who made it or by an admin, by nobody else', async () => {
    const { body: adas } = await ada.post('workflow/', { workflow_name: 'Adas' })
    const { body: umas } = await uma.post('workflow/', { workflow_name: 'Umas too' })

    expect((await uma.delete(`workflow/${adas.id}/`)).status).toBe(403)
    expect((await ada.delete(`workflow/${umas.id}/`)).status).toBe(204)
    expect((await ada.get(`workflow/${umas.id}/`)).status).toBe(404)
  })

  test('of another organization does not exist', async () => {
    const { body: made } = await ada.post('workflow/', { workflow_name: 'Ours' })
    const [end] = await endsOf(made.id)
    const stranger = server.as('admin', { organization: 'elsewhere' })
    const answers = await Promise.all([
      stranger.get(`workflow/${made.id}/`),
      stranger.put(`workflow/${made.id}/`, { workflow_name: 'Theirs' }),
      stranger.delete(`workflow/${made.id}/`),
      stranger.get(`workflow/${made.id}/endpoint/`),
      stranger.put(`workflow/endpoint/${end?.id}/`, { connection_type: 'API' }),
    ])

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
  })
})

test('whoever keeps a workflow from being deleted is asked whether it is used', async () => {
  const { rows } = await sql`
    select conrelid::regclass::text as "table", attname as "column"
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any (conkey)
    where contype = 'f' and confrelid = 'workflow'::regclass and confdeltype in ('a', 'r')
    order by 1`.execute(server.ctx.db)

  expect(rows).toEqual(workflowReferrers)
})

describe('the ends of a workflow', () => {
  test('[WF-066] [WF-080] are two, and unset at first', async () => {
    const { body: made } = await ada.post('workflow/', { workflow_name: 'Ends' })
    const ends = await endsOf(made.id)

    expect(ends).toMatchObject([
      { endpoint_type: 'SOURCE', connection_type: '', connector_instance: null },
      { endpoint_type: 'DESTINATION', connection_type: '' },
    ])
  })

  test('[WF-067] [WF-072] take no type that is unknown or not there yet', async () => {
    const { body: made } = await ada.post('workflow/', { workflow_name: 'Strange ends' })
    const [source] = await endsOf(made.id)
    const ask = (connection_type: string) =>
      ada.put(`workflow/endpoint/${source?.id}/`, { connection_type })
    const [unknown, later] = await Promise.all([ask('PIGEON'), ask('DATABASE')])

    expect(unknown.body.errors[0].attr).toBe('connection_type')
    expect(later.body.errors[0].attr).toBe('connection_type')
  })

  test('[WF-081] [WF-082] [WF-083] are set, found across workflows and described', async () => {
    const workflowId = await makeWorkflow(ada, 'Both API', toolId)
    const [source, destination] = await endsOf(workflowId)
    const { body: found } = await ada.get(
      'workflow/endpoint/?endpoint_type=SOURCE&connection_type=API',
    )
    const settings = await ada.get(`workflow/endpoint/${source?.id}/settings/`)
    const none = await ada.get(`workflow/endpoint/${destination?.id}/settings/`)

    expect(found.map((one: { workflow: string }) => one.workflow)).toContain(workflowId)
    expect(settings.body).toMatchObject({ status: 200, schema: { type: 'object' } })
    expect(none.body).toEqual({ status: 200, schema: null })
  })
})

describe('a tool', () => {
  test('[WF-052] [WF-053] that was exported is offered, and there is a project', async () => {
    const { body: tools } = await uma.get('tool/')
    const { body: count } = await uma.get('tool/prompt-studio/count/')

    expect(tools).toContainEqual(
      expect.objectContaining({ name: 'Invoices', function_name: toolId }),
    )
    expect(count.count).toBeGreaterThan(0)
  })

  test('[WF-054] says what can be set, and an unknown one is refused', async () => {
    const { body } = await uma.get(`tool_settings_schema/?function_name=${toolId}`)
    const refused = await uma.get('tool_settings_schema/?function_name=nobody')

    expect(body.properties).toMatchObject({ enable_highlight: { type: 'boolean' } })
    expect(refused).toMatchObject({ status: 400, body: { type: 'client_error' } })
  })

  test('[WF-051] [WF-055] [WF-058] becomes the one step of a workflow', async () => {
    const workflowId = await makeWorkflow(ada, 'One step', toolId)
    const again = await ada.post('tool_instance/', { workflow_id: workflowId, tool_id: toolId })
    const { body: instances } = await ada.get(`tool_instance/?workflow=${workflowId}`)
    const reorder = (ids: readonly string[]) =>
      ada.post('tool_instance/reorder/', { workflow_id: workflowId, tool_instances: ids })

    expect(again).toMatchObject({ status: 400, body: { type: 'client_error' } })
    expect(instances).toMatchObject([{ step: 1, status: 'Ready to start', tool_id: toolId }])
    expect(instances[0].metadata).toMatchObject({
      ...{ challenge_llm: '', challenge_llm_adapter_id: '' },
      ...{ tool_instance_id: instances[0].id, prompt_registry_id: toolId },
    })
    expect((await reorder([])).status).toBe(400)
    expect((await reorder([instances[0].id])).status).toBe(200)
  })

  test('[WF-056] [WF-057] keeps its settings, and goes when it is removed', async () => {
    const workflowId = await makeWorkflow(ada, 'Settings', toolId)
    const { body: instances } = await ada.get(`tool_instance/?workflow=${workflowId}`)
    const [instance] = instances
    const saved = await ada.patch(`tool_instance/${instance.id}/`, {
      metadata: { ...instance.metadata, enable_highlight: true },
    })

    expect(saved.body.metadata).toMatchObject({
      enable_highlight: true,
      prompt_registry_id: toolId,
      tenant_id: 'recto',
    })
    expect((await ada.delete(`tool_instance/${instance.id}/`)).status).toBe(204)
    expect((await ada.get(`tool_instance/${instance.id}/`)).status).toBe(404)
  })
})

describe('what is live', () => {
  const flowId = async (name: string) => makeWorkflow(ada, name, toolId)
  const stepOf = async (id: string) => (await ada.get(`tool_instance/?workflow=${id}`)).body[0]
  const call = async ({ api_endpoint, api_key }: Record<string, string>) => {
    const files = [{ name: 'note.txt', content: 'Invoice 77\nTotal 7.50\n', field: 'files' }]
    const { body } = await server.anonymous.upload(
      `/${api_endpoint}`,
      { files, fields: { timeout: '60', include_metadata: 'true' } },
      { headers: { authorization: `Bearer ${api_key}` } },
    )
    return body.message
  }

  test('stays as it was published while somebody works on the workflow, until that is published or taken back', async () => {
    const id = await flowId('Live')
    expect((await ada.post(`workflow/${id}/publish/`)).status).toBe(409)
    const { body: deployed } = await ada.post('api/deployment/', {
      workflow: id,
      display_name: 'Live',
      api_name: 'live',
    })
    const changes = async () => (await ada.get(`workflow/${id}/versions/compare/`)).body.changes
    expect(await changes()).toEqual([])
    const step = await stepOf(id)
    await ada.patch(`tool_instance/${step.id}/`, {
      metadata: { ...step.metadata, enable_highlight: true },
    })
    expect(await changes()).toContainEqual({
      field: 'settings.enable_highlight',
      before: 'false',
      after: 'true',
    })

    // The bin on the tool's card takes nothing down.
    await ada.delete(`tool_instance/${step.id}/`)
    expect(await changes()).toContainEqual({ field: 'tool', before: 'Invoices', after: null })
    expect(await call(deployed)).toMatchObject({ execution_status: 'COMPLETED' })
    expect((await ada.post(`workflow/${id}/publish/`)).status).toBe(400)
    await ada.post('tool_instance/', { workflow_id: id, tool_id: toolId })
    const again = await stepOf(id)
    await ada.patch(`tool_instance/${again.id}/`, {
      metadata: { ...again.metadata, enable_highlight: true },
    })
    expect((await ada.post(`workflow/${id}/publish/`)).body).toMatchObject({
      version: 2,
      is_live: true,
    })
    expect(await changes()).toEqual([])

    const back = await ada.post(`workflow/${id}/versions/1/restore/`)
    expect(back.body).toMatchObject({ version: 3, is_live: true, restored_from: 1 })
    const { body: versions } = await ada.get(`workflow/${id}/versions/`)
    expect(versions.map((it: { version: number }) => it.version)).toEqual([3, 2, 1])
    expect((await ada.post(`workflow/${id}/versions/9/restore/`)).status).toBe(404)
  })

  test('is named by what depends on it, and is free again when nothing does', async () => {
    const id = await flowId('Bound')
    const { body: deployed } = await ada.post('api/deployment/', {
      workflow: id,
      display_name: 'Depends',
      api_name: 'depends',
    })
    const usage = async () => (await ada.get(`workflow/${id}/can-update/`)).body
    expect(await usage()).toMatchObject({
      can_update: false,
      api_names: ['Depends'],
      pipelines: [],
    })
    expect((await ada.delete(`workflow/${id}/`)).status).toBe(409)

    await ada.delete(`api/deployment/${deployed.id}/`)
    expect(await usage()).toMatchObject({ can_update: true, api_count: 0 })
    expect((await ada.delete(`workflow/${id}/`)).status).toBe(204)
  })
})

describe('an end of a workflow', () => {
  const ends = async (id: string) => (await ada.get(`workflow/${id}/endpoint/`)).body
  const fresh = async (name: string) => {
    const { body } = await ada.post('workflow/', { workflow_name: name })
    const [from, to] = await ends(body.id)
    return { id: body.id as string, from: from.id as string, to: to.id as string }
  }

  test('[WF-072] refuses what does not go together', async () => {
    const { from, to } = await fresh('Mixed')
    const set = (id: string, connection_type: string) =>
      ada.patch(`workflow/endpoint/${id}/`, { connection_type })
    for (const type of ['DATABASE', 'MANUALREVIEW', 'APPDEPLOYMENT']) {
      expect((await set(from, type)).body.errors[0].attr).toBe('connection_type')
    }
    await set(from, 'API')
    expect((await set(to, 'DATABASE')).status).toBe(400)
    await set(from, '')
    await set(from, 'FILESYSTEM')
    expect((await set(to, 'API')).status).toBe(400)
    expect((await set(to, 'MANUALREVIEW')).status).toBe(400)
    expect((await set(to, 'DATABASE')).status).toBe(200)
  })

  test('[WF-070, WF-071, WF-073] takes people as a destination of no file system', async () => {
    const { from, to } = await fresh('By people')
    await ada.patch(`workflow/endpoint/${to}/`, { connection_type: 'MANUALREVIEW' })
    const refused = await ada.patch(`workflow/endpoint/${from}/`, { connection_type: 'FILESYSTEM' })

    expect(refused.status).toBe(400)
  })

  test('[WF-075, WF-083] is checked against its own schema, and begins anew with another kind', async () => {
    const { id, from } = await fresh('Checked')
    const put = (changes: Record<string, unknown>) => ada.put(`workflow/endpoint/${from}/`, changes)
    await put({ connection_type: 'FILESYSTEM' })
    for (const [configuration, attr, code] of [
      [{ maxFiles: 0 }, 'configuration.maxFiles', 'min_value'],
      [{ fileExtensions: ['Music'] }, 'configuration.fileExtensions.0', 'invalid_choice'],
      [{ color: 'red' }, 'configuration', 'invalid'],
    ] as const) {
      const refused = await put({ configuration })
      expect([refused.status, refused.body.errors]).toMatchObject([400, [{ attr, code }]])
    }
    const strange = await put({ connection_type: 'CARRIER' })
    expect(strange.body.errors).toMatchObject([{ attr: 'connection_type', code: 'invalid_choice' }])
    const stranger = await put({ connector_instance: table })
    expect(stranger.body.errors[0].attr).toBe('connector_instance')
    const kept = await put({ connector_instance: source, configuration: { maxFiles: '7' } })
    expect(kept.body).toMatchObject({
      connector_instance: source,
      configuration: { maxFiles: 7, processSubDirectories: true },
    })
    const { body } = await ada.get(`workflow/endpoint/${from}/settings/`)
    expect(body.schema.properties).toMatchObject({ folders: {}, fileNamePattern: {} })

    await put({ connection_type: '', connector_instance: null })
    expect((await ends(id))[0]).toMatchObject({
      connection_type: '',
      connector_instance: null,
      configuration: null,
    })
  })

  test('[WF-045] clears what was read before, in bare words also where that is refused', async () => {
    const flow = await makeWorkflow(ada, 'Cleared', toolId)
    const cleared = await ada.get(`workflow/${flow}/clear-cache/`)
    expect(cleared).toMatchObject({ status: 200, body: 'Cache cleared successfully.' })
    const missing = await ada.get('workflow/00000000-0000-4000-8000-000000000000/clear-cache/')
    expect([missing.status, missing.body]).toEqual([404, 'No such workflow.'])
    expect((await ada.get(`workflow/${flow}/clear-file-marker/`)).status).toBe(200)
    for (const call of ['clear-cache', 'clear-file-marker']) {
      const { status, body } = await ada.get(`workflow/none/${call}/`)
      expect([status, body]).toEqual([404, 'Not found.'])
    }
  })

  test('is described without a workflow, too', async () => {
    const schema = async (query: string) => (await ada.get(`workflow/schema/?${query}`)).body

    expect((await schema('type=src&entity=shelf')).errors).toMatchObject([
      { attr: 'entity', code: 'invalid_choice' },
    ])
    expect(await schema('type=src&entity=file')).toMatchObject({
      type: 'object',
      properties: { maxFiles: { default: 100 } },
    })
    expect(await schema('type=dest&entity=db')).toMatchObject({
      required: ['table', 'includeAgent', 'includeTimestamp', 'columnMode'],
    })
    expect(await schema('type=dest&entity=api')).toMatchObject({ required: [], properties: {} })
  })
})
