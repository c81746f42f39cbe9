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
let sourceConnector: string
let tableConnector: string

beforeAll(async () => {
  server = await startServer({ worker: true, env: { RECTO_CONNECTOR_FOLDERS: tmpdir() } })
  ada = server.as('admin')
  uma = server.as('user')
  const [invoice] = await sampleInvoices()
  const sample: TestFile = { name: 'invoice.pdf', content: invoice?.file ?? '' }
  const fields = [{ key: 'total', prompt: 'What is the total?', type: 'number' }]
  toolId = (await makeTool(ada, { name: 'Invoices', fields, sample })).toolId
  sourceConnector = await makeFolderConnector(ada, 'Inbox', tmpdir())
  tableConnector = await makeTableConnector(ada, 'Books', 'postgresql://nobody@127.0.0.1:1/nothing')
})

afterAll(() => server?.close())

const loadEndpoints = async (workflowId: string) => {
  const { body } = await ada.get(`workflow/${workflowId}/endpoint/`)
  return body as { id: string; endpoint_type: string; connection_type: string }[]
}

describe('a workflow', () => {
  test('is rejected without a name, or with a name that is taken', async () => {
    await ada.post('workflow/', { workflow_name: 'Taken' })
    const nameless = await ada.post('workflow/', { workflow_name: ' ' })
    const takenName = await ada.post('workflow/', { workflow_name: 'Taken' })

    expect(nameless.body.errors[0]).toMatchObject({ attr: 'workflow_name', code: 'blank' })
    expect(takenName).toMatchObject({ status: 400, body: { type: 'validation_error' } })
    expect(takenName.body.errors[0]).toMatchObject({ attr: 'workflow_name', code: 'invalid' })
  })

  test('[WF-007] [WF-010] [WF-011] [WF-012] is created, read and changed', async () => {
    const createReply = await ada.post('workflow/', {
      workflow_name: 'Bills',
      description: 'Monthly',
    })
    const updateReply = await ada.put(`workflow/${createReply.body.id}/`, {
      workflow_name: 'Bills 2',
    })
    const getReply = await ada.get(`workflow/${createReply.body.id}`)

    expect(createReply).toMatchObject({
      status: 201,
      body: { source_settings: null, tool_instances: [], is_active: true },
    })
    expect(updateReply.body).toMatchObject({
      id: createReply.body.id,
      workflow_name: 'Bills 2',
      description: 'Monthly',
      prompt_text: '',
      created_by: createReply.body.created_by,
      modified_by: createReply.body.created_by,
    })
    expect(getReply.body).toEqual(updateReply.body)
    expect(await loadEndpoints(createReply.body.id)).toEqual([
      expect.objectContaining({ connection_type: '', connector_instance: null }),
      expect.objectContaining({ connection_type: '', connector_instance: null }),
    ])
  })

  test('is activated by its own endpoint, and lists only its own executions', async () => {
    const { body: workflow } = await ada.post('workflow/', { workflow_name: 'Off' })
    await ada.patch(`workflow/${workflow.id}/`, { is_active: false })
    const activateReply = await ada.put(`workflow/active/${workflow.id}/`)
    const unknownId = '00000000-0000-4000-8000-000000000000'

    expect(activateReply).toMatchObject({ status: 200, body: { id: workflow.id, is_active: true } })
    expect((await ada.put(`workflow/active/${unknownId}/`)).status).toBe(404)
    expect((await ada.get(`workflow/${workflow.id}/execution/`)).body).toEqual([])
    expect((await ada.get(`workflow/${unknownId}/execution/`)).status).toBe(404)
  })

  test('[WF-004] [WF-008] [WF-009] is listed for everyone, or only for its creator', async () => {
    const { body: ownWorkflow } = await uma.post('workflow/', { workflow_name: 'Umas' })
    const { body: allWorkflows } = await uma.get('workflow/')
    const { body: ownWorkflows } = await uma.get(
      `workflow/?created_by=${ownWorkflow.created_by}&is_active=True`,
    )

    expect(allWorkflows.length).toBeGreaterThan(1)
    expect(ownWorkflows.map((workflow: { id: string }) => workflow.id)).toEqual([ownWorkflow.id])
  })

  test('is listed in pages, searched by name and sorted', async () => {
    const olga = server.as('user', { name: 'olga' })
    for (const workflow_name of ['Page b', 'Page a', 'Page c%']) {
      await olga.post('workflow/', { workflow_name })
    }
    const listNames = async (query: string) => {
      const { body } = await olga.get(`workflow/?${query}`)
      return (body.results ?? body).map(
        ({ workflow_name }: { workflow_name: string }) => workflow_name,
      )
    }
    const { body } = await olga.get('workflow/?search=PAGE&ordering=workflow_name&page_size=2')
    const pageBeyondEnd = await olga.get('workflow/?search=PAGE&page=7')

    expect(pageBeyondEnd.status).toBe(404)
    expect(body).toMatchObject({ count: 3, previous: null })
    expect(new URL(body.next).searchParams.get('page')).toBe('2')
    expect(body.results[0]).toMatchObject({ is_owner: true, co_owners_count: 1 })
    expect(await listNames('search=page&ordering=-workflow_name')).toEqual([
      'Page c%',
      'Page b',
      'Page a',
    ])
    expect(await listNames('search=%25')).toEqual(['Page c%'])
    expect(await listNames('search=page&page=2&page_size=2')).toEqual(['Page b'])
  })

  test('[WF-024] [WF-013] is deleted only by its creator or an admin', async () => {
    const { body: adas } = await ada.post('workflow/', { workflow_name: 'Adas' })
    const { body: umas } = await uma.post('workflow/', { workflow_name: 'Umas too' })

    expect((await uma.delete(`workflow/${adas.id}/`)).status).toBe(403)
    expect((await ada.delete(`workflow/${umas.id}/`)).status).toBe(204)
    expect((await ada.get(`workflow/${umas.id}/`)).status).toBe(404)
  })

  test('is not found from another organization', async () => {
    const { body: workflow } = await ada.post('workflow/', { workflow_name: 'Ours' })
    const [endpoint] = await loadEndpoints(workflow.id)
    const stranger = server.as('admin', { organization: 'elsewhere' })
    const replies = await Promise.all([
      stranger.get(`workflow/${workflow.id}/`),
      stranger.put(`workflow/${workflow.id}/`, { workflow_name: 'Theirs' }),
      stranger.delete(`workflow/${workflow.id}/`),
      stranger.get(`workflow/${workflow.id}/endpoint/`),
      stranger.put(`workflow/endpoint/${endpoint?.id}/`, { connection_type: 'API' }),
    ])

    expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
  })
})

