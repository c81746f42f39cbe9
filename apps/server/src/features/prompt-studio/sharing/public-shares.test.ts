import { sampleInvoices } from '@recto/testkit/sample-documents'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person, TestReply } from '../../../testing/people.ts'
import { startServer, type TestServer } from '../../../testing/start-server.ts'
import { type Studio, studioOf } from '../../../testing/studio.ts'

let server: TestServer
let ada: Studio
let uma: Studio
let stranger: Person
let ids: Readonly<Record<'tool_id' | 'document_id' | 'prompt_id' | 'profile_id', string>>

beforeAll(async () => {
  server = await startServer({ worker: true })
  ada = studioOf(server.as('admin'))
  uma = studioOf(server.as('user'))
  stranger = server.anonymous
  const [sample] = await sampleInvoices()
  const { tool_id, default_profile } = await ada.project({
    shared_to_org: true,
    custom_data: { secret: 'of the house' },
  })
  const file = { name: sample!.name, content: sample!.file }
  const document_id = await ada.document(tool_id, file)
  const { prompt_id } = await ada.prompt(tool_id, {
    prompt_key: 'total',
    prompt: 'What is the total?',
    enforce_type: 'number',
  })
  const run = { id: prompt_id, document_id, profile_manager: default_profile }
  const answerReply = await ada.person.post(`prompt-studio/fetch_response/${tool_id}`, run)
  expect(answerReply.status).toBe(202)
  ids = { tool_id, document_id, prompt_id, profile_id: default_profile }
})
afterAll(() => server.close())

const unknownId = '00000000-0000-4000-8000-000000000000'
const start = ({ person }: Studio, id: string = ids.tool_id) =>
  person.post(`share-manager/?id=${id}`, { share_type: 'PROMPT_STUDIO' })
const sharedAt = async (): Promise<string> => (await start(ada)).body.share_id

/** Calls every public route with the link. */
function everyRead(id: string): Promise<TestReply[]> {
  const document = `document_id=${ids.document_id}`
  const paths = [
    `prompt-studio-metadata?id=${id}`,
    `document-metadata?id=${id}`,
    `select-choices?id=${id}`,
    `profiles-metadata?id=${id}`,
    `adapter-metadata?id=${id}`,
    `document-contents?id=${id}&${document}&view_type=ORIGINAL`,
    `document-contents?id=${id}&${document}&view_type=EXTRACT`,
    `document-pages?id=${id}&${document}`,
    `document-page?id=${id}&${document}&page=0&width=200`,
    `outputs-metadata?id=${id}&prompt_id=${ids.prompt_id}&document_manager=${ids.document_id}`,
    `index-metadata?id=${id}&profile_id=${ids.profile_id}`,
    `default-output-metadata?id=${id}&${document}`,
  ]
  return Promise.all(paths.map((path) => stranger.get(`/public/share/${path}`)))
}

test('[PS-357] only the owner starts and stops public sharing, also where others work on the project', async () => {
  expect((await start(ada, unknownId)).status).toBe(404)
  expect((await start(uma)).status).toBe(403)
  const wrong = await ada.person.post(`share-manager/?id=${ids.tool_id}`, { share_type: 'ADAPTER' })
  expect([wrong.status, wrong.body.errors[0].attr]).toEqual([400, 'share_type'])
  const id = await sharedAt()

  expect((await uma.person.delete(`share-manager/${id}`)).status).toBe(403)
  const mallory = server.as('admin', { organization: 'rival', name: 'mallory' })
  expect((await mallory.delete(`share-manager/${id}`)).status).toBe(404)
  expect((await stranger.delete(`share-manager/${id}`)).status).toBe(401)
  expect((await ada.person.delete(`share-manager/${unknownId}`)).status).toBe(404)
})

test('[PS-383] [PS-359] an id that is unknown or revoked opens nothing', async () => {
  const first = await sharedAt()
  expect(await sharedAt()).toBe(first)
  for (const id of [unknownId, 'x', ids.tool_id]) {
    expect((await everyRead(id)).map(({ status }) => status)).toEqual(Array(12).fill(404))
  }
  expect((await stranger.get('/public/share/prompt-studio-metadata')).status).toBe(400)

  expect((await everyRead(first)).map(({ status }) => status)).toEqual(Array(12).fill(200))
  expect((await ada.person.delete(`share-manager/${first}`)).status).toBe(204)
  expect((await everyRead(first)).map(({ status }) => status)).toEqual(Array(12).fill(404))
  expect(await sharedAt()).not.toBe(first)
})

test('[PS-024] [PS-360] [PS-361] [PS-362] a share has an id and a type, which the project and its source tell while it lasts', async () => {
  const { body } = await start(ada)
  expect(body).toEqual({ share_id: expect.any(String), share_type: 'PROMPT_STUDIO' })
  const path = `prompt-studio/${ids.tool_id}`
  expect((await ada.person.get(path)).body.share_id).toBe(body.share_id)
  const source = () => ada.person.get(`share-manager/tool-source/?tool_id=${ids.tool_id}`)
  expect((await source()).body).toEqual({ tool_id: ids.tool_id, ...body, source: null })

  expect((await ada.person.delete(`share-manager/${body.share_id}`)).status).toBe(204)
  expect((await ada.person.get(path)).body).not.toHaveProperty('share_id')
  expect((await source()).body).toMatchObject({ share_id: null, share_type: null })
})

