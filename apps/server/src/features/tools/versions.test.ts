import { afterAll, expect, test } from 'vitest'
import { openToolStory } from './testing/tool-story.ts'

const { close, server, ada, exportOf, registry, numberProject } = await openToolStory()
afterAll(close)

const force = { force_export: true }
const unknownId = '00000000-0000-4000-8000-000000000000'
const versionsPath = (projectId: string, rest = '') => `prompt-studio/${projectId}/versions/${rest}`
const listVersions = async (projectId: string) =>
  (await ada.person.get(versionsPath(projectId))).body
const compare = async (projectId: string, query: string) =>
  (await ada.person.get(versionsPath(projectId, `compare/?${query}`))).body

test('rejects comparing or restoring a missing version, and hides versions of other projects', async () => {
  const { tool_id } = await numberProject()
  expect(await listVersions(tool_id)).toEqual([])
  expect((await ada.person.post(versionsPath(tool_id, '1/restore/'), {})).status).toBe(404)
  await exportOf(tool_id, force)
  for (const query of ['from=7&to=1', 'from=1&to=7']) {
    expect((await ada.person.get(versionsPath(tool_id, `compare/?${query}`))).status).toBe(404)
  }
  expect((await ada.person.get(versionsPath(tool_id, 'compare/?from=x'))).status).toBe(400)
  expect((await ada.person.post(versionsPath(tool_id, '7/restore/'), {})).status).toBe(404)
  const uma = server.as('user')
  expect((await uma.get(versionsPath(tool_id))).status).toBe(404)
  expect((await uma.post(versionsPath(tool_id, '1/restore/'), {})).status).toBe(404)
  expect((await ada.person.get(versionsPath(unknownId))).status).toBe(404)
})

test('makes a version of every export and compares versions field by field', async () => {
  const { tool_id, prompt_id } = await numberProject()
  await exportOf(tool_id, force)
  const prompt = `prompt-studio/prompt/${prompt_id}/`
  await ada.person.patch(prompt, { prompt: 'Which invoice number?', enforce_type: 'number' })
  await ada.prompt(tool_id, { prompt_key: 'total', prompt: 'Total?' })
  await ada.person.patch(`prompt-studio/${tool_id}`, { preamble: 'Read well.' })
  expect((await compare(tool_id, 'from=1')).changes).toEqual(
    expect.arrayContaining([
      { prompt_key: null, field: 'preamble', before: expect.any(String), after: 'Read well.' },
    ]),
  )
  await exportOf(tool_id, force)

  expect(await listVersions(tool_id)).toEqual([
    expect.objectContaining({ version: 2, prompt_count: 2, created_by: 'ada' }),
    expect.objectContaining({ version: 1, prompt_count: 1, restored_from: null }),
  ])
  const { from, to, changes } = await compare(tool_id, 'from=1&to=2')
  expect([from, to]).toEqual([1, 2])
  const numberChanges = changes.filter(
    (change: { prompt_key: string }) => change.prompt_key === 'number',
  )
  expect(numberChanges).toEqual(
    expect.arrayContaining([
      {
        prompt_key: 'number',
        field: 'prompt',
        before: 'Which number?',
        after: 'Which invoice number?',
      },
      { prompt_key: 'number', field: 'type', before: 'text', after: 'number' },
    ]),
  )
  expect(changes).toContainEqual({
    prompt_key: 'total',
    field: 'prompt',
    before: null,
    after: 'Total?',
  })
  expect((await compare(tool_id, 'from=2&to=2')).changes).toEqual([])
  expect((await compare(tool_id, 'from=2')).changes).toEqual([])
})

test('restores an earlier version as the newest one', async () => {
  const { tool_id, prompt_id } = await numberProject()
  await exportOf(tool_id, force)
  const [first] = await registry(`?custom_tool=${tool_id}`)
  await ada.person.patch(`prompt-studio/prompt/${prompt_id}/`, { prompt: 'Worse?' })
  await exportOf(tool_id, force)

  const { status, body } = await ada.person.post(versionsPath(tool_id, '1/restore/'), {})
  expect([status, body]).toEqual([
    200,
    expect.objectContaining({ version: 3, restored_from: 1, created_by: 'ada' }),
  ])
  const [current] = await registry(`?custom_tool=${tool_id}`)
  expect(current.prompt_registry_id).toBe(first.prompt_registry_id)
  expect(current.tool_metadata).toEqual(first.tool_metadata)
  expect(current.shared_users).toEqual(first.shared_users)
  expect((await compare(tool_id, 'from=1&to=3')).changes).toEqual([])
  const project = (await ada.person.get(`prompt-studio/${tool_id}`)).body
  expect(project.prompts[0].prompt).toBe('Worse?')
})