test('checks every table whose foreign key prevents deleting a workflow', async () => {
  const { rows } = await sql`
    select conrelid::regclass::text as "table", attname as "column"
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any (conkey)
    where contype = 'f' and confrelid = 'workflow'::regclass and confdeltype in ('a', 'r')
    order by 1`.execute(server.ctx.db)

  expect(rows).toEqual(workflowReferrers)
})

describe('the endpoints of a workflow', () => {
  test('[WF-066] [WF-080] are a source and a destination, both unset at first', async () => {
    const { body: workflow } = await ada.post('workflow/', { workflow_name: 'Ends' })
    const endpoints = await loadEndpoints(workflow.id)

    expect(endpoints).toMatchObject([
      { endpoint_type: 'SOURCE', connection_type: '', connector_instance: null },
      { endpoint_type: 'DESTINATION', connection_type: '' },
    ])
  })

  test('[WF-067] [WF-072] reject unknown connection types, and types that a source cannot have', async () => {
    const { body: workflow } = await ada.post('workflow/', { workflow_name: 'Strange ends' })
    const [sourceEndpoint] = await loadEndpoints(workflow.id)
    const setType = (connection_type: string) =>
      ada.put(`workflow/endpoint/${sourceEndpoint?.id}/`, { connection_type })
    const [unknownType, unsupportedType] = await Promise.all([
      setType('PIGEON'),
      setType('DATABASE'),
    ])

    expect(unknownType.body.errors[0].attr).toBe('connection_type')
    expect(unsupportedType.body.errors[0].attr).toBe('connection_type')
  })

  test('[WF-081] [WF-082] [WF-083] are set, listed across workflows and described by a schema', async () => {
    const workflowId = await makeWorkflow(ada, 'Both API', toolId)
    const [source, destination] = await loadEndpoints(workflowId)
    const { body: apiSources } = await ada.get(
      'workflow/endpoint/?endpoint_type=SOURCE&connection_type=API',
    )
    const settings = await ada.get(`workflow/endpoint/${source?.id}/settings/`)
    const emptySettings = await ada.get(`workflow/endpoint/${destination?.id}/settings/`)

    expect(apiSources.map((endpoint: { workflow: string }) => endpoint.workflow)).toContain(
      workflowId,
    )
    expect(settings.body).toMatchObject({ status: 200, schema: { type: 'object' } })
    expect(emptySettings.body).toEqual({ status: 200, schema: null })
  })
})

