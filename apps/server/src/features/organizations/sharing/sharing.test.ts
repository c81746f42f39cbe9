import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../../../testing/people.ts'
import { startServer, type TestServer } from '../../../testing/start-server.ts'

let server: TestServer
let ada: Person
let olga: Person
let uma: Person
let ben: Person
const ids: Record<string, number> = {}
let groupId: number

beforeAll(async () => {
  server = await startServer()
  ada = server.as('admin')
  olga = server.as('user', { name: 'olga' })
  uma = server.as('user')
  ben = server.as('user', { name: 'ben' })
  const egon = server.as('user', { name: 'egon', organization: 'otherwise' })
  for (const person of [ada, olga, uma, ben, egon]) {
    const { body } = await person.get('/api/v1/session')
    ids[person.username] = Number(body.id)
  }
  const createdReply = await ada.post('groups/', {
    name: 'Invoices',
    description: 'Who reads invoices',
  })
  groupId = createdReply.body.id
  await ada.post(`groups/${groupId}/members/`, { user_ids: [ids.ben] })
})
afterAll(() => server.close())

let count = 0

async function makeProject(owner = olga): Promise<string> {
  const fields = { tool_name: `Project ${++count}`, author: 'Olga', description: 'x' }
  const { body } = await owner.post('prompt-studio/', fields)
  return `prompt-studio/${body.tool_id}`
}

async function makeAdapter(): Promise<string> {
  const { body } = await olga.post('adapter/', {
    adapter_id: 'openaicompatible|b6d10f33-2c41-49fc-a8c2-58d2b247fc09',
    adapter_name: `Model ${++count}`,
    adapter_type: 'LLM',
    adapter_metadata: { api_base: 'https://models.example.org/v1', model: 'm', api_key: 'k' },
  })
  return `adapter/${body.id}`
}

const share = (person: Person, thing: string, change: object) =>
  person.post(`${thing}/share/`, change)

