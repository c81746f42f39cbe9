import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildJunitReport } from '../../features/tools/tools.port.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'
import { type Studio, studioOf } from '../../testing/studio.ts'
import { formatRegressionTest, getExitCode } from './format-regression-test.ts'
import { testProject } from './test-project.ts'

let server: TestServer
let model: CannedModelServer
let ada: Studio

beforeAll(async () => {
  model = await startCannedModelServer()
  server = await startServer({ worker: true })
  ada = studioOf(server.as('admin'))
})
afterAll(async () => {
  await server?.close()
  await model?.close()
})

const organization = async () => {
  const organizationQuery = server.ctx.db
    .selectFrom('organization')
    .selectAll()
    .where('slug', '=', 'recto')
  return organizationQuery.executeTakeFirstOrThrow()
}
const verify = async (project: string) =>
  testProject(server.ctx, { organization: await organization(), project })

test('reports an unknown project', async () => {
  await expect(verify('Nothing')).rejects.toThrow('There is no project Nothing.')
})

test('exits with 1 and a failure in the report for a broken prompt, with 0 for a fixed one, and with 2 for an unreachable model', async () => {
  const llm = await ada.cannedLlm(model)
  const note = { name: 'a & b.txt', content: 'Total 41.50 Net 30.00' }
  const { tool_id, document_id } = await ada.runnable(note, { profile: { llm, chunk_size: 0 } })
  const prompt = { prompt_key: 'total', prompt: 'What is the total?' }
  const { prompt_id } = await ada.prompt(tool_id, prompt)
  const expectedValue = { prompt_id, document_id, truth: '41.50' }
  await ada.person.put(`prompt-studio/${tool_id}/truths/`, expectedValue)
  await ada.person.post(`prompt-studio/export/${tool_id}`, { force_export: true })
  const ask = (prompt: string) => ada.person.patch(`prompt-studio/prompt/${prompt_id}/`, { prompt })

  await ask('What is the net?')
  model.script({ reply: '30.00' }, { reply: '41.50' })
  const brokenResult = await verify(tool_id)
  expect(getExitCode(brokenResult)).toBe(1)
  expect(formatRegressionTest(brokenResult)).toBe(
    'worse: total of a & b.txt: was "41.50", is "30.00", should be "41.50"\n' +
      `${brokenResult.name}: 1 value, 1 worse, 0 failed, 0 better, 0 new, 0 unchanged (compared with version 1)`,
  )
  expect(buildJunitReport(brokenResult)).toBe(
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<testsuites name="recto" tests="1" failures="1" errors="0">',
      `  <testsuite name="${brokenResult.name}" tests="1" failures="1" errors="0" skipped="0">`,
      '    <testcase classname="a &amp; b.txt" name="total"><failure message="was &quot;41.50&quot;, is &quot;30.00&quot;, should be &quot;41.50&quot;"/></testcase>',
      '  </testsuite>',
      '</testsuites>',
      '',
    ].join('\n'),
  )

  const requestCount = model.requests.length
  await ask('What is the total?')
  expect(getExitCode(await verify(brokenResult.name))).toBe(0)
  expect(model.requests.length).toBe(requestCount)

  await ask('Which total?')
  model.script({ status: 503 })
  const unreachableResult = await verify(tool_id)
  expect(getExitCode(unreachableResult)).toBe(2)
  expect(buildJunitReport(unreachableResult)).toContain('<error message=')
})
