import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../testing/start-server.ts'

const openAi = 'openai|502ecf49-e47c-445c-9907-6d4b90c5cd17'
const compatible = 'openaicompatible|b6d10f33-2c41-49fc-a8c2-58d2b247fc09'

let server: TestServer
let models: CannedModelServer

beforeAll(async () => {
  server = await startServer()
  models = await startCannedModelServer()
})

afterAll(async () => {
  await server?.close()
  await models?.close()
})

const settings = () => ({
  api_base: `${models.url}/v1`,
  api_key: 'sk-very-secret',
  model: 'canned',
})

function compatibleLlm(name: string, changes: object = {}) {
  return {
    adapter_id: compatible,
    adapter_name: name,
    adapter_type: 'LLM',
    adapter_metadata: settings(),
    ...changes,
  }
}

describe('the catalogue', () => {
  test('a missing or unknown type is refused as a client error', async () => {
    for (const query of ['', '?adapter_type=llm', '?adapter_type=NONE']) {
      const refusedReply = await server.as('user').get(`supported_adapters/${query}`)

      expect(refusedReply).toMatchObject({ status: 400, body: { type: 'client_error' } })
    }
  })

  test('[AD-019] each of the five types has its own list, without the no-op ones', async () => {
    const ada = server.as('admin')
    const types = ['LLM', 'VECTOR_DB', 'EMBEDDING', 'X2TEXT', 'OCR']
    const lists = await Promise.all(
      types.map((type) => ada.get(`supported_adapters?adapter_type=${type}`)),
    )

    const names = lists.map(({ body }) => body.map(({ name }: { name: string }) => name))
    expect(names[0]).toEqual(expect.arrayContaining(['OpenAI', 'Anthropic', 'Ollama']))
    expect(names[1]).toEqual(expect.arrayContaining(['Built-in store']))
    expect(lists.flatMap(({ body }) => body).filter(({ id }) => id.startsWith('noOp'))).toEqual([])
  })

  test('[AD-022, AD-024] an item says what it is, and that nobody signs in at it', async () => {
    const { body } = await server.as('user').get('supported_adapters/?adapter_type=LLM')

    expect(body.find(({ id }: { id: string }) => id === openAi)).toEqual({
      id: openAi,
      name: 'OpenAI',
      description: expect.any(String),
      adapter_type: 'LLM',
      icon: '/icons/adapter-icons/OpenAI.png',
      oauth: false,
      python_social_auth_backend: '',
    })
    expect(body.some(({ name }: { name: string }) => name === 'Palm')).toBe(false)
  })

  test('[AD-025] a form comes with its models as proposals, and anything else may be typed', async () => {
    const gemini = 'gemini|085f6c03-b57e-4594-85bb-40e2616c2736'
    const { body } = await server.as('user').get(`adapter_schema/?id=${encodeURIComponent(gemini)}`)

    expect(body).toMatchObject({ oauth: false, python_social_auth_backend: '' })
    expect(body.json_schema.properties.model).not.toHaveProperty('enum')
    expect(body.json_schema.properties.model.examples).toContain('gemini-2.5-flash')
  })

  test('a model server of this machine is found; its other ports are tried only when asked', async () => {
    await using local = await startCannedModelServer({ port: 11_434 })
    const look = (query: string) => server.as('user').get(`adapter/local/?adapter_type=LLM${query}`)

    const foundReply = await look('')
    expect(foundReply.body).toEqual([
      {
        adapter_id: 'ollama|4b8bd31a-ce42-48d4-9d69-f29c12e0f276',
        adapter_type: 'LLM',
        adapter_name: 'Ollama canned-model',
        model: 'canned-model',
        icon: '/icons/adapter-icons/ollama.png',
        adapter_metadata: expect.objectContaining({ base_url: 'http://localhost:11434' }),
      },
    ])
    expect((await look('&look=true')).body).toEqual(expect.arrayContaining(foundReply.body))
    expect((await server.as('user').get('adapter/local/')).status).toBe(400)
    expect(local.requests.map(({ path }) => path)).toEqual(['/api/tags', '/api/tags'])
  })

  test('the schema of a provider draws its form', async () => {
    const foundReply = await server
      .as('user')
      .get(`adapter_schema/?id=${encodeURIComponent(openAi)}`)
    const missingReply = await server.as('user').get('adapter_schema/?id=nobody')

    expect(foundReply.body.json_schema).toMatchObject({ type: 'object', title: expect.any(String) })
    expect(missingReply).toMatchObject({ status: 400, body: { type: 'client_error' } })
  })
})

