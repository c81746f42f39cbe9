import { isDeepStrictEqual } from 'node:util'
import {
  defaultTableSettings,
  StoredTableSettings,
} from '@recto/contract/prompt-studio/table-settings'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findLosses } from '../../../testing/fields/find-losses.ts'
import {
  cloneProject,
  importProject,
  readProjectFile,
} from '../../../testing/fields/project-round-trip.ts'
import { promptRoundTrip } from '../../../testing/fields/prompt-round-trip.ts'
import { sampleValues } from '../../../testing/fields/sample-values.ts'
import { toolOf } from '../../../testing/fields/tool-of.ts'
import { startServer, type TestServer } from '../../../testing/start-server.ts'
import { studioOf } from '../../../testing/studio.ts'

const defaultValues = new Map<string, unknown>(Object.entries(defaultTableSettings))

let server: TestServer

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

test('keeps every field of a prompt in replies, files, copies and tools', async () => {
  expect(await findLosses(await promptRoundTrip(server))).toEqual([])
})

test('keeps every field of a note in replies, files and copies', async () => {
  expect(await findLosses(await promptRoundTrip(server, 'NOTES'))).toEqual([])
})

test('keeps every table setting of a prompt in files, copies and tools', async () => {
  const studio = studioOf(server.as('admin'))
  const { person } = studio
  const { tool_id } = await studio.project()
  const fields = { prompt_key: 'rows', prompt: 'Rows?', enforce_type: 'table' }
  const { prompt_id } = await studio.prompt(tool_id, fields)
  const settings = Object.fromEntries(
    Object.entries(StoredTableSettings.shape).map(([name, schema]) => [
      name,
      sampleValues(schema, name).find(
        (value) => !isDeepStrictEqual(value, defaultValues.get(name)),
      ),
    ]),
  )
  const { body } = await person.post('prompt-studio/prompt/table/', {
    tool_id,
    prompt_id,
    ...settings,
    start_page: 2,
    end_page: 9,
  })
  const { id: _, prompt_id: __, tool_id: ___, ...expected } = body
  for (const [name, value] of Object.entries(expected))
    expect(value).not.toEqual(defaultValues.get(name))

  const readIn = async (projectId: string) => {
    const { body: project } = await person.get(`prompt-studio/${projectId}/`)
    const path = `prompt-studio/prompt/table/?prompt_id=${project.prompts[0].prompt_id}`
    return (await person.get(path)).body
  }
  const file = await readProjectFile(person, tool_id)
  expect(file.prompts[0].table_settings).toEqual(expected)
  expect(await readIn(await importProject(person, file))).toMatchObject(expected)
  expect(await readIn((await cloneProject(person, tool_id)).tool_id)).toMatchObject(expected)
  const { outputs } = (await toolOf(person, tool_id)).tool_metadata
  expect(outputs[0].table_settings).toEqual(expected)
})
