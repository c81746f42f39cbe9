import { sampleInvoices } from '@recto/testkit/sample-documents'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { workflowReferrers } from '../../platform/db/referrers.ts'
import { makeTool, makeWorkflow } from '../../testing/make-tool.ts'
import type { Person, TestFile } from '../../testing/people.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'

let server: TestServer
let ada: Person
let uma: Person
let toolId: string

beforeAll(async () => {
  server = await startServer()
  ada = server.as('admin')
  uma = server.as('user')
  const [invoice] = await sampleInvoices()
  const sample: TestFile = { name: 'invoice.pdf', content: invoice?.file ?? '' }
  const fields = [{ key: 'total', prompt: 'What is the total?', type: 'number' }]
  toolId = (await makeTool(ada, { name: 'Invoices', fields, sample })).toolId
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
    expect(changed.body).toMatchObject({ workflow_name: 'Bills 2', description: 'Monthly' })
    expect(read.body).toEqual(changed.body)
  })

  test('[WF-004] [WF-008] [WF-009] is listed for all, or for who made it', async () => {
    const { body: mine } = await uma.post('workflow/', { workflow_name: 'Umas' })
    const { body: all } = await uma.get('workflow/')
    const { body: own } = await uma.get(`workflow/?created_by=${mine.created_by}&is_active=True`)

    expect(all.length).toBeGreaterThan(1)
    expect(own.map((one: { id: string }) => one.id)).toEqual([mine.id])
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
