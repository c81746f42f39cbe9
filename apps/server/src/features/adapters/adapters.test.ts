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

function compatibleLlm(name: string, more: object = {}) {
  return {
    adapter_id: compatible,
    adapter_name: name,
    adapter_type: 'LLM',
    adapter_metadata: settings(),
    ...more,
  }
}

describe('the catalogue', () => {
  test('a missing or unknown type is refused as a client error', async () => {
    for (const query of ['', '?adapter_type=llm', '?adapter_type=NONE']) {
      const refused = await server.as('user').get(`supported_adapters/${query}`)

      expect(refused).toMatchObject({ status: 400, body: { type: 'client_error' } })
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

    const found = await look('')
    expect(found.body).toEqual([
      {
        adapter_id: 'ollama|4b8bd31a-ce42-48d4-9d69-f29c12e0f276',
        adapter_type: 'LLM',
        adapter_name: 'Ollama canned-model',
        model: 'canned-model',
        icon: '/icons/adapter-icons/ollama.png',
        adapter_metadata: expect.objectContaining({ base_url: 'http://localhost:11434' }),
      },
    ])
    expect((await look('&look=true')).body).toEqual(expect.arrayContaining(found.body))
    expect((await server.as('user').get('adapter/local/')).status).toBe(400)
    expect(local.requests.map(({ path }) => path)).toEqual(['/api/tags', '/api/tags'])
  })

  test('the schema of a provider draws its form', async () => {
    const found = await server.as('user').get(`adapter_schema/?id=${encodeURIComponent(openAi)}`)
    const missing = await server.as('user').get('adapter_schema/?id=nobody')

    expect(found.body.json_schema).toMatchObject({ type: 'object', title: expect.any(String) })
    expect(missing).toMatchObject({ status: 400, body: { type: 'client_error' } })
  })
})

describe('testing a connection', () => {
  const asked = () => ({
    adapter_id: compatible,
    adapter_type: 'LLM',
    adapter_metadata: { adapter_name: 'My model', ...settings() },
  })

  test('a refused key is told as a bad request, never as the end of the session', async () => {
    models.script({ status: 401, message: 'Incorrect API key provided' })
    const refused = await server.as('user').post('test_adapters/', asked())

    expect(refused.status).toBe(400)
    expect(refused.body.errors[0].detail).toContain('Incorrect API key provided')
    expect(JSON.stringify(refused.body)).not.toContain('sk-very-secret')
  })

  test('a busy provider is told as such, with when to come back', async () => {
    models.script({ status: 429, message: 'Slow down', retryAfterSeconds: 7 })
    const refused = await server.as('user').post('test_adapters/', asked())

    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('7')
  })

  test.each([
    ['an error of its own', { status: 500, message: 'boom' }],
    ['a cut connection', { fault: 'hang-up' }],
    ['garbage', { fault: 'malformed-json' }],
    ['nothing', { fault: 'empty-body' }],
  ] as const)('a provider that answers with %s is a server error', async (_, turn) => {
    models.script(turn)
    const refused = await server.as('user').post('test_adapters/', asked())

    expect(refused).toMatchObject({ status: 500, body: { type: 'server_error' } })
  })

  test('a provider that answers is valid', async () => {
    const answer = await server.as('user').post('test_adapters/', asked())

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
    const { body: made } = await uma.post('adapter/', compatibleLlm('Secretive'))

    expect(made.adapter_metadata.api_key).toBe(`sealed:${made.id}:api_key`)
    const changed = await uma.put(`adapter/${made.id}/`, {
      adapter_metadata: { ...made.adapter_metadata, model: 'other' },
    })
    const tested = await uma.post('test_adapters/', {
      adapter_id: compatible,
      adapter_type: 'LLM',
      adapter_metadata: changed.body.adapter_metadata,
    })
    expect(changed.body.adapter_metadata).toMatchObject({ model: 'other' })
    expect(tested.body).toEqual({ is_valid: true })
  })

  test.each([
    ['another address', { api_base: 'https://models.attacker.example/v1' }],
    ['another port', { api_base: 'http://127.0.0.1:1/v1' }],
    ['no address', { api_base: undefined }],
  ])('sends its secret to no other service: %s', async (name, change) => {
    const uma = server.as('user')
    const { body: made } = await uma.post('adapter/', compatibleLlm(`Redirected to ${name}`))
    const adapter_metadata = { ...made.adapter_metadata, ...change }
    const changes = { adapter_id: compatible, adapter_type: 'LLM', adapter_metadata }
    const path = `adapter/${made.id}/`

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
    const accepted = await uma.patch(path, {
      adapter_metadata: { ...adapter_metadata, api_key: 'sk-for-the-new-service' },
    })
    expect(accepted.status).toBe(200)
  })

  test('shows its secret in no other field, and gives it to no other provider', async () => {
    const uma = server.as('user')
    const { body: made } = await uma.post('adapter/', compatibleLlm('Displayed'))
    const { api_key: placeholder } = made.adapter_metadata
    const inModel = await uma.patch(`adapter/${made.id}/`, {
      adapter_metadata: { ...made.adapter_metadata, model: placeholder },
    })
    const toOther = await uma.post('test_adapters/', {
      adapter_id: 'openai|502ecf49-e47c-445c-9907-6d4b90c5cd17',
      adapter_type: 'LLM',
      adapter_metadata: made.adapter_metadata,
    })

    expect([inModel.status, inModel.body.errors[0].attr]).toEqual([400, 'adapter_metadata.model'])
    expect([toOther.status, toOther.body.errors[0].attr]).toEqual([400, 'adapter_metadata.api_key'])
    expect((await uma.get(`adapter/${made.id}/`)).body.adapter_metadata.model).toBe('canned')
  })

  test('lends its secret to nobody else', async () => {
    const { body: made } = await server.as('user').post('adapter/', compatibleLlm('Borrowed'))
    const refused = await server.as('admin').post('test_adapters/', {
      adapter_id: compatible,
      adapter_type: 'LLM',
      adapter_metadata: made.adapter_metadata,
    })

    expect(refused.body.errors[0].attr).toBe('adapter_metadata.api_key')
  })

  test('has a name of its own within its type', async () => {
    const uma = server.as('user')
    await uma.post('adapter/', compatibleLlm('Unique'))
    const twice = await uma.post('adapter/', compatibleLlm('Unique'))

    expect(twice).toMatchObject({
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
    const { body: others } = await pia.get('adapter/?search=paged&adapter_type=EMBEDDING')

    expect([past.status, others]).toEqual([404, []])
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
    const { body: made } = await uma.post('adapter/', compatibleLlm('Private'))

    expect((await ada.get(`adapter/${made.id}/`)).status).toBe(404)
    await uma.patch(`adapter/${made.id}/`, { shared_to_org: true })
    expect((await ada.get(`adapter/${made.id}/`)).status).toBe(403)
    expect((await ada.get(`adapter/info/${made.id}/`)).body.adapter_name).toBe('Private')
    expect((await ada.delete(`adapter/${made.id}/`)).status).toBe(403)
  })

  test('is shared with members by name, and with nobody else', async () => {
    const uma = server.as('user')
    const ben = server.as('user', { name: 'ben' })
    const { body: stranger } = await server
      .as('admin', { organization: 'elsewhere' })
      .get('/api/v1/session')
    const { id: benId } = (await ben.get('/api/v1/session')).body
    const { body: made } = await uma.post('adapter/', compatibleLlm('By name'))
    const path = `adapter/${made.id}/`
    const refused = await uma.patch(path, { shared_users: [stranger.id] })
    const unknown = await uma.patch(path, { shared_users: [2_147_483_647] })
    const shared = await uma.patch(path, { shared_users: [String(benId)] })
    const whole = await uma.put(path, shared.body)

    for (const { status, body } of [refused, unknown]) {
      expect([status, body.errors[0].attr]).toEqual([400, 'shared_users'])
    }
    expect(whole).toMatchObject({ status: 200, body: { shared_users: [benId] } })
    expect((await ben.get(`adapter/info/${made.id}/`)).status).toBe(200)
  })

  test('of another organization does not exist', async () => {
    const { body: made } = await server.as('user').post('adapter/', compatibleLlm('Ours'))
    const stranger = server.as('admin', { organization: 'elsewhere' })
    const answers = await Promise.all([
      stranger.get(`adapter/${made.id}/`),
      stranger.put(`adapter/${made.id}/`, { adapter_name: 'Theirs' }),
      stranger.delete(`adapter/${made.id}/`),
      stranger.get(`adapter/users/${made.id}/`),
    ])

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
  })

  test('[AD-020, AD-021, AD-023, AD-031, AD-032, AD-033] says all of itself to its owner, and no secret to anybody', async () => {
    const uma = server.as('user')
    const { body: made } = await uma.post('adapter/', {
      ...compatibleLlm('Whole'),
      adapter_metadata: { ...settings(), context_window: 8000 },
    })
    const detail = (await uma.get(`adapter/${made.id}/`)).body
    const lists = await Promise.all(
      ['adapter?adapter_type=LLM', 'adapter/?adapter_type=LLM', 'adapter/'].map((path) =>
        uma.get(path),
      ),
    )

    expect(detail).toMatchObject({
      id: made.id,
      adapter_id: compatible,
      adapter_name: 'Whole',
      adapter_type: 'LLM',
      adapter_metadata: { model: 'canned', api_key: `sealed:${made.id}:api_key` },
      description: null,
      created_by: made.created_by,
      created_by_email: 'uma@example.org',
      shared_users: [],
      shared_to_org: false,
      is_available: true,
      is_deprecated: false,
    })
    for (const { body } of lists) {
      const row = body.find(({ id }: { id: string }) => id === made.id)
      expect(row).toMatchObject({ model: 'canned', is_owner: true, co_owners_count: 1 })
      expect(row).toMatchObject({ created_at: expect.any(String), modified_at: expect.any(String) })
      expect(JSON.stringify(body)).not.toContain('sk-very-secret')
    }
    expect(lists[2]!.body.length).toBeGreaterThan(lists[0]!.body.length)
    const info = (await uma.get(`adapter/info/${made.id}/`)).body
    expect(info.context_window_size).toBe(8000)
    const { body: unknown } = await uma.post('adapter/', compatibleLlm('Of unknown size'))
    expect((await uma.get(`adapter/info/${unknown.id}/`)).body).not.toHaveProperty(
      'context_window_size',
    )
  })

  test('[AD-034, AD-035, AD-037] is seen by its owner, those it is shared with and, shared to all, by everybody', async () => {
    const uma = server.as('user')
    const ben = server.as('user', { name: 'ben' })
    const cleo = server.as('user', { name: 'cleo' })
    const benId = (await ben.get('/api/v1/session')).body.id
    const { body: made } = await uma.post('adapter/', compatibleLlm('Seen'))
    const path = `adapter/${made.id}/`
    const seenBy = async (who: typeof uma) =>
      (await who.get('adapter/')).body.some(({ id }: { id: string }) => id === made.id)

    expect([await seenBy(uma), await seenBy(ben), await seenBy(cleo)]).toEqual([true, false, false])
    await uma.patch(path, { shared_users: [benId] })
    expect([await seenBy(ben), await seenBy(cleo)]).toEqual([true, false])
    expect((await ben.get(`adapter/users/${made.id}/`)).body).toMatchObject({
      created_by: { id: made.created_by },
      shared_users: [{ id: benId, username: 'ben' }],
      shared_to_org: false,
      co_owners: [{ id: made.created_by, email: 'uma@example.org' }],
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
    const { body: made } = await uma.post('adapter/', { ...palm, adapter_name: 'Old palm' })
    const tested = await uma.post('test_adapters/', palm)

    expect((await uma.get(`adapter/${made.id}/`)).body).toMatchObject({
      is_available: false,
      is_deprecated: true,
      deprecation_metadata: { reason: expect.stringContaining('Use Gemini instead.') },
      adapter_metadata: { model_name: 'models/text-bison-001' },
    })
    expect(tested.status).toBe(400)
    expect(tested.body.errors[0].detail).toContain('no longer available')
    expect((await uma.delete(`adapter/${made.id}/`)).status).toBe(204)
  })

  test('[AD-036] in use is not deleted, and the refusal names the projects and the people', async () => {
    const uma = server.as('user')
    const dora = server.as('user', { name: 'dora' })
    const { body: made } = await uma.post('adapter/', compatibleLlm('Needed'))
    await uma.patch(`adapter/${made.id}/`, { shared_to_org: true })
    await dora.post('adapter/default_triad/', { llm_default: made.id })
    await dora.post('prompt-studio/', { tool_name: 'Invoices', description: 'd', author: 'Dora' })

    const refused = await uma.delete(`adapter/${made.id}/`)

    expect(refused.status).toBe(409)
    expect(refused.body.errors[0].detail).toBe(
      '“Needed” is used by the project “Invoices” and the default of dora@example.org. Choose another adapter there before deleting it.',
    )
    expect((await uma.get(`adapter/${made.id}/`)).status).toBe(200)
  })

  test('goes when its owner deletes it', async () => {
    const uma = server.as('user')
    const { body: made } = await uma.post('adapter/', compatibleLlm('Short-lived'))

    expect((await uma.delete(`adapter/${made.id}/`)).status).toBe(204)
    expect((await uma.get(`adapter/${made.id}/`)).status).toBe(404)
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
    const { body: before } = await uma.get('adapter/default_triad/')
    const unknown = await uma.post('adapter/default_triad/', {
      llm_default: '00000000-0000-4000-8000-000000000000',
    })
    const misplaced = await uma.post('adapter/default_triad/', {
      llm_default: before.default_embedding_adapter,
    })

    expect(unknown.body.errors[0]).toMatchObject({ attr: 'llm_default', code: 'does_not_exist' })
    expect(misplaced.body.errors[0].attr).toBe('llm_default')
    expect((await uma.get('adapter/default_triad/')).body).toEqual(before)
  })

  test('[AD-065] a chosen default stays, empty slots change nothing, and it cannot be deleted', async () => {
    const uma = server.as('user')
    const { body: made } = await uma.post('adapter/', compatibleLlm('Favourite'))
    const saved = await uma.post('adapter/default_triad/', {
      llm_default: made.id,
      embedding_default: '',
    })
    const refused = await uma.delete(`adapter/${made.id}/`)

    expect(saved).toMatchObject({ status: 200, body: undefined })
    expect((await uma.get('adapter/default_triad/')).body).toMatchObject({
      default_llm_adapter: made.id,
      default_embedding_adapter: expect.any(String),
      default_vector_db_adapter: expect.any(String),
      default_x2text_adapter: expect.any(String),
    })
    expect(refused).toMatchObject({ status: 500, body: { type: 'server_error' } })
  })
})