describe('testing a connection', () => {
  const adapterSettings = () => ({
    adapter_id: compatible,
    adapter_type: 'LLM',
    adapter_metadata: { adapter_name: 'My model', ...settings() },
  })

  test('a refused key is told as a bad request, never as the end of the session', async () => {
    models.script({ status: 401, message: 'Incorrect API key provided' })
    const refusedReply = await server.as('user').post('test_adapters/', adapterSettings())

    expect(refusedReply.status).toBe(400)
    expect(refusedReply.body.errors[0].detail).toContain('Incorrect API key provided')
    expect(JSON.stringify(refusedReply.body)).not.toContain('sk-very-secret')
  })

  test('a busy provider is told as such, with when to come back', async () => {
    models.script({ status: 429, message: 'Slow down', retryAfterSeconds: 7 })
    const refusedReply = await server.as('user').post('test_adapters/', adapterSettings())

    expect(refusedReply.status).toBe(429)
    expect(refusedReply.headers.get('retry-after')).toBe('7')
  })

  test.each([
    ['an error of its own', { status: 500, message: 'boom' }],
    ['a cut connection', { fault: 'hang-up' }],
    ['garbage', { fault: 'malformed-json' }],
    ['nothing', { fault: 'empty-body' }],
  ] as const)('a provider that answers with %s is a server error', async (_, turn) => {
    models.script(turn)
    const refusedReply = await server.as('user').post('test_adapters/', adapterSettings())

    expect(refusedReply).toMatchObject({ status: 500, body: { type: 'server_error' } })
  })

  test('a provider that answers is valid', async () => {
    const answer = await server.as('user').post('test_adapters/', adapterSettings())

    expect(answer).toMatchObject({ status: 200, body: { is_valid: true } })
  })
})

