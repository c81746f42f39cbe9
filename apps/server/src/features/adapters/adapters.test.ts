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
      body: { type: 'client_error', errors: [{ code: 'error', attr: null }] },
    })
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

  test('a chosen default stays, empty slots change nothing, and it cannot be deleted', async () => {
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
    })
    expect(refused).toMatchObject({ status: 500, body: { type: 'server_error' } })
  })
})
