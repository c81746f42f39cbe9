import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { sampleInvoices } from '@recto/testkit/sample-documents'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { up } from '../../../platform/db/migrations/0043-followed-profiles.ts'
import type { TestFile } from '../../../testing/people.ts'
import { startServer, type TestServer } from '../../../testing/start-server.ts'
import { type Studio, studioOf } from '../../../testing/studio.ts'

let server: TestServer
let model: CannedModelServer
let ada: Studio
let invoice: TestFile

beforeAll(async () => {
  model = await startCannedModelServer()
  server = await startServer({ worker: true })
  ada = studioOf(server.as('admin'))
  const [sample] = await sampleInvoices()
  invoice = { name: sample!.name, content: sample!.file }
})
afterAll(async () => {
  await server.close()
  await model.close()
})

type Body = Readonly<Record<string, unknown>>
const profilesOf = async (projectId: string): Promise<readonly Body[]> =>
  (await ada.person.get(`prompt-studio/${projectId}`)).body.prompts.map((prompt: Body) => ({
    key: prompt.prompt_key,
    profile: prompt.profile_manager,
    follows: prompt.follows_default_profile,
  }))
const setDefault = (projectId: string, default_profile: string) =>
  ada.person.patch(`prompt-studio/prompt-studio-profile/${projectId}/`, { default_profile })

/** Existing clients create prompts this way: every prompt names the default profile. */
async function comparedProject() {
  const { tool_id, default_profile: first } = await ada.project()
  const llm = await ada.cannedLlm(model)
  const second: string = (await ada.profile(tool_id, { llm, profile_name: 'Second' })).profile_id
  for (const prompt_key of ['a', 'b']) {
    await ada.prompt(tool_id, { prompt_key, prompt: `${prompt_key}?`, profile_manager: first })
  }
  return { tool_id, first, second, llm }
}

test('uses a newly chosen default profile for all prompts in exports and combined outputs', async () => {
  const { tool_id, first, second, llm } = await comparedProject()
  expect(await profilesOf(tool_id)).toEqual([
    { key: 'a', profile: first, follows: true },
    { key: 'b', profile: first, follows: true },
  ])
  await setDefault(tool_id, second)

  expect((await profilesOf(tool_id)).map(({ profile }) => profile)).toEqual([second, second])
  await ada.person.post(`prompt-studio/export/${tool_id}`, { force_export: true })
  const [tool] = (await ada.person.get(`prompt-studio/registry/?custom_tool=${tool_id}`)).body
  expect(tool.tool_metadata.outputs).toEqual([
    expect.objectContaining({ name: 'a', llm, profile_manager: second, profile_name: 'Second' }),
    expect.objectContaining({ name: 'b', llm, profile_manager: second, profile_name: 'Second' }),
  ])

  const document_id = await ada.document(tool_id, invoice)
  const { body } = await ada.person.get(`prompt-studio/${tool_id}`)
  model.script({ reply: 'of the second model' })
  const id = body.prompts[0].prompt_id
  const run = await ada.person.post(`prompt-studio/fetch_response/${tool_id}`, { id, document_id })
  expect(run.body[0]).toMatchObject({ profile_manager: second, output: 'of the second model' })
  const combinedReply = await ada.person.get(
    `prompt-studio/prompt-output/prompt-default-profile/?tool_id=${tool_id}&document_manager=${document_id}`,
  )
  expect(combinedReply.body).toEqual({ a: 'of the second model', b: '' })
})

test('[PS-162] keeps the explicit profile of a prompt until it follows the default again', async () => {
  const { tool_id, first, second } = await comparedProject()
  const { body } = await ada.person.get(`prompt-studio/${tool_id}`)
  const [a, b] = body.prompts.map(
    ({ prompt_id }: Body) => `prompt-studio/prompt/${prompt_id as string}/`,
  )
  const foreign = await ada.project()
  const foreignReply = await ada.person.patch(a, { profile_manager: foreign.default_profile })
  expect(foreignReply.body.errors).toEqual([expect.objectContaining({ attr: 'profile_manager' })])

  const explicitReply = await ada.person.patch(a, { profile_manager: second })
  expect(explicitReply.body).toMatchObject({
    profile_manager: second,
    follows_default_profile: false,
  })
  const pinnedReply = await ada.person.patch(b, { follows_default_profile: false })
  expect(pinnedReply.body).toMatchObject({ profile_manager: first, follows_default_profile: false })
  await setDefault(tool_id, second)
  expect((await profilesOf(tool_id)).map(({ profile }) => profile)).toEqual([second, first])
  // Sending back an unchanged row changes nothing.
  const reply = (await ada.person.get(b)).body
  expect((await ada.person.put(b, reply)).body).toMatchObject({ profile_manager: first })

  const followReply = await ada.person.patch(b, { profile_manager: null })
  expect(followReply.body).toMatchObject({ profile_manager: second, follows_default_profile: true })
  await setDefault(tool_id, first)
  expect((await profilesOf(tool_id)).map(({ profile }) => profile)).toEqual([second, first])
})

test('lets prompts of earlier versions follow the default if nobody chose their profile', async () => {
  const { tool_id, first, second } = await comparedProject()
  await setDefault(tool_id, second)
  const mixedProject = await comparedProject()
  const third = (await ada.profile(mixedProject.tool_id)).profile_id
  const { db } = server.ctx
  const set = (projectId: string, key: string, profile_id: string) =>
    db
      .updateTable('prompt')
      .set({ profile_id })
      .where('project_id', '=', projectId)
      .where('key', '=', key)
      .execute()
  for (const key of ['a', 'b']) await set(tool_id, key, first)
  await ada.prompt(mixedProject.tool_id, { prompt_key: 'c', prompt: 'c?' })
  await setDefault(mixedProject.tool_id, third)
  await set(mixedProject.tool_id, 'a', mixedProject.first)
  await set(mixedProject.tool_id, 'b', mixedProject.second)
  await set(mixedProject.tool_id, 'c', third)

  await up(db as unknown as Kysely<unknown>)

  expect((await profilesOf(tool_id)).map(({ profile }) => profile)).toEqual([second, second])
  expect(await profilesOf(mixedProject.tool_id)).toEqual([
    { key: 'a', profile: mixedProject.first, follows: false },
    { key: 'b', profile: mixedProject.second, follows: false },
    { key: 'c', profile: third, follows: true },
  ])
})
