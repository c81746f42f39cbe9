import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { junitOf } from '../../features/tools/tools.port.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'
import { type Studio, studioOf } from '../../testing/studio.ts'
import { exitCodeOf, formatVerification } from './format-verification.ts'
import { verifyProject } from './verify-project.ts'

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
  const found = server.ctx.db.selectFrom('organization').selectAll().where('slug', '=', 'recto')
  return found.executeTakeFirstOrThrow()
}
const verify = async (project: string) =>
  verifyProject(server.ctx, { organization: await organization(), project })

test('a project that nobody has is said to be none', async () => {
  await expect(verify('Nothing')).rejects.toThrow('There is no project Nothing.')
})

test('a broken prompt ends with 1 and a failure in the report, a mended one with 0, and a model that is away with 2', async () => {
  const llm = await ada.cannedLlm(model)
  const note = { name: 'a & b.txt', content: 'Total 41.50 Net 30.00' }
  const { tool_id, document_id } = await ada.runnable(note, { profile: { llm, chunk_size: 0 } })
  const prompt = { prompt_key: 'total', prompt: 'What is the total?' }
  const { prompt_id } = await ada.prompt(tool_id, prompt)
  const known = { prompt_id, document_id, truth: '41.50' }
  await ada.person.put(`prompt-studio/${tool_id}/truths/`, known)
  await ada.person.post(`prompt-studio/export/${tool_id}`, { force_export: true })
  const ask = (prompt: string) => ada.person.patch(`prompt-studio/prompt/${prompt_id}/`, { prompt })

  await ask('What is the net?')
  model.script({ reply: '30.00' }, { reply: '41.50' })
  const broken = await verify(tool_id)
  expect(exitCodeOf(broken)).toBe(1)
  expect(formatVerification(broken)).toBe(
    'worse: total of a & b.txt: was "41.50", is "30.00", right is "41.50"\n' +
      `${broken.name}: 1 value, 1 worse, 0 failed, 0 better, 0 new, 0 unchanged (compared with version 1)`,
  )
  expect(junitOf(broken)).toBe(
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<testsuites name="recto" tests="1" failures="1" errors="0">',
      `  <testsuite name="${broken.name}" tests="1" failures="1" errors="0" skipped="0">`,
      '    <testcase classname="a &amp; b.txt" name="total"><failure message="was &quot;41.50&quot;, is &quot;30.00&quot;, right is &quot;41.50&quot;"/></testcase>',
      '  </testsuite>',
      '</testsuites>',
      '',
    ].join('\n'),
  )

  const asked = model.requests.length
  await ask('What is the total?')
  expect(exitCodeOf(await verify(broken.name))).toBe(0)
  expect(model.requests.length).toBe(asked)

  await ask('Which total?')
  model.script({ status: 503 })
  const away = await verify(tool_id)
  expect(exitCodeOf(away)).toBe(2)
  expect(junitOf(away)).toContain('<error message=')
})
