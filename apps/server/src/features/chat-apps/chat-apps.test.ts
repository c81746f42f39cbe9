import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeFlow, makeFolderConnector, untilEnded } from '../../testing/make-pipeline.ts'
import { makeTool } from '../../testing/make-tool.ts'
import type { Person } from '../../testing/people.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'

let server: TestServer
let ada: Person
let uma: Person
let rita: Person
let sami: Person
let otto: Person
let workflow: string
let folder: string

const unknownId = '00000000-0000-4000-8000-000000000000'

async function flowTo(connection_type: string, name: string): Promise<string> {
  const source = { connection_type: '' }
  return makeFlow(ada, name, { toolId: unknownId, source, destination: { connection_type } })
}

const fieldsOf = (app_name: string) => ({
  app_name,
  app_display_name: `The ${app_name}`,
  description: '',
  workflow,
})

const make = (app_name: string, otherFields: object = {}, person = ada) =>
  person.post('app/', { ...fieldsOf(app_name), ...otherFields })

async function refusal(reply: Promise<{ status: number; body: unknown }>) {
  const { status, body } = await reply
  const [{ attr, detail }] = (body as { errors: [{ attr: string; detail: string }] }).errors
  return [status, attr, detail]
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recto-apps-'))
  server = await startServer({ worker: true, env: { RECTO_CONNECTOR_FOLDERS: folder } })
  ada = server.as('admin')
  uma = server.as('user')
  rita = server.as('reviewer')
  sami = server.as('supervisor')
  otto = server.as('admin', { name: 'otto', organization: 'otherwise' })
  workflow = await flowTo('APPDEPLOYMENT', 'Invoices')
})

afterAll(async () => {
  await server?.close()
  await rm(folder, { recursive: true, force: true })
})

describe('an app', () => {
  test('[AP-016, AP-026, AP-027, AP-028, AP-029] is made, listed, changed and deleted', async () => {
    const createdReply = await make('bills', { description: 'Ask the bills' })
    const { id } = createdReply.body
    const whole = {
      id,
      app_name: 'bills',
      app_display_name: 'The bills',
      description: 'Ask the bills',
      workflow,
      workflow_name: 'Invoices',
    }
    const listedReply = await ada.get('app/')
    const renamedApp = { ...whole, app_name: 'all-bills', app_display_name: 'All bills' }
    const changedReply = await ada.patch(`app/${id}/`, renamedApp)
    const deletedReply = await ada.delete(`app/${id}/`)

    expect([createdReply.status, createdReply.body]).toEqual([201, whole])
    expect(listedReply.body).toEqual([whole])
    expect([changedReply.status, changedReply.body]).toEqual([200, renamedApp])
    expect(deletedReply.status).toBe(204)
    expect((await ada.get('app/')).body).toEqual([])
    expect((await ada.delete(`app/${id}/`)).status).toBe(404)
  })

  test('[AP-036] has a name of few characters, of its own, whether it is made or changed', async () => {
    const { body: first } = await make('taken')
    const { body: second } = await make('a-b_C3')
    const characters = 'Only letters, numbers, hyphen and underscores are allowed'
    const nameTaken = [400, 'app_name', 'An app with this name already exists.']
    const rename = (app_name: string) => refusal(ada.patch(`app/${second.id}/`, { app_name }))

    expect(second.app_name).toBe('a-b_C3')
    expect(await refusal(make('my bills'))).toEqual([400, 'app_name', characters])
    expect(await refusal(make('x'.repeat(31)))).toEqual([
      400,
      'app_name',
      'Maximum 30 characters only allowed',
    ])
    expect((await make('x'.repeat(30))).status).toBe(201)
    expect(await refusal(make('taken'))).toEqual(nameTaken)
    expect(await rename('taken')).toEqual(nameTaken)
    expect(await refusal(make('TAKEN'))).toEqual(nameTaken)
    expect(await rename('Taken')).toEqual(nameTaken)
    const twins = await Promise.all([make('twin'), make('Twin'), make('TWIN')])
    expect(twins.map(({ status }) => status).toSorted()).toEqual([201, 400, 400])
    expect((await ada.patch(`app/${first.id}/`, { app_name: 'Taken' })).body.app_name).toBe('Taken')
    await ada.patch(`app/${first.id}/`, { app_name: 'taken' })
    expect(await rename('b/c')).toEqual([400, 'app_name', characters])
    expect(first.app_name).toBe('taken')
    expect((await otto.get('app/')).body).toEqual([])
  })

  test('[AP-017, AP-030] is of a workflow that says so, and the choices are these', async () => {
    const otherFlow = await flowTo('DATABASE', 'To a table')
    const choices = await ada.get(
      'workflow/endpoint/?endpoint_type=DESTINATION&connection_type=APPDEPLOYMENT',
    )
    const ask = (id: string) => refusal(make('of-which', { workflow: id }))

    expect(choices.body).toMatchObject([{ workflow, workflow_name: 'Invoices' }])
    expect(await ask(otherFlow)).toEqual([
      400,
      'workflow',
      'The destination of the workflow must be an app deployment.',
    ])
    expect(await ask(unknownId)).toEqual([400, 'workflow', 'This workflow does not exist.'])
  })

  test('keeps its workflow from being deleted', async () => {
    const unusedFlow = await flowTo('APPDEPLOYMENT', 'Kept')
    const { body: app } = await make('kept', { workflow: unusedFlow })

    expect((await ada.delete(`workflow/${unusedFlow}/`)).status).toBe(409)
    await ada.delete(`app/${app.id}/`)
    expect((await ada.delete(`workflow/${unusedFlow}/`)).status).toBe(204)
  })

  test('is seen by every member, and changed by all but reviewers [AP-078]', async () => {
    const { body: app } = await make('everybodys')
    const readApps = async (person: Person) => JSON.stringify((await person.get('app/')).body)
    const answers = [
      await make('ritas', {}, rita),
      await rita.patch(`app/${app.id}/`, { description: 'Mine' }),
      await rita.delete(`app/${app.id}/`),
      await otto.patch(`app/${app.id}/`, { description: 'Mine' }),
      await otto.delete(`app/${app.id}/`),
      await uma.patch(`app/${app.id}/`, { description: 'Ours' }),
      await sami.patch(`app/${app.id}/`, { description: 'All of ours' }),
      await sami.delete(`app/${app.id}/`),
    ]

    expect(await readApps(rita)).toContain('a-b_C3')
    expect(await readApps(otto)).toBe('[]')
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 404, 404, 200, 200, 204])
  })
})