describe('an adapter', () => {
  test('without settings, of an unknown provider or of a wrong type is not stored', async () => {
    const uma = server.as('user')
    const wrong = [
      { ...compatibleLlm('x'), adapter_metadata: undefined },
      compatibleLlm('x', { adapter_id: 'nobody|1' }),
      compatibleLlm('x', { adapter_type: 'EMBEDDING' }),
    ]
    const answers = await Promise.all(wrong.map((body) => uma.post('adapter/', body)))

    expect(answers.map(({ body }) => body.errors[0].attr)).toEqual([
      'adapter_metadata',
      'adapter_id',
      'adapter_type',
    ])
    expect((await uma.get('adapter/?adapter_type=LLM')).body).toHaveLength(1)
  })

  test('keeps its secret from every reply, and finds it again when it is sent back', async () => {
    const uma = server.as('user')
    const { body: newLlm } = await uma.post('adapter/', compatibleLlm('Secretive'))

    expect(newLlm.adapter_metadata.api_key).toBe(`sealed:${newLlm.id}:api_key`)
    const changedReply = await uma.put(`adapter/${newLlm.id}/`, {
      adapter_metadata: { ...newLlm.adapter_metadata, model: 'other' },
    })
    const testedReply = await uma.post('test_adapters/', {
      adapter_id: compatible,
      adapter_type: 'LLM',
      adapter_metadata: changedReply.body.adapter_metadata,
    })
    expect(changedReply.body.adapter_metadata).toMatchObject({ model: 'other' })
    expect(testedReply.body).toEqual({ is_valid: true })
  })

  test.each([
    ['another address', { api_base: 'https://models.attacker.example/v1' }],
    ['another port', { api_base: 'http://127.0.0.1:1/v1' }],
    ['no address', { api_base: undefined }],
  ])('sends its secret to no other service: %s', async (name, change) => {
    const uma = server.as('user')
    const { body: newLlm } = await uma.post('adapter/', compatibleLlm(`Redirected to ${name}`))
    const adapter_metadata = { ...newLlm.adapter_metadata, ...change }
    const changes = { adapter_id: compatible, adapter_type: 'LLM', adapter_metadata }
    const path = `adapter/${newLlm.id}/`

    const refusals = await Promise.all([
      uma.post('test_adapters/', changes),
      uma.post('adapter/', { ...changes, adapter_name: `Copy with ${name}` }),
      uma.put(path, { adapter_metadata }),
      uma.patch(path, { adapter_metadata }),
    ])

    for (const { status, body } of refusals) {
      expect([status, body.errors[0].attr]).toEqual([400, 'adapter_metadata.api_key'])
      expect(body.errors[0].detail).toContain('Enter it again')
    }
    const acceptedReply = await uma.patch(path, {
      adapter_metadata: { ...adapter_metadata, api_key: 'sk-for-the-new-service' },
    })
    expect(acceptedReply.status).toBe(200)
  })

  test('shows its secret in no other field, and gives it to no other provider', async () => {
    const uma = server.as('user')
    const { body: newLlm } = await uma.post('adapter/', compatibleLlm('Displayed'))
    const { api_key: placeholder } = newLlm.adapter_metadata
    const inModel = await uma.patch(`adapter/${newLlm.id}/`, {
      adapter_metadata: { ...newLlm.adapter_metadata, model: placeholder },
    })
    const toOther = await uma.post('test_adapters/', {
      adapter_id: 'openai|502ecf49-e47c-445c-9907-6d4b90c5cd17',
      adapter_type: 'LLM',
      adapter_metadata: newLlm.adapter_metadata,
    })

    expect([inModel.status, inModel.body.errors[0].attr]).toEqual([400, 'adapter_metadata.model'])
    expect([toOther.status, toOther.body.errors[0].attr]).toEqual([400, 'adapter_metadata.api_key'])
    expect((await uma.get(`adapter/${newLlm.id}/`)).body.adapter_metadata.model).toBe('canned')
  })

  test('lends its secret to nobody else', async () => {
    const { body: newLlm } = await server.as('user').post('adapter/', compatibleLlm('Borrowed'))
    const refusedReply = await server.as('admin').post('test_adapters/', {
      adapter_id: compatible,
      adapter_type: 'LLM',
      adapter_metadata: newLlm.adapter_metadata,
    })

    expect(refusedReply.body.errors[0].attr).toBe('adapter_metadata.api_key')
  })

  test('has a name of its own within its type', async () => {
    const uma = server.as('user')
    await uma.post('adapter/', compatibleLlm('Unique'))
    const repeatedReply = await uma.post('adapter/', compatibleLlm('Unique'))

    expect(repeatedReply).toMatchObject({
      status: 400,
      body: { type: 'client_error', errors: [{ code: 'error', attr: 'adapter_name' }] },
    })
  })

  test('is listed a page at a time, searched by name and put in order', async () => {
    const pia = server.as('user', { name: 'pia' })
    for (const name of ['Paged b', 'Paged a']) await pia.post('adapter/', compatibleLlm(name))
    const past = await pia.get('adapter/?search=paged&page=2')
    const { body } = await pia.get('adapter/?search=PAGED&ordering=-adapter_name&page_size=1')
    const { body: all } = await pia.get('adapter/?search=paged&ordering=adapter_name')
    const { body: otherAdapters } = await pia.get('adapter/?search=paged&adapter_type=EMBEDDING')

    expect([past.status, otherAdapters]).toEqual([404, []])
    expect(body).toMatchObject({ count: 2, previous: null })
    expect(body.results[0]).toMatchObject({
      adapter_name: 'Paged b',
      is_owner: true,
      co_owners_count: 1,
      created_at: expect.any(String),
    })
    expect(all.map(({ adapter_name }: { adapter_name: string }) => adapter_name)).toEqual([
      'Paged a',
      'Paged b',
    ])
    const { body: people } = await pia.get(`adapter/users/${all[0].id}/`)
    expect(people.co_owners).toEqual([{ id: expect.any(Number), email: 'pia@example.org' }])
  })

  test('is invisible to others until it is shared, and theirs to use but not to see then', async () => {
    const uma = server.as('user')
    const ada = server.as('admin')
    const { body: newLlm } = await uma.post('adapter/', compatibleLlm('Private'))

    expect((await ada.get(`adapter/${newLlm.id}/`)).status).toBe(404)
    await uma.patch(`adapter/${newLlm.id}/`, { shared_to_org: true })
    expect((await ada.get(`adapter/${newLlm.id}/`)).status).toBe(403)
    expect((await ada.get(`adapter/info/${newLlm.id}/`)).body.adapter_name).toBe('Private')
    expect((await ada.delete(`adapter/${newLlm.id}/`)).status).toBe(403)
  })

  test('is shared with members by name, and with nobody else', async () => {
    const uma = server.as('user')
    const ben = server.as('user', { name: 'ben' })
    const { body: stranger } = await server
      .as('admin', { organization: 'elsewhere' })
      .get('/api/v1/session')
    const { id: benId } = (await ben.get('/api/v1/session')).body
    const { body: newLlm } = await uma.post('adapter/', compatibleLlm('By name'))
    const path = `adapter/${newLlm.id}/`
    const refusedReply = await uma.patch(path, { shared_users: [stranger.id] })
    const unknownReply = await uma.patch(path, { shared_users: [2_147_483_647] })
    const shared = await uma.patch(path, { shared_users: [String(benId)] })
    const whole = await uma.put(path, shared.body)

    for (const { status, body } of [refusedReply, unknownReply]) {
      expect([status, body.errors[0].attr]).toEqual([400, 'shared_users'])
    }
    expect(whole).toMatchObject({ status: 200, body: { shared_users: [benId] } })
    expect((await ben.get(`adapter/info/${newLlm.id}/`)).status).toBe(200)
  })

  test('of another organization does not exist', async () => {
    const { body: newLlm } = await server.as('user').post('adapter/', compatibleLlm('Ours'))
    const stranger = server.as('admin', { organization: 'elsewhere' })
    const answers = await Promise.all([
      stranger.get(`adapter/${newLlm.id}/`),
      stranger.put(`adapter/${newLlm.id}/`, { adapter_name: 'Theirs' }),
      stranger.delete(`adapter/${newLlm.id}/`),
      stranger.get(`adapter/users/${newLlm.id}/`),
    ])

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
  })

  test('[AD-020, AD-021, AD-023, AD-031, AD-032, AD-033] says all of itself to its owner, and no secret to anybody', async () => {
    const uma = server.as('user')
    const { body: newLlm } = await uma.post('adapter/', {
      ...compatibleLlm('Whole'),
      adapter_metadata: { ...settings(), context_window: 8000 },
    })
    const detail = (await uma.get(`adapter/${newLlm.id}/`)).body
    const lists = await Promise.all(
      ['adapter?adapter_type=LLM', 'adapter/?adapter_type=LLM', 'adapter/'].map((path) =>
        uma.get(path),
      ),
    )

    expect(detail).toMatchObject({
      id: newLlm.id,
      adapter_id: compatible,
      adapter_name: 'Whole',
      adapter_type: 'LLM',
      adapter_metadata: { model: 'canned', api_key: `sealed:${newLlm.id}:api_key` },
      description: null,
      created_by: newLlm.created_by,
      created_by_email: 'uma@example.org',
      shared_users: [],
      shared_to_org: false,
      is_available: true,
      is_deprecated: false,
    })
    for (const { body } of lists) {
      const row = body.find(({ id }: { id: string }) => id === newLlm.id)
      expect(row).toMatchObject({ model: 'canned', is_owner: true, co_owners_count: 1 })
      expect(row).toMatchObject({ created_at: expect.any(String), modified_at: expect.any(String) })
      expect(JSON.stringify(body)).not.toContain('sk-very-secret')
    }
    expect(lists[2]!.body.length).toBeGreaterThan(lists[0]!.body.length)
    const info = (await uma.get(`adapter/info/${newLlm.id}/`)).body
    expect(info.context_window_size).toBe(8000)
    const { body: unmeasuredAdapter } = await uma.post('adapter/', compatibleLlm('Of unknown size'))
    expect((await uma.get(`adapter/info/${unmeasuredAdapter.id}/`)).body).not.toHaveProperty(
      'context_window_size',
    )
  })

  test('[AD-034, AD-035, AD-037] is seen by its owner, those it is shared with and, shared to all, by everybody', async () => {
    const uma = server.as('user')
    const ben = server.as('user', { name: 'ben' })
    const cleo = server.as('user', { name: 'cleo' })
    const benId = (await ben.get('/api/v1/session')).body.id
    const { body: newLlm } = await uma.post('adapter/', compatibleLlm('Seen'))
    const path = `adapter/${newLlm.id}/`
    const seenBy = async (person: typeof uma) =>
      (await person.get('adapter/')).body.some(({ id }: { id: string }) => id === newLlm.id)

    expect([await seenBy(uma), await seenBy(ben), await seenBy(cleo)]).toEqual([true, false, false])
    await uma.patch(path, { shared_users: [benId] })
    expect([await seenBy(ben), await seenBy(cleo)]).toEqual([true, false])
    expect((await ben.get(`adapter/users/${newLlm.id}/`)).body).toMatchObject({
      created_by: { id: newLlm.created_by },
      shared_users: [{ id: benId, username: 'ben' }],
      shared_to_org: false,
      co_owners: [{ id: newLlm.created_by, email: 'uma@example.org' }],
    })
    await uma.patch(path, { shared_to_org: true })
    expect(await seenBy(cleo)).toBe(true)
  })

  test('of a service that is gone is read, says what to choose, and cannot be tested', async () => {
    const uma = server.as('user')
    const palm = {
      adapter_id: 'palm|af7c8ee7-3d01-47c5-9b81-5ffd7546014b',
      adapter_type: 'LLM',
      adapter_metadata: { api_key: 'old', model_name: 'models/text-bison-001' },
    }
    const { body: newLlm } = await uma.post('adapter/', {
      ...palm,
      adapter_name: 'Old palm',
    })
    const testedReply = await uma.post('test_adapters/', palm)

    expect((await uma.get(`adapter/${newLlm.id}/`)).body).toMatchObject({
      is_available: false,
      is_deprecated: true,
      deprecation_metadata: { reason: expect.stringContaining('Use Gemini instead.') },
      adapter_metadata: { model_name: 'models/text-bison-001' },
    })
    expect(testedReply.status).toBe(400)
    expect(testedReply.body.errors[0].detail).toContain('no longer available')
    expect((await uma.delete(`adapter/${newLlm.id}/`)).status).toBe(204)
  })

  test('[AD-036] in use is not deleted, and the refusal names the projects and the people', async () => {
    const uma = server.as('user')
    const dora = server.as('user', { name: 'dora' })
    const { body: newLlm } = await uma.post('adapter/', compatibleLlm('Needed'))
    await uma.patch(`adapter/${newLlm.id}/`, { shared_to_org: true })
    await dora.post('adapter/default_triad/', { llm_default: newLlm.id })
    await dora.post('prompt-studio/', { tool_name: 'Invoices', description: 'd', author: 'Dora' })

    const refusedReply = await uma.delete(`adapter/${newLlm.id}/`)

    expect(refusedReply.status).toBe(409)
    expect(refusedReply.body.errors[0].detail).toBe(
      '“Needed” is used by the project “Invoices” and the default of dora@example.org. Choose another adapter there before deleting it.',
    )
    expect((await uma.get(`adapter/${newLlm.id}/`)).status).toBe(200)
  })

  test('goes when its owner deletes it', async () => {
    const uma = server.as('user')
    const { body: newLlm } = await uma.post('adapter/', compatibleLlm('Short-lived'))

    expect((await uma.delete(`adapter/${newLlm.id}/`)).status).toBe(204)
    expect((await uma.get(`adapter/${newLlm.id}/`)).status).toBe(404)
  })
})