test('[PS-383] strangers learn nothing of people, keys, other projects and other documents', async () => {
  const otherProject = await ada.project({ tool_name: 'Somebody’s other project' })
  const foreign = await ada.document(otherProject.tool_id, {
    name: 'secret.txt',
    content: 'Secret',
  })
  const key = await ada.cannedLlm({ url: 'https://models.example.org' })
  await ada.person.patch(`prompt-studio/profile-manager/${ids.profile_id}/`, { section: 'All' })
  const id = await sharedAt()

  const replies = await everyRead(id)
  const texts = replies
    .filter(({ body }) => !Buffer.isBuffer(body))
    .map(({ body }) => JSON.stringify(body))
    .join('\n')
  expect(texts).not.toMatch(/ada@|"ada"|sealed:|sesame|of the house|other project/)
  expect(texts).not.toContain(otherProject.tool_id)
  expect(texts).not.toContain(key)
  expect(texts).not.toMatch(/"(?:created_by|modified_by)":\d/)

  const contentPath = `/public/share/document-contents?id=${id}&document_id=${foreign}`
  expect((await stranger.get(contentPath)).status).toBe(404)
  const outputs = `/public/share/outputs-metadata?id=${id}`
  expect((await stranger.get(`${outputs}&profile_manager=undefined`)).body).toEqual([])
  expect((await stranger.post(`/public/share/prompt-studio-metadata?id=${id}`, {})).status).toBe(
    405,
  )
})

test('[PS-025] [PS-374] [PS-375] [PS-376] [PS-377] [PS-378] [PS-379] [PS-380] [PS-381] [PS-382] who has the link reads the project without a session', async () => {
  const id = await sharedAt()
  await ada.person.patch(`prompt-studio/${ids.tool_id}`, { output: ids.document_id })

  const replies = await everyRead(id)
  expect(replies.map(({ status }) => status)).toEqual(Array(12).fill(200))
  const [project, documents, choices, profiles, adapters, original, text, pages] = replies.map(
    ({ body }) => body,
  )
  expect(project).toMatchObject({
    tool_id: ids.tool_id,
    default_profile: ids.profile_id,
    single_pass_extraction_mode: false,
    output: ids.document_id,
    share_id: id,
    prompts: [{ prompt_key: 'total', coverage: [ids.document_id] }],
  })
  expect(documents).toEqual([expect.objectContaining({ document_id: ids.document_id })])
  expect(Object.values(choices.output_type)).toContain('number')
  expect(profiles).toEqual([
    expect.objectContaining({ profile_id: ids.profile_id, llm: 'Built-in extractor' }),
  ])
  expect(adapters.map((one: Record<string, string>) => one.adapter_type).toSorted()).toEqual([
    'EMBEDDING',
    'LLM',
    'VECTOR_DB',
    'X2TEXT',
  ])
  for (const { id: adapterId, adapter_name, adapter_type, icon, ...rest } of adapters) {
    expect([adapterId, adapter_name, adapter_type, icon]).toEqual(Array(4).fill(expect.any(String)))
    expect(rest).toEqual({
      adapter_id: '',
      description: null,
      created_by: null,
      created_by_email: null,
    })
  }
  const llms = await stranger.get(`/public/share/adapter-metadata?id=${id}&adapter_type=LLM`)
  expect(llms.body).toHaveLength(1)

  expect(original.data.mime_type).toBe('application/pdf')
  expect(Buffer.from(original.data.data, 'base64').toString('latin1', 0, 5)).toBe('%PDF-')
  expect(text.data.data.length).toBeGreaterThan(100)
  expect(pages.pages[0]).toEqual({ width: expect.any(Number), height: expect.any(Number) })
  const [picture, outputs, indexes, byDefault] = replies.slice(8)
  expect(picture?.headers.get('content-type')).toMatch(/^image\//)
  expect(outputs?.body).toEqual([
    expect.objectContaining({ prompt_id: ids.prompt_id, output: expect.any(String), context: [] }),
  ])
  expect(indexes?.body).toEqual([
    expect.objectContaining({ document_manager: ids.document_id, raw_index_id: 'indexed' }),
  ])
  expect(byDefault?.body).toEqual({ total: outputs?.body[0].output })
})

test('a signed-in person of another organization clones what is shared, without its adapters', async () => {
  const share_id = await sharedAt()
  const mallory = studioOf(server.as('admin', { organization: 'rival', name: 'mallory' }))

  const { status, body } = await mallory.person.post('prompt-studio/clone/', {
    share_id,
    tool_name: 'From the link',
  })
  expect(status).toBe(201)
  expect(body.prompts).toEqual([expect.objectContaining({ prompt_key: 'total' })])
  const source = await mallory.person.get(`share-manager/tool-source/?tool_id=${body.tool_id}`)
  expect(source.body.source).toBe(null)
})