describe('a tool', () => {
  test('[WF-052] [WF-053] is listed after its export, and its project is counted', async () => {
    const { body: tools } = await uma.get('tool/')
    const { body: count } = await uma.get('tool/prompt-studio/count/')

    expect(tools).toContainEqual(
      expect.objectContaining({ name: 'Invoices', function_name: toolId }),
    )
    expect(count.count).toBeGreaterThan(0)
  })

  test('[WF-054] has a schema of its settings, and an unknown tool is rejected', async () => {
    const { body } = await uma.get(`tool_settings_schema/?function_name=${toolId}`)
    const rejection = await uma.get('tool_settings_schema/?function_name=nobody')

    expect(body.properties).toMatchObject({ enable_highlight: { type: 'boolean' } })
    expect(rejection).toMatchObject({ status: 400, body: { type: 'client_error' } })
  })

  test('[WF-051] [WF-055] [WF-058] becomes the single step of a workflow', async () => {
    const workflowId = await makeWorkflow(ada, 'One step', toolId)
    const duplicate = await ada.post('tool_instance/', { workflow_id: workflowId, tool_id: toolId })
    const { body: instances } = await ada.get(`tool_instance/?workflow=${workflowId}`)
    const reorder = (ids: readonly string[]) =>
      ada.post('tool_instance/reorder/', { workflow_id: workflowId, tool_instances: ids })

    expect(duplicate).toMatchObject({ status: 400, body: { type: 'client_error' } })
    expect(instances).toMatchObject([{ step: 1, status: 'Ready to start', tool_id: toolId }])
    expect(instances[0].metadata).toMatchObject({
      challenge_llm: '',
      challenge_llm_adapter_id: '',
      tool_instance_id: instances[0].id,
      prompt_registry_id: toolId,
    })
    expect((await reorder([])).status).toBe(400)
    expect((await reorder([instances[0].id])).status).toBe(200)
  })

  test('[WF-056] [WF-057] saves its settings, and is deleted', async () => {
    const workflowId = await makeWorkflow(ada, 'Settings', toolId)
    const { body: instances } = await ada.get(`tool_instance/?workflow=${workflowId}`)
    const [instance] = instances
    const savedInstance = await ada.patch(`tool_instance/${instance.id}/`, {
      metadata: { ...instance.metadata, enable_highlight: true },
    })

    expect(savedInstance.body.metadata).toMatchObject({
      enable_highlight: true,
      prompt_registry_id: toolId,
      tenant_id: 'recto',
    })
    expect((await ada.delete(`tool_instance/${instance.id}/`)).status).toBe(204)
    expect((await ada.get(`tool_instance/${instance.id}/`)).status).toBe(404)
  })
})

