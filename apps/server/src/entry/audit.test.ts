import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRoutePolicyName, routePolicies } from '@recto/contract/policy/policy'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from '../testing/browser.ts'
import { makeFlow, makeFolderConnector } from '../testing/make-pipeline.ts'
import { makeTool, makeWorkflow, type TestTool } from '../testing/make-tool.ts'
import type { Person, TestReply } from '../testing/people.ts'
import { adminPassword, startServer, type TestServer } from '../testing/start-server.ts'
import { auditedActions, auditedElsewhere } from './testing/audit/audited-routes.ts'
import { findMissingValues } from './testing/audit/find-missing-values.ts'
import { mailEnvironment, stepMailAddress } from './testing/audit/step-mail-address.ts'
import { unauditedReasons } from './testing/audit/unaudited-routes.ts'

/**
 * Every route that changes something or exports data is called, and leaves an entry in the audit log, or
 * has a reason why it does not.
 */

let server: TestServer
let ada: Person
let uma: Person
let umaId: number
let folder: string
let tool: TestTool
const auditedRoutes = new Set<string>()
const note = { name: 'note.txt', content: 'Invoice number 12\nTotal 30.00\n' }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recto-audit-'))
  await mkdir(join(folder, 'in'))
  await writeFile(join(folder, 'in/note.txt'), note.content)
  server = await startServer({
    worker: true,
    env: { RECTO_CONNECTOR_FOLDERS: folder, RECTO_SIGN_UP: 'open', ...mailEnvironment },
  })
  ada = server.as('admin')
  uma = server.as('user')
  umaId = Number((await uma.get('/api/v1/session')).body.id)
  tool = await makeTool(ada, {
    name: 'Notes',
    fields: [{ key: 'total', prompt: 'What is the total?', type: 'number' }],
    sample: note,
  })
})

afterAll(async () => {
  await server?.close()
  await rm(folder, { recursive: true, force: true })
})

const entriesAfter = (id: string) =>
  server.ctx.db.selectFrom('audit_entry').selectAll().where('id', '>', id).orderBy('id').execute()

async function lastEntryId(): Promise<string> {
  const { id } = await server.ctx.db
    .selectFrom('audit_entry')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirstOrThrow()
  return id ?? '0'
}

/** Calls a route, and requires the entry of the map. Returns the body of the reply. */
async function step(route: string, call: () => Promise<TestReply>): Promise<TestReply['body']> {
  const lastId = await lastEntryId()
  const { status, body } = await call()
  // Reading the log writes what waits to be written.
  await ada.get('audit/?page_size=1')
  const entries = await entriesAfter(lastId)
  const entry = entries.find(({ action }) => action === auditedActions[route])
  expect({ route, status: status < 400 ? 'fine' : `${status} ${JSON.stringify(body)}` }).toEqual({
    route,
    status: 'fine',
  })
  expect({ route, actions: entries.map(({ action }) => action) }).toEqual({
    route,
    actions: expect.arrayContaining([auditedActions[route]]),
  })
  expect({ route, place: [entry?.address, entry?.browser] }).toEqual({
    route,
    place: [expect.stringMatching(/127\.0\.0\.1$/), 'node'],
  })
  expect(entry?.actor_email).not.toBe('')
  expect({ route, lacks: entry && findMissingValues(entry) }).toEqual({ route, lacks: '' })
  auditedRoutes.add(route)
  return body
}

/** Calls a route with both of its methods. */
async function stepTwice(path: string, call: (method: 'put' | 'patch') => Promise<TestReply>) {
  await step(`PUT ${path}`, () => call('put'))
  await step(`PATCH ${path}`, () => call('patch'))
}

/** Shares a thing, and gives it to another owner for a while. */
async function stepSharing(path: string, id: string): Promise<void> {
  const base = `${path.slice(1)}/${id}`
  await step(`POST ${path}/:id/share/`, () => ada.post(`${base}/share/`, { shared_users: [umaId] }))
  await step(`POST ${path}/:id/owners/`, () => ada.post(`${base}/owners/`, { user_id: umaId }))
  await step(`DELETE ${path}/:id/owners/:user_id/`, () => ada.delete(`${base}/owners/${umaId}/`))
}