describe('the canned questions of an app', () => {
  test('[AP-057, AP-064, AP-065, AP-066, AP-067] are kept by every member, and are nobody else’s', async () => {
    const { body: app } = await make('asked')
    const add = (person: Person, path: string, question: string) =>
      person.upload(path, { fields: { question, app_id: app.id } })
    const list = async () => (await ada.get(`app/canned_question/${app.id}/`)).body
    const { status, body: first } = await add(rita, 'canned_question', ' What is due? ')
    await add(ada, 'canned_question/', 'From whom?')
    const changedReply = await uma.patch(`canned_question/${first.id}/`, {
      question: 'What is due when?',
      is_active: true,
    })
    const stolenReplies = [
      await otto.get(`app/canned_question/${app.id}/`),
      await otto.patch(`canned_question/${first.id}/`, { question: 'Mine?' }),
      await otto.delete(`canned_question/${first.id}/`),
      await add(otto, 'canned_question', 'Mine?'),
    ]

    expect([status, first]).toEqual([
      201,
      { id: first.id, question: 'What is due?', app_id: app.id, is_active: true },
    ])
    expect(changedReply.body).toEqual({ ...first, question: 'What is due when?' })
    expect(stolenReplies.map((reply) => reply.status)).toEqual([404, 404, 404, 400])
    expect(await list()).toMatchObject([
      { question: 'What is due when?' },
      { question: 'From whom?' },
    ])
    expect((await uma.delete(`canned_question/${first.id}/`)).status).toBe(204)
    expect(await list()).toMatchObject([{ question: 'From whom?' }])
  })

  test('are at most a hundred, however many are added at once, and say something', async () => {
    const { body: app } = await make('many')
    const add = (question: string) =>
      ada.upload('canned_question', { fields: { question, app_id: app.id } })
    expect((await refusal(add('  '))).slice(0, 2)).toEqual([400, 'question'])
    expect((await refusal(add('x'.repeat(4001)))).slice(0, 2)).toEqual([400, 'question'])
    for (let round = 0; round < 9; round++) {
      await Promise.all(Array.from({ length: 11 }, (_, n) => add(`Question ${n}?`)))
    }
    const last = await Promise.all([add('One?'), add('Two?'), add('Three?')])

    expect(last.map(({ status }) => status).sort()).toEqual([201, 400, 400])
    expect((await ada.get(`app/canned_question/${app.id}/`)).body).toHaveLength(100)
  })
})

describe('the documents of an app', () => {
  const note = (n: number) => `Invoice number ${n}\nTotal ${n}.50\n`
  const namesOf = async (appId: string, person = ada) =>
    (await person.get(`app/documents/${appId}/`)).body

  async function flowOfFolder(): Promise<string> {
    const fields = [{ key: 'invoice_number', prompt: 'What is the invoice number?' }]
    const sample = { name: 'note.txt', content: note(0) }
    const { toolId } = await makeTool(ada, { name: 'Notes', fields, sample })
    const connector_instance = await makeFolderConnector(ada, 'Inbox', folder)
    const source = { connection_type: 'FILESYSTEM', connector_instance, configuration: {} }
    const destination = { connection_type: 'APPDEPLOYMENT' }
    return makeFlow(ada, 'Notes to an app', { toolId, source, destination })
  }

  async function run(workflow_id: string) {
    const { body } = await ada.post('workflow/execute/', { workflow_id })
    await ada.post('workflow/execute/', { workflow_id, execution_id: body.execution_id })
    return untilEnded(ada, body.execution_id)
  }

  test('[AP-006, AP-058, AP-063] are what its workflow has handed to it, of more than five the newest', async () => {
    const notes = await flowOfFolder()
    const { body: app } = await make('notes', { workflow: notes })
    const initialNames = await namesOf(app.id)
    for (const n of [1, 2, 3, 4]) await writeFile(join(folder, `${n}.txt`), note(n))
    const first = await run(notes)
    const four = await namesOf(app.id)
    for (const n of [5, 6]) await writeFile(join(folder, `${n}.txt`), note(n))
    const second = await run(notes)
    const logs = await ada.get(`execution/${second.id}/logs/?page_size=100`)
    const five = (await namesOf(app.id, rita)) as { file_name: string }[]

    expect(initialNames).toEqual([])
    expect([first.status, first.failed_files]).toEqual(['COMPLETED', 0])
    expect(four.map(({ file_name }: { file_name: string }) => file_name).sort()).toEqual(
      [1, 2, 3, 4].map((n) => `${n}.txt`),
    )
    expect([second.status, second.failed_files]).toEqual(['COMPLETED', 0])
    expect(five).toHaveLength(5)
    expect(five.map(({ file_name }) => file_name)).toEqual(
      expect.arrayContaining(['5.txt', '6.txt']),
    )
    expect(JSON.stringify(logs.body)).toContain('an app can have at most 5 documents')
    expect((await otto.get(`app/documents/${app.id}/`)).status).toBe(404)
  })
})