describe('the default triad', () => {
  test('starts with the built-in adapters, for every member', async () => {
    const { body: triad } = await server.as('user', { name: 'ben' }).get('adapter/default_triad/')
    const { body: adapters } = await server.as('user', { name: 'ben' }).get('adapter/')
    const nameOf = (id: string) =>
      adapters.find((one: { id: string }) => one.id === id)?.adapter_name

    expect([
      nameOf(triad.default_llm_adapter),
      nameOf(triad.default_embedding_adapter),
      nameOf(triad.default_vector_db_adapter),
      nameOf(triad.default_x2text_adapter),
    ]).toEqual(['Built-in extractor', 'Built-in MiniLM', 'Built-in store', 'Built-in reader'])
  })

  test('refuses an adapter that is unknown or of another type, and changes nothing', async () => {
    const uma = server.as('user')
    const { body: initialTriad } = await uma.get('adapter/default_triad/')
    const unknownReply = await uma.post('adapter/default_triad/', {
      llm_default: '00000000-0000-4000-8000-000000000000',
    })
    const misplacedReply = await uma.post('adapter/default_triad/', {
      llm_default: initialTriad.default_embedding_adapter,
    })

    expect(unknownReply.body.errors[0]).toMatchObject({
      attr: 'llm_default',
      code: 'does_not_exist',
    })
    expect(misplacedReply.body.errors[0].attr).toBe('llm_default')
    expect((await uma.get('adapter/default_triad/')).body).toEqual(initialTriad)
  })

  test('[AD-065] a chosen default stays, empty slots change nothing, and it cannot be deleted', async () => {
    const uma = server.as('user')
    const { body: newLlm } = await uma.post('adapter/', compatibleLlm('Favourite'))
    const savedReply = await uma.post('adapter/default_triad/', {
      llm_default: newLlm.id,
      embedding_default: '',
    })
    const refusedReply = await uma.delete(`adapter/${newLlm.id}/`)

    expect(savedReply).toMatchObject({ status: 200, body: undefined })
    expect((await uma.get('adapter/default_triad/')).body).toMatchObject({
      default_llm_adapter: newLlm.id,
      default_embedding_adapter: expect.any(String),
      default_vector_db_adapter: expect.any(String),
      default_x2text_adapter: expect.any(String),
    })
    expect(refusedReply).toMatchObject({ status: 500, body: { type: 'server_error' } })
  })
})
