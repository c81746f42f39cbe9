import { execFile } from 'node:child_process'
import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sampleInvoices } from '@recto/testkit/sample-documents'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDeployment, makeTool, makeWorkflow } from '../../testing/make-tool.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'

let server: TestServer
let deployment: Awaited<ReturnType<typeof makeDeployment>>
let folder: string
let invoices: Awaited<ReturnType<typeof sampleInvoices>>

beforeAll(async () => {
  server = await startServer({ worker: true })
  const ada = server.as('admin')
  invoices = await sampleInvoices()
  const [first] = invoices
  const sample = { name: first?.name ?? '', content: first?.file ?? '' }
  const fields = [{ key: 'total', prompt: 'What is the total amount?', type: 'number' }]
  const tool = await makeTool(ada, { name: 'Invoices', fields, sample })
  deployment = await makeDeployment(ada, 'invoices', await makeWorkflow(ada, 'Bills', tool.toolId))
  folder = await mkdtemp(join(tmpdir(), 'recto-folder-'))
  await mkdir(join(folder, 'more'))
  for (const [index, { name, file }] of invoices.slice(0, 2).entries()) {
    await writeFile(join(folder, index === 0 ? name : join('more', name)), file)
  }
}, 120_000)

afterAll(async () => {
  await server?.close()
  if (folder) await rm(folder, { recursive: true, force: true })
})

const program = fileURLToPath(new URL('../run-folder.ts', import.meta.url))

/** The command as a person calls it. */
function call(
  given: readonly string[],
  more: Record<string, string> = {},
): Promise<{ code: number; out: string; said: string }> {
  const env = {
    ...process.env,
    RECTO_ADDRESS: `${server.origin}${deployment.path}`,
    RECTO_KEY: deployment.key,
    ...more,
  }
  return new Promise((done) => {
    const child = execFile(process.execPath, [program, ...given], { env }, (_error, out, said) =>
      done({ code: child.exitCode ?? -1, out, said }),
    )
  })
}

const countRuns = async () =>
  (await server.ctx.db.selectFrom('execution').select('id').execute()).length

describe('a folder of documents', () => {
  test('is not begun without a key that opens the deployment, or with an option that is none', async () => {
    const wrong = await call([folder], { RECTO_KEY: 'nobody’s'.slice(0, 6) })
    const none = await call([folder], { RECTO_KEY: '' })
    const option = await call([folder, '--sideways'])
    const format = await call([folder, '--to', 'pdf'])
    const away = await call([join(folder, 'nowhere')])

    expect([wrong, none, option, format, away].map(({ code }) => code)).toEqual([2, 2, 2, 2, 2])
    expect(wrong.said).toContain('Unauthorized')
    expect(none.said).toContain('RECTO_KEY')
    expect(await countRuns()).toBe(0)
  })

  test('becomes a table, and what has its values is not sent again', {
    timeout: 60_000,
  }, async () => {
    const first = await call([folder, '--to', 'csv', '--json'])
    const runs = await countRuns()
    const again = await call([folder, '--to', 'json', '--json'])
    const truths = invoices.slice(0, 2).map(({ truth }) => truth.total)

    expect([first.code, first.said.trim()]).toEqual([0, '{"files":2,"failed":0}'])
    expect(first.out.split('\r\n')[0]).toBe('file,total,error')
    expect(runs).toBe(2)
    const values = JSON.parse(again.out).map((one: { values: object }) => one.values)
    expect(values).toEqual(expect.arrayContaining(truths.map((total) => ({ total }))))
    expect(await countRuns()).toBe(2)
  })

  test('goes on behind a line that was cut short, and says which file failed', {
    timeout: 60_000,
  }, async () => {
    const state = join(folder, '.recto-run.jsonl')
    await appendFile(state, '{"file":"half')
    await writeFile(join(folder, 'broken.pdf'), '%PDF-1.4 nothing')
    const out = join(folder, '..', `${Date.now()}.csv`)
    const failed = await call([folder, '--to', 'csv', '--out', out, '--json'])
    const table = await readFile(out, 'utf8')
    await rm(out)

    expect([failed.code, failed.said.trim()]).toEqual([1, '{"files":3,"failed":1}'])
    expect(table).toMatch(/^broken\.pdf,,\S/m)
    expect(await countRuns()).toBe(3)
  })
})