describe('the live version', () => {
  const createWorkflow = async (name: string) => makeWorkflow(ada, name, toolId)
  const loadToolInstance = async (id: string) =>
    (await ada.get(`tool_instance/?workflow=${id}`)).body[0]
  const callDeployment = async ({ api_endpoint, api_key }: Record<string, string>) => {
    const files = [{ name: 'note.txt', content: 'Invoice 77\nTotal 7.50\n', field: 'files' }]
    const { body } = await server.anonymous.upload(
      `/${api_endpoint}`,
      { files, fields: { timeout: '60', include_metadata: 'true' } },
      { headers: { authorization: `Bearer ${api_key}` } },
    )
    return body.message
  }

  test('stays unchanged while changes need publishing, until they are published or rolled back', async () => {
    const id = await createWorkflow('Live')
    expect((await ada.post(`workflow/${id}/publish/`)).status).toBe(409)
    const { body: deployment } = await ada.post('api/deployment/', {
      workflow: id,
      display_name: 'Live',
      api_name: 'live',
    })
    const listChanges = async () => (await ada.get(`workflow/${id}/versions/compare/`)).body.changes
    expect(await listChanges()).toEqual([])
    const setting = await ada.patch(`workflow/${id}/`, { changes_need_publishing: true })
    expect(setting.body).toMatchObject({ changes_need_publishing: true, live_version: 1 })
    const instance = await loadToolInstance(id)
    await ada.patch(`tool_instance/${instance.id}/`, {
      metadata: { ...instance.metadata, enable_highlight: true },
    })
    expect(await listChanges()).toContainEqual({
      field: 'settings.enable_highlight',
      before: 'false',
      after: 'true',
    })

    // Deleting the tool from the draft does not affect the live version.
    await ada.delete(`tool_instance/${instance.id}/`)
    expect(await listChanges()).toContainEqual({ field: 'tool', before: 'Invoices', after: null })
    expect(await callDeployment(deployment)).toMatchObject({ execution_status: 'COMPLETED' })
    expect((await ada.post(`workflow/${id}/publish/`)).status).toBe(400)
    await ada.post('tool_instance/', { workflow_id: id, tool_id: toolId })
    const newInstance = await loadToolInstance(id)
    await ada.patch(`tool_instance/${newInstance.id}/`, {
      metadata: { ...newInstance.metadata, enable_highlight: true },
    })
    expect((await ada.post(`workflow/${id}/publish/`)).body).toMatchObject({
      version: 2,
      is_live: true,
    })
    expect(await listChanges()).toEqual([])

    const restoreReply = await ada.post(`workflow/${id}/versions/1/restore/`)
    expect(restoreReply.body).toMatchObject({ version: 3, is_live: true, restored_from: 1 })
    const { body: versions } = await ada.get(`workflow/${id}/versions/`)
    expect(versions.map((version: { version: number }) => version.version)).toEqual([3, 2, 1])
    expect((await ada.post(`workflow/${id}/versions/9/restore/`)).status).toBe(404)
  })

  test('prevents deletion while a deployment uses it, and lists the deployments', async () => {
    const id = await createWorkflow('Bound')
    const { body: deployment } = await ada.post('api/deployment/', {
      workflow: id,
      display_name: 'Depends',
      api_name: 'depends',
    })
    const loadUsage = async () => (await ada.get(`workflow/${id}/can-update/`)).body
    expect(await loadUsage()).toMatchObject({
      can_update: false,
      api_names: ['Depends'],
      pipelines: [],
    })
    expect((await ada.delete(`workflow/${id}/`)).status).toBe(409)

    await ada.delete(`api/deployment/${deployment.id}/`)
    expect(await loadUsage()).toMatchObject({ can_update: true, api_count: 0 })
    expect((await ada.delete(`workflow/${id}/`)).status).toBe(204)
  })
})