describe('what is refused of sharing', () => {
  test('a share with somebody or a group of another organization, and words that it does not know', async () => {
    const thing = await makeProject()
    const stranger = await share(olga, thing, { shared_users: [ids['egon.otherwise']] })
    const group = await share(olga, thing, { shared_groups: [99_999] })
    const unknownReply = await share(olga, thing, { everyone: true })
    const owner = await olga.post(`${thing}/owners/`, { user_id: ids['egon.otherwise'] })

    expect([stranger.status, group.status, unknownReply.status, owner.status]).toEqual([
      400, 400, 400, 400,
    ])
    expect(stranger.body.errors[0].attr).toBe('shared_users')
    expect(group.body.errors[0].attr).toBe('shared_groups')
    expect((await olga.get(`${thing}/users/`)).body).toMatchObject({
      shared_users: [],
      shared_groups: [],
      co_owners: [{ id: ids.olga }],
    })
  })

  test('whom it was lent to adds people and own groups, and takes and opens nothing', async () => {
    const thing = await makeProject()
    await share(olga, thing, { shared_users: [ids.uma, ids.ada] })
    const refusedReplies = [
      await share(uma, thing, { shared_users: [ids.uma] }),
      await share(uma, thing, { shared_to_org: true }),
      await share(uma, thing, { shared_groups: [groupId] }),
      await uma.post(`${thing}/owners/`, { user_id: ids.uma }),
      await uma.delete(`${thing}/owners/${ids.olga}/`),
    ]
    const addedReply = await share(uma, thing, { shared_users: [ids.uma, ids.ada, ids.ben] })
    const own = await share(ben, thing, { shared_groups: [groupId] })

    expect(refusedReplies.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
    expect([addedReply.status, own.status]).toEqual([200, 200])
    expect((await olga.get(`${thing}/users/`)).body).toMatchObject({
      shared_users: [{ id: ids.ada }, { id: ids.uma }, { id: ids.ben }].sort(
        (a, b) => (a.id ?? 0) - (b.id ?? 0),
      ),
      shared_groups: [{ id: groupId, name: 'Invoices' }],
      shared_to_org: false,
    })
  })

  test('the last owner stays', async () => {
    const thing = await makeProject()
    const last = await olga.delete(`${thing}/owners/${ids.olga}/`)
    const unknownReply = await olga.delete(`${thing}/owners/${ids.ben}/`)

    expect([last.status, last.body.errors[0].detail]).toEqual([
      400,
      'The last owner cannot be removed.',
    ])
    expect(unknownReply.status).toBe(404)
  })
})

test('a group opens what is shared with it, to those who are in it and as long as they are', async () => {
  const thing = await makeProject()
  const adapter = await makeAdapter()
  await share(olga, thing, { shared_groups: [groupId] })
  await share(olga, adapter, { shared_groups: [groupId] })
  const listVisible = async (person: Person) => [
    (await person.get(`${thing}/`)).status,
    (await person.get(`${adapter}/effective-members/`)).status,
  ]

  expect(await listVisible(uma)).toEqual([404, 404])
  expect(await listVisible(ben)).toEqual([200, 200])
  expect(JSON.stringify((await ben.get('prompt-studio/')).body)).toContain(thing.split('/')[1])
  const { body: resources } = await ada.get(`groups/${groupId}/resources/`)
  expect(resources).toContainEqual({
    resource_type: 'custom_tool',
    resource_id: thing.split('/')[1],
    name: expect.any(String),
  })
  const groupNames = [{ id: groupId, name: 'Invoices' }]
  for (const path of [thing, adapter]) {
    const [kind, id] = path.split('/')
    expect((await olga.get(`${kind}/users/${id}/`)).body).toMatchObject({
      shared_groups: groupNames,
    })
  }
  const { body: members } = await olga.get(`${thing}/effective-members/`)
  expect(members).toContainEqual(
    expect.objectContaining({ user_id: ids.ben, access_via: 'group', group_name: 'Invoices' }),
  )
  await ada.delete(`groups/${groupId}/members/${ids.ben}/`)
  expect(await listVisible(ben)).toEqual([404, 404])
  await ada.post(`groups/${groupId}/members/`, { user_ids: [ids.ben] })
})

test('an owner may what the one who made it may, also after that one has gone', async () => {
  const thing = await makeProject()
  const addedReply = await olga.post(`${thing}/owners/`, { user_id: String(ids.uma) })
  const deletedReply = await uma.delete(`${thing}/owners/${ids.olga}/`)
  const finalReply = await uma.get(`${thing}/users/`)
  const deletionReply = await uma.delete(`${thing}/`)

  expect(addedReply.body.co_owners).toEqual([
    { id: ids.olga, email: 'olga@example.org' },
    { id: ids.uma, email: 'uma@example.org' },
  ])
  expect(deletedReply.status).toBe(204)
  expect(finalReply.body).toMatchObject({
    created_by: { id: ids.uma },
    co_owners: [{ id: ids.uma }],
  })
  expect([(await olga.get(`${thing}/`)).status, deletionReply.status]).toEqual([404, 204])
})

test('from whom an adapter is taken, it is no default any more', async () => {
  const thing = await makeAdapter()
  const id = thing.split('/')[1]
  await share(olga, thing, { shared_users: [ids.ben] })
  await ben.post('adapter/default_triad/', { llm_default: id })
  await share(olga, thing, { shared_users: [] })

  expect((await ben.get('adapter/default_triad/')).body.default_llm_adapter).toBeNull()
})

test('who is removed is in no share and no group any more', async () => {
  const ina = server.as('user', { name: 'ina' })
  const { body } = await ina.get('/api/v1/session')
  const thing = await makeProject()
  await share(olga, thing, { shared_users: [body.id] })
  await ada.post(`groups/${groupId}/members/`, { user_ids: [body.id] })
  await ada.delete('users/', { emails: ['ina@example.org'] })

  expect((await olga.get(`${thing}/users/`)).body.shared_users).toEqual([])
  const { body: left } = await ada.get(`groups/${groupId}/members/`)
  expect(left.map(({ user_id }: { user_id: number }) => user_id)).toEqual([ids.ben])
})

test('every share is written down with who has it now', async () => {
  const thing = await makeProject()
  await share(olga, thing, { shared_users: [ids.ben], shared_groups: [groupId] })
  const { body } = await ada.get('audit/?action=project.shared')

  expect(body.results[0]).toMatchObject({
    actor_email: 'olga@example.org',
    before: { users: [], groups: [], shared_to_org: false },
    after: { users: ['ben@example.org'], groups: ['Invoices'], shared_to_org: false },
  })
})

describe('groups', () => {
  test('are the admins’ to change, have names of their own and only members in them', async () => {
    const refusedReplies = [
      await uma.post('groups/', { name: 'Mine' }),
      await uma.delete(`groups/${groupId}/`),
      await uma.get(`groups/?member=${ids.ben}`),
      await ada.post('groups/', { name: 'Invoices' }),
      await ada.post(`groups/${groupId}/members/`, { user_ids: [ids['egon.otherwise']] }),
      await ada.post(`groups/${groupId}/members/`, { user_ids: [] }),
      await ada.get('groups/99999/'),
      await ada.delete(`groups/${groupId}/members/${ids.uma}/`),
    ]

    expect(refusedReplies.map(({ status }) => status)).toEqual([
      403, 403, 403, 400, 400, 400, 404, 404,
    ])
  })

  test('are listed for everybody, all of them or those one is in', async () => {
    const createdReply = await ada.post('groups/', { name: 'Contracts' })
    const renamedReply = await ada.patch(`groups/${createdReply.body.id}/`, { name: 'Deeds' })
    const names = async (person: Person, query = '') =>
      (await person.get(`groups/${query}`)).body.map(({ name }: { name: string }) => name)

    expect(renamedReply.body).toMatchObject({ name: 'Deeds', member_count: 0 })
    expect(await names(uma)).toEqual(['Deeds', 'Invoices'])
    expect(await names(uma, '?member=me')).toEqual([])
    expect(await names(ada, `?member=${ids.ben}`)).toEqual(['Invoices'])
    expect((await ada.delete(`groups/${createdReply.body.id}/`)).status).toBe(204)
  })
})

test('an organization can leave the models to its admins', async () => {
  const wrong = await ada.patch('organization/settings', { restrict_llm_adapter_creation: 'yes' })
  const set = await ada.patch('organization/settings', { restrict_llm_adapter_creation: true })
  const adapter = {
    adapter_id: 'openaicompatible|b6d10f33-2c41-49fc-a8c2-58d2b247fc09',
    adapter_name: 'Not allowed',
    adapter_type: 'LLM',
    adapter_metadata: { api_base: 'http://127.0.0.1:1/v1', api_key: 'sk-1', model: 'm' },
  }
  const refusedAdapter = await olga.post('adapter/', adapter)
  const refusedTest = await olga.post('test_adapters/', adapter)
  const adminTest = await ada.post('test_adapters/', adapter)
  await ada.patch('organization/settings', { restrict_llm_adapter_creation: false })

  expect([wrong.status, typeof wrong.body.message]).toEqual([400, 'string'])
  expect(set.body).toEqual({
    restrict_llm_adapter_creation: true,
    restrict_connector_creation: false,
    second_factor: 'optional',
    allows_agents: false,
  })
  expect(refusedAdapter.status).toBe(403)
  expect([refusedTest.status, refusedTest.body.errors[0].detail]).toEqual([
    403,
    'Only admins can configure models in this organization.',
  ])
  expect(adminTest.status).not.toBe(403)
  expect((await ada.get('audit/?action=organization.changed')).body.count).toBe(2)
})