describe('the audit log has an entry for', () => {
  test('accounts and sign-ins', async () => {
    await step('POST /api/v1/login', async () => (await server.signIn('admin', 'guessed')).answer)
    await step('POST /api/v1/signup', () =>
      openBrowser(server).post('/api/v1/signup', {
        email: 'ana@audit.example.org',
        password: 'four words make one',
        organization_name: 'Audited',
      }),
    )
    const { person } = await server.signIn('admin', adminPassword)
    await step('POST /api/v1/organization/create', () =>
      person.post('/api/v1/organization/create', {
        name: 'further',
        display_name: 'Further',
        organization_id: 'further',
      }),
    )
    await step('POST /api/v1/onboard_user', () =>
      person.post('/api/v1/onboard_user', {
        org_name: 'Globex',
        invitee_email: 'gina@globex.test',
      }),
    )
    await step('POST /api/v1/password/', () =>
      person.post('/api/v1/password/', {
        current_password: adminPassword,
        new_password: 'another much better horse',
      }),
    )
    await server.signIn('admin', 'another much better horse')
    const { body: sessions } = await person.get('/api/v1/sessions/')
    const otherSession = sessions.find((one: { is_current: boolean }) => !one.is_current)
    await step('DELETE /api/v1/sessions/:id/', () =>
      person.delete(`/api/v1/sessions/${otherSession.id}/`),
    )
    await step('DELETE /api/v1/sessions/', () => person.delete('/api/v1/sessions/'))
  })

  test('members, groups and settings', async () => {
    const invitationReply = await step('POST /users/invite/', () =>
      ada.post('users/invite/', {
        users: [{ email: 'in@example.org' }, { email: 'out@example.org' }],
      }),
    )
    const { body: open } = await ada.get('invitation/')
    const withdrawnInvitation = open.members.find(
      (one: { email: string }) => one.email === 'out@example.org',
    )
    await step('DELETE /invitation/:id/', () => ada.delete(`invitation/${withdrawnInvitation.id}/`))
    const token = new URL(invitationReply.message[0].link).searchParams.get('token')
    await step('POST /api/v1/invitation/accept', () =>
      openBrowser(server).post('/api/v1/invitation/accept', {
        token,
        password: 'four words make one',
      }),
    )
    const email = 'in@example.org'
    await step('POST /users/role/', () =>
      ada.post('users/role/', { email, role: 'recto_reviewer' }),
    )
    await step('DELETE /users/role/', () =>
      ada.delete('users/role/', { email, role: 'recto_reviewer' }),
    )
    await step('DELETE /users/', () => ada.delete('users/', { emails: [email] }))
    await step('PATCH /notifications/settings/', () =>
      ada.patch('notifications/settings/', { club_interval_seconds: 0 }),
    )
    await step('PATCH /organization/settings', () =>
      ada.patch('organization/settings', { restrict_connector_creation: false }),
    )
    const group = await step('POST /groups/', () =>
      ada.post('groups/', { name: 'Readers', description: 'Who reads' }),
    )
    await stepTwice('/groups/:id/', (method) =>
      ada[method](`groups/${group.id}/`, { name: `By ${method}`, description: 'Who reads' }),
    )
    await step('POST /groups/:id/members/', () =>
      ada.post(`groups/${group.id}/members/`, { user_ids: [umaId] }),
    )
    await step('DELETE /groups/:id/members/:user_id/', () =>
      ada.delete(`groups/${group.id}/members/${umaId}/`),
    )
    await step('DELETE /groups/:id/', () => ada.delete(`groups/${group.id}/`))
    await ada.put('usage/budget/', { dollars: 50 })
    await step('PUT /usage/budget/', () => ada.put('usage/budget/', { dollars: 100 }))
    await step('GET /metrics/used/export/', () => ada.get('metrics/used/export/'))
    await step('GET /audit/export/', () => ada.get('audit/export/'))
  })

  test('keys of the platform, of scripts and of the text service', async () => {
    const second = await step('POST /platform/keys/', () =>
      ada.post('platform/keys/', { key_name: 'Key #2', is_active: false }),
    )
    await step('PUT /platform/keys/', () =>
      ada.put('platform/keys/', { id: second.id, key_name: 'Key #2' }),
    )
    await step('PUT /platform/keys/:id/', () =>
      ada.put(`platform/keys/${second.id}/`, { action: 'DEACTIVATE' }),
    )
    await step('DELETE /platform/keys/:id/', () => ada.delete(`platform/keys/${second.id}/`))
    for (const [path, fields] of [
      ['/platform-api/keys/', {}],
      ['/global-api-deployment/keys/', { allow_all_deployments: true }],
    ] as const) {
      const base = path.slice(1)
      const key = await step(`POST ${path}`, () =>
        ada.post(base, { name: 'Script', description: 'For tests', ...fields }),
      )
      await step(`PATCH ${path}:id/`, () => ada.patch(`${base}${key.id}/`, { description: 'x' }))
      await step(`POST ${path}:id/rotate/`, () => ada.post(`${base}${key.id}/rotate/`))
      await step(`DELETE ${path}:id/`, () => ada.delete(`${base}${key.id}/`))
    }
    for (const product of ['llmwhisperer', 'llm-whisperer']) {
      const base = `/api/v1/${product}/recto`
      for (const { id } of (await ada.get(`${base}/keys/`)).body.api_keys) {
        await ada.delete(`${base}/keys/`, { key_id: id })
      }
      const { api_key, id } = await step(`POST ${product}:/keys/`, () =>
        ada.post(`${base}/keys/`, { product_id: 'recto-unlimited' }),
      )
      await step(`PUT ${product}:/keys/`, () => ada.put(`${base}/keys/`, { api_key }))
      const { body: plans } = await ada.get(`${base}/usage/subscription/`)
      const plan = plans[0].subscription_id
      await step(`GET ${product}:/usage/records/export/`, () =>
        ada.get(`${base}/usage/records/export/?subscription_id=${plan}`),
      )
      await step(`DELETE ${product}:/keys/`, () => ada.delete(`${base}/keys/`, { key_id: id }))
    }
  })

  test('adapters and connectors', async () => {
    const adapter = await step('POST /adapter/', () =>
      ada.post('adapter/', {
        adapter_id: 'openaicompatible|b6d10f33-2c41-49fc-a8c2-58d2b247fc09',
        adapter_name: 'Model',
        adapter_type: 'LLM',
        adapter_metadata: { api_base: 'https://models.example.org/v1', model: 'm', api_key: 'k' },
      }),
    )
    await stepTwice('/adapter/:id/', (method) =>
      ada[method](`adapter/${adapter.id}/`, { description: `By ${method}` }),
    )
    await stepSharing('/adapter', adapter.id)
    const { body: triad } = await ada.get('adapter/default_triad/')
    await step('POST /adapter/default_triad/', () =>
      ada.post('adapter/default_triad/', { llm_default: adapter.id }),
    )
    await ada.post('adapter/default_triad/', { llm_default: triad.default_llm_adapter })
    await step('DELETE /adapter/:id/', () => ada.delete(`adapter/${adapter.id}/`))

    const connector = await step('POST /connector/', () =>
      ada.post('connector/', {
        connector_id: 'localstorage|ded5e7f0-f527-416d-8d4a-19f559bd6da5',
        connector_name: 'Folder',
        connector_metadata: { path: folder },
      }),
    )
    await stepTwice('/connector/:id/', (method) =>
      ada[method](`connector/${connector.id}/`, { connector_name: `By ${method}` }),
    )
    await stepSharing('/connector', connector.id)
    await step('POST /file/upload', () =>
      ada.upload('file/upload', {
        files: [{ name: 'one.pdf', content: '%PDF-1.4\n%%EOF' }],
        fields: { connector_id: connector.id, path: '/out' },
      }),
    )
    await step('GET /file/download', () =>
      ada.get(`file/download?connector_id=${connector.id}&path=/in/note.txt`),
    )
    await step('DELETE /connector/:id/', () => ada.delete(`connector/${connector.id}/`))
    await stepMailAddress(server, ada, step)
  })

  test('projects, documents and tools', async () => {
    const { tool_id: id } = await step('POST /prompt-studio/', () =>
      ada.post('prompt-studio/', { tool_name: 'Bills', author: 'Ada', description: 'x' }),
    )
    const projectPath = `prompt-studio/${id}`
    await stepTwice('/prompt-studio/:tool_id/', (method) =>
      ada[method](`${projectPath}/`, { description: `By ${method}` }),
    )
    await stepSharing('/prompt-studio', id)
    const clone = await step('POST /prompt-studio/clone/', () =>
      ada.post('prompt-studio/clone/', { tool_id: id, tool_name: 'Copy' }),
    )
    const file = await step('GET /prompt-studio/project-transfer/:tool_id/', () =>
      ada.get(`prompt-studio/project-transfer/${id}/`),
    )
    const content = JSON.stringify(file)
    await step('POST /prompt-studio/project-transfer/', () =>
      ada.upload('prompt-studio/project-transfer/', {
        files: [{ name: 'project.json', content, type: 'application/json' }],
      }),
    )
    await step('POST /prompt-studio/:tool_id/sync-prompts/', () =>
      ada.post(`${projectPath}/sync-prompts/`, { data: file }),
    )
    const { share_id } = await step('POST /share-manager/', () =>
      ada.post(`share-manager/?id=${id}`, { share_type: 'PROMPT_STUDIO' }),
    )
    await step('DELETE /share-manager/:share_id/', () => ada.delete(`share-manager/${share_id}/`))
    const uploadReply = await step('POST /prompt-studio/file/:tool_id/', () =>
      ada.upload(`prompt-studio/file/${id}/`, { files: [note] }),
    )
    const { document_id } = uploadReply.data[0]
    await step('GET /prompt-studio/file/:tool_id/download/', () =>
      ada.get(`prompt-studio/file/${id}/download/?document_id=${document_id}`),
    )
    await step('DELETE /prompt-studio/file/:tool_id/', () =>
      ada.delete(`prompt-studio/file/${id}/`, { document_id }),
    )
    await step('DELETE /prompt-studio/:tool_id/', () =>
      ada.delete(`prompt-studio/${clone.tool_id}/`),
    )
    await step('POST /prompt-studio/export/:tool_id/', () =>
      ada.post(`prompt-studio/export/${tool.projectId}`, {
        is_shared_with_org: true,
        force_export: true,
      }),
    )
    await step('POST /prompt-studio/:tool_id/versions/:version/restore/', () =>
      ada.post(`prompt-studio/${tool.projectId}/versions/1/restore/`),
    )
  })

  test('workflows, executions and tags', async () => {
    const { id } = await step('POST /workflow/', () =>
      ada.post('workflow/', { workflow_name: 'Audited' }),
    )
    await stepTwice('/workflow/:id/', (method) =>
      ada[method](`workflow/${id}/`, { description: `By ${method}` }),
    )
    await step('PUT /workflow/active/:id/', () => ada.put(`workflow/active/${id}/`))
    await stepSharing('/workflow', id)
    const { body: ends } = await ada.get(`workflow/${id}/endpoint/`)
    const source = ends.find((end: { endpoint_type: string }) => end.endpoint_type === 'SOURCE')
    await stepTwice('/workflow/endpoint/:id/', (method) =>
      ada[method](`workflow/endpoint/${source.id}/`, {
        connection_type: method === 'put' ? 'FILESYSTEM' : 'API',
      }),
    )
    const instance = await step('POST /tool_instance/', () =>
      ada.post('tool_instance/', { workflow_id: id, tool_id: tool.toolId }),
    )
    await stepTwice('/tool_instance/:id/', (method) =>
      ada[method](`tool_instance/${instance.id}/`, { metadata: instance.metadata }),
    )
    await step('DELETE /tool_instance/:id/', () => ada.delete(`tool_instance/${instance.id}/`))
    await step('GET /workflow/:id/clear-cache/', () => ada.get(`workflow/${id}/clear-cache/`))
    await step('GET /workflow/:id/clear-file-marker/', () =>
      ada.get(`workflow/${id}/clear-file-marker/`),
    )
    await step('POST /workflow/:id/file-histories/clear/', () =>
      ada.post(`workflow/${id}/file-histories/clear/`, { execution_count_min: 1 }),
    )
    await step('DELETE /workflow/:id/', () => ada.delete(`workflow/${id}/`))

    const flow = await makeWorkflow(ada, 'Stopped', tool.toolId)
    const { body: run } = await ada.post('workflow/execute/', { workflow_id: flow })
    await step('POST /execution/:id/stop/', () => ada.post(`execution/${run.execution_id}/stop/`))
    const tag = await step('POST /tags/', () => ada.post('tags/', { name: 'march' }))
    await step('PATCH /tags/:id/', () => ada.patch(`tags/${tag.id}/`, { description: 'Of March' }))
    await step('DELETE /tags/:id/', () => ada.delete(`tags/${tag.id}/`))
  })

  test('API deployments, their keys and notifications', async () => {
    const workflow = await makeWorkflow(ada, 'Deployed', tool.toolId)
    const { id } = await step('POST /api/deployment/', () =>
      ada.post('api/deployment/', { workflow, display_name: 'Audited', api_name: 'audited' }),
    )
    await stepTwice('/api/deployment/:id/', (method) =>
      ada[method](`api/deployment/${id}/`, { description: `By ${method}` }),
    )
    await stepSharing('/api/deployment', id)
    await step('POST /workflow/:id/publish/', () => ada.post(`workflow/${workflow}/publish/`))
    await step('POST /workflow/:id/versions/:version/restore/', () =>
      ada.post(`workflow/${workflow}/versions/1/restore/`),
    )
    await step('POST /api/keys/api/:id/', () => ada.post(`api/keys/api/${id}/`, {}))
    const key = await step('POST /api/keys/api/', () => ada.post('api/keys/api/', { api: id }))
    await step('PUT /api/keys/:id/', () => ada.put(`api/keys/${key.id}/`, { description: 'x' }))
    await step('DELETE /api/keys/:id/', () => ada.delete(`api/keys/${key.id}/`))
    const notification = await step('POST /notifications/', () =>
      ada.post('notifications/', {
        name: 'Told',
        notification_type: 'WEBHOOK',
        authorization_type: 'NONE',
        api: id,
      }),
    )
    await stepTwice('/notifications/:id/', (method) =>
      ada[method](`notifications/${notification.id}/`, { max_retries: 1 }),
    )
    await step('DELETE /notifications/:id/', () => ada.delete(`notifications/${notification.id}/`))
    await step('DELETE /api/deployment/:id/', () => ada.delete(`api/deployment/${id}/`))
  })

  test('pipelines, file histories and apps', async () => {
    const inbox = await makeFolderConnector(ada, 'Inbox', folder)
    const files = (configuration: object) => ({
      connection_type: 'FILESYSTEM',
      connector_instance: inbox,
      configuration: { ...configuration },
    })
    const toolId = tool.toolId
    const source = files({ folders: ['/in'] })
    const destination = files({ outputFolder: '/done' })
    const workflow = await makeFlow(ada, 'Task', { toolId, source, destination })
    const { id } = await step('POST /pipeline/', () =>
      ada.post('pipeline/', { pipeline_name: 'Nightly', workflow, pipeline_type: 'TASK' }),
    )
    await stepTwice('/pipeline/:id/', (method) =>
      ada[method](`pipeline/${id}/`, { pipeline_name: `By ${method}` }),
    )
    await stepSharing('/pipeline', id)
    const secret = `pipeline/${id}/arrivals/secret/`
    await step('POST /pipeline/:id/arrivals/secret/', () => ada.post(secret))
    await step('POST /api/keys/pipeline/:id/', () => ada.post(`api/keys/pipeline/${id}/`, {}))
    await ada.post('pipeline/execute/', { pipeline_id: id })
    const list = async () => (await ada.get(`workflow/${workflow}/file-histories/`)).body.results
    await expect.poll(list).toHaveLength(1)
    const [history] = await list()
    await step('DELETE /workflow/:id/file-histories/:history_id/', () =>
      ada.delete(`workflow/${workflow}/file-histories/${history.id}/`),
    )
    await step('DELETE /pipeline/:id/', () => ada.delete(`pipeline/${id}/`))

    const appFlow = await makeFlow(ada, 'Answers', {
      toolId,
      source,
      destination: { connection_type: 'APPDEPLOYMENT' },
    })
    const app = await step('POST /app/', () =>
      ada.post('app/', { app_name: 'notes', app_display_name: 'Notes', workflow: appFlow }),
    )
    await step('PATCH /app/:id/', () => ada.patch(`app/${app.id}/`, { description: 'Of notes' }))
    const question = await step('POST /canned_question', () =>
      ada.upload('canned_question', { fields: { question: 'How much?', app_id: app.id } }),
    )
    await step('PATCH /canned_question/:id/', () =>
      ada.patch(`canned_question/${question.id}/`, { question: 'How much is it?' }),
    )
    await step('DELETE /canned_question/:id/', () => ada.delete(`canned_question/${question.id}/`))
    await step('DELETE /app/:id/', () => ada.delete(`app/${app.id}/`))
  })

  test('rules, keys and results of review', async () => {
    const workflow = await makeFlow(ada, 'Reviewed', {
      toolId: tool.toolId,
      source: { connection_type: 'API' },
      destination: { connection_type: 'API' },
    })
    const review = 'manual_review'
    const rule = await step('POST /manual_review/db_rules/', () =>
      ada.post(`${review}/db_rules/`, { workflow, percentage: 10 }),
    )
    await step('PATCH /manual_review/db_rules/:id/', () =>
      ada.patch(`${review}/db_rules/${rule.id}/`, { workflow, percentage: 20 }),
    )
    const setting = await step('POST /manual_review/settings/', () =>
      ada.post(`${review}/settings/`, { workflow, sync_with: 'Queue' }),
    )
    await step('PATCH /manual_review/settings/:id/', () =>
      ada.patch(`${review}/settings/${setting.id}/`, { workflow, sync_with: 'Queue' }),
    )
    await step('POST /manual_review/auto_approval_settings/', () =>
      ada.post(`${review}/auto_approval_settings/`, { auto_approved_document_classes: [workflow] }),
    )
    await step('GET /manual_review/approved_queue_download/', () =>
      ada.get(`${review}/approved_queue_download/?class_name=${workflow}`),
    )
    for (const base of ['/api/key/', '/manual_review/api/key/']) {
      const path = base.slice(1)
      const key = await step(`POST ${base}`, () => ada.post(path, { description: 'For scripts' }))
      await step(`PATCH ${base}:id/`, () => ada.patch(`${path}${key.id}/`, { is_active: false }))
      await step(`DELETE ${base}:id/`, () => ada.delete(`${path}${key.id}/`))
    }
  })

  test('every other route that changes something or exports data, or there is a reason', async () => {
    const namedRoutes = [auditedActions, auditedElsewhere, unauditedReasons].flatMap(Object.keys)
    const endpointsToAudit = server.endpoints.filter((one) => one.changesState || one.exportsData)
    const changingRoutes = [
      ...Object.keys(routePolicies).filter((route) => !/^(GET|OPTIONS) /.test(route)),
      ...endpointsToAudit.filter(({ method }) => method === 'GET').map(getRoutePolicyName),
    ]

    expect(namedRoutes.toSorted()).toEqual([...new Set(changingRoutes)].toSorted())
    expect([...auditedRoutes].toSorted()).toEqual(Object.keys(auditedActions).toSorted())
    for (const { action, test: path } of Object.values(auditedElsewhere)) {
      const text = await readFile(join(import.meta.dirname, '..', path), 'utf8')
      expect([path, text.includes(`'${action}'`)]).toEqual([path, true])
    }
  })
})