describe('an endpoint of a workflow', () => {
  const listEndpoints = async (id: string) => (await ada.get(`workflow/${id}/endpoint/`)).body
  const createUnset = async (name: string) => {
    const { body } = await ada.post('workflow/', { workflow_name: name })
    const [sourceEndpoint, destinationEndpoint] = await listEndpoints(body.id)
    return {
      id: body.id as string,
      from: sourceEndpoint.id as string,
      to: destinationEndpoint.id as string,
    }
  }

  test('[WF-070, WF-071, WF-072, WF-073] takes each type in any order, and the pair is checked by a run', async () => {
    const { id, from, to } = await createUnset('Mixed')
    const setType = (end: string, connection_type: string) =>
      ada.patch(`workflow/endpoint/${end}/`, { connection_type })
    for (const type of ['DATABASE', 'MANUALREVIEW', 'APPDEPLOYMENT']) {
      expect((await setType(from, type)).body.errors[0].attr).toBe('connection_type')
    }
    const findRunProblem = async () => {
      const { status, body } = await ada.post('workflow/execute/', { workflow_id: id })
      return [status, body.errors[0].detail]
    }
    const mixedEndsProblem =
      'A workflow must use API as both source and destination, or as neither.'
    for (const [source, destination, problem] of [
      ['API', 'DATABASE', mixedEndsProblem],
      ['FILESYSTEM', 'API', mixedEndsProblem],
      ['FILESYSTEM', 'MANUALREVIEW', 'Files from a file system cannot be sent to manual review.'],
      ['FILESYSTEM', 'DATABASE', 'The source has no connector yet.'],
      ['API', 'API', 'The workflow has no tool yet.'],
    ] as const) {
      expect((await setType(from, source)).body.connection_type).toBe(source)
      expect((await setType(to, destination)).body.connection_type).toBe(destination)
      expect(await findRunProblem()).toEqual([400, problem])
    }
  })

  test('[WF-075, WF-083] is validated against its schema, and is reset when its connection type changes', async () => {
    const { id, from } = await createUnset('Checked')
    const updateEndpoint = (changes: Record<string, unknown>) =>
      ada.put(`workflow/endpoint/${from}/`, changes)
    await updateEndpoint({ connection_type: 'FILESYSTEM' })
    for (const [configuration, attr, code] of [
      [{ maxFiles: 0 }, 'configuration.maxFiles', 'min_value'],
      [{ fileExtensions: ['Music'] }, 'configuration.fileExtensions.0', 'invalid_choice'],
      [{ color: 'red' }, 'configuration', 'invalid'],
    ] as const) {
      const rejection = await updateEndpoint({ configuration })
      expect([rejection.status, rejection.body.errors]).toMatchObject([400, [{ attr, code }]])
    }
    const unknownType = await updateEndpoint({ connection_type: 'CARRIER' })
    expect(unknownType.body.errors).toMatchObject([
      { attr: 'connection_type', code: 'invalid_choice' },
    ])
    const wrongConnector = await updateEndpoint({ connector_instance: tableConnector })
    expect(wrongConnector.body.errors[0].attr).toBe('connector_instance')
    const savedEndpoint = await updateEndpoint({
      connector_instance: sourceConnector,
      configuration: { maxFiles: '7' },
    })
    expect(savedEndpoint.body).toMatchObject({
      connector_instance: sourceConnector,
      configuration: { maxFiles: 7, processSubDirectories: true },
    })
    const { body } = await ada.get(`workflow/endpoint/${from}/settings/`)
    expect(body.schema.properties).toMatchObject({ folders: {}, fileNamePattern: {} })

    await updateEndpoint({ connection_type: '', connector_instance: null })
    expect((await listEndpoints(id))[0]).toMatchObject({
      connection_type: '',
      connector_instance: null,
      configuration: null,
    })
  })

  test('[WF-045] clears cached results, and replies with plain text even to refused requests', async () => {
    const workflowId = await makeWorkflow(ada, 'Cleared', toolId)
    const clearReply = await ada.get(`workflow/${workflowId}/clear-cache/`)
    expect(clearReply).toMatchObject({ status: 200, body: 'Cache cleared successfully.' })
    const unknownReply = await ada.get('workflow/00000000-0000-4000-8000-000000000000/clear-cache/')
    expect([unknownReply.status, unknownReply.body]).toEqual([404, 'No such workflow.'])
    expect((await ada.get(`workflow/${workflowId}/clear-file-marker/`)).status).toBe(200)
    for (const path of ['clear-cache', 'clear-file-marker']) {
      const { status, body } = await ada.get(`workflow/none/${path}/`)
      expect([status, body]).toEqual([404, 'Not found.'])
    }
  })

  test('has a schema without a workflow too', async () => {
    const loadSchema = async (query: string) => (await ada.get(`workflow/schema/?${query}`)).body

    expect((await loadSchema('type=src&entity=shelf')).errors).toMatchObject([
      { attr: 'entity', code: 'invalid_choice' },
    ])
    expect(await loadSchema('type=src&entity=file')).toMatchObject({
      type: 'object',
      properties: { maxFiles: { default: 100 } },
    })
    expect(await loadSchema('type=dest&entity=db')).toMatchObject({
      required: ['table', 'includeAgent', 'includeTimestamp', 'columnMode'],
    })
    expect(await loadSchema('type=dest&entity=api')).toMatchObject({ required: [], properties: {} })
  })
})
