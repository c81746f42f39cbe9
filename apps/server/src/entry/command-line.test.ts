import { type ChildProcess, execFile } from 'node:child_process'
import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { sampleInvoices } from '@recto/testkit/sample-documents'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDeployment, makeTool, makeWorkflow } from '../testing/make-tool.ts'
import type { Person } from '../testing/people.ts'
import { startServer, type TestServer } from '../testing/start-server.ts'

/** `recto`, as a person calls it at a terminal, against a real server. */

let server: TestServer
let models: CannedModelServer
let ada: Person
let invoices: Awaited<ReturnType<typeof sampleInvoices>>
let deployment: Awaited<ReturnType<typeof makeDeployment>>
let letters: Awaited<ReturnType<typeof makeDeployment>>
let platformKey: string
let folder: string

beforeAll(async () => {
  server = await startServer({ worker: true })
  models = await startCannedModelServer({ reply: '=1+1' })
  ada = server.as('admin')
  invoices = await sampleInvoices()
  const [first] = invoices
  const sample = { name: first?.name ?? '', content: first?.file ?? '' }
  const total = [{ key: 'total', prompt: 'What is the total amount?', type: 'number' }]
  const tool = await makeTool(ada, { name: 'Invoices', fields: total, sample })
  deployment = await makeDeployment(ada, 'invoices', await makeWorkflow(ada, 'Bills', tool.toolId))

  const { body: llm } = await ada.post('adapter/', {
    adapter_id: 'openaicompatible|b6d10f33-2c41-49fc-a8c2-58d2b247fc09',
    adapter_name: 'Canned',
    adapter_type: 'LLM',
    adapter_metadata: { api_base: `${models.url}/v1`, model: 'canned', max_retries: 0 },
  })
  const greeting = [{ key: 'greeting', prompt: 'How does it begin?' }]
  const paid = await makeTool(ada, { name: 'Letters', fields: greeting, sample, llmId: llm.id })
  letters = await makeDeployment(ada, 'letters', await makeWorkflow(ada, 'Letters', paid.toolId))
  const { body: key } = await ada.post('platform-api/keys/', {
    ...{ name: 'Terminal', description: 'Terminal', permission: 'full_access' },
  })
  platformKey = key.key

  folder = await mkdtemp(join(tmpdir(), 'recto-folder-'))
  await mkdir(join(folder, 'more'))
  for (const [index, { name, file }] of invoices.slice(0, 2).entries()) {
    await writeFile(join(folder, index === 0 ? name : join('more', name)), file)
  }
}, 120_000)

afterAll(async () => {
  await server?.close()
  await models?.close()
  if (folder) await rm(folder, { recursive: true, force: true })
})

const program = fileURLToPath(
  new URL('../../../../packages/command-line/bin/recto.mjs', import.meta.url),
)

type Said = { readonly code: number; readonly out: string; readonly said: string }
type Variables = Readonly<Record<string, string>>

function start(given: readonly string[], more: Variables = {}) {
  const env = {
    ...process.env,
    RECTO_ADDRESS: `${server.origin}${deployment.path}`,
    RECTO_KEY: deployment.key,
    RECTO_SERVER: server.origin,
    RECTO_ORGANIZATION: 'recto',
    RECTO_PLATFORM_KEY: platformKey,
    ...more,
  }
  const { promise, resolve } = Promise.withResolvers<Said>()
  const child: ChildProcess = execFile(
    process.execPath,
    [program, ...given],
    { env },
    (_error, out, said) => resolve({ code: child.exitCode ?? -1, out, said }),
  )
  return { child, ended: promise }
}

const call = (given: readonly string[], more?: Variables) => start(given, more).ended

const countRuns = async () =>
  (await server.ctx.db.selectFrom('execution').select('id').execute()).length

describe('what cannot begin', () => {
  test('ends with 2, says why on the error output, and runs nothing', async () => {
    const tried = await Promise.all([
      call([]),
      call(['dance']),
      call(['run', folder, '--sideways']),
      call(['run', folder, '--to', 'pdf']),
      call(['run', folder, '--to', 'xlsx']),
      call(['run', folder, '--at-once', '0']),
      call(['run', join(folder, 'nowhere')]),
      call(['run', folder], { RECTO_KEY: '' }),
      call(['run', folder], { RECTO_KEY: 'nobody' }),
      call(['extract', join(folder, 'nowhere.pdf')]),
      call(['verify'], { RECTO_ADDRESS: 'invoices' }),
      call(['verify'], { RECTO_KEY: '00000000-0000-4000-8000-000000000000' }),
      call(['deploy', 'Nothing of that name']),
      call(['logs', '00000000-0000-4000-8000-000000000000']),
      call(['logs', 'x'], { RECTO_PLATFORM_KEY: 'nobody' }),
    ])
    const reasons = [
      ...[
        'Name a command',
        'no command dance',
        '--sideways',
        'json, csv, xlsx',
        '--out',
        '1 to 32',
      ],
      ...['nowhere', 'Set RECTO_KEY', 'Unauthorized', 'cannot be read', 'RECTO_ADDRESS'],
      ...['Unauthorized', 'Nothing of that name', 'No such execution', 'no key of the platform'],
    ]

    expect(tried.map(({ code, out }) => [code, out])).toEqual(tried.map(() => [2, '']))
    for (const [place, reason] of reasons.entries()) expect(tried[place]?.said).toContain(reason)
    expect(await countRuns()).toBe(0)
  })
})

describe('single questions', () => {
  test('verify says what comes back, and runs nothing', async () => {
    const { code, out } = await call(['verify', '--json'])
    const spoken = await call(['verify'])

    expect([code, JSON.parse(out)]).toEqual([
      0,
      {
        ...{ name: 'invoices API', version: '0.1.0', isReady: true },
        fields: [{ name: 'total', type: 'number' }],
      },
    ])
    expect(spoken.out).toContain('total (number)')
    expect(await countRuns()).toBe(0)
  })

  test('extract prints the values of each document, and ends with 1 when one has none', async () => {
    const [first] = invoices
    const broken = join(folder, '..', 'broken.pdf')
    await writeFile(broken, '%PDF-1.4 nothing')
    const path = join(folder, first?.name ?? '')
    const { code, out } = await call(['extract', path, broken, '--json'])
    await rm(broken)
    const [good, bad] = JSON.parse(out)

    expect(code).toBe(1)
    expect(good).toEqual({ file: path, values: { total: first?.truth.total } })
    expect(bad).toEqual({ file: broken, error: expect.any(String) })
  })

  test('logs prints what an execution said', async () => {
    const [{ id } = { id: '' }] = await server.ctx.db.selectFrom('execution').select('id').execute()
    const { code, out } = await call(['logs', id, '--json'])
    const lines = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))

    expect(code).toBe(0)
    expect(lines.length).toBeGreaterThan(1)
    expect(lines[0]).toEqual({
      ...{ time: expect.any(String), level: 'INFO', stage: expect.any(String) },
      log: expect.any(String),
    })
  })

  test('deploy offers a project, once however often it is called, and what it prints works', async () => {
    const [first] = invoices
    const sample = { name: first?.name ?? '', content: first?.file ?? '' }
    const fields = [{ key: 'total', prompt: 'What is the total amount?', type: 'number' }]
    await makeTool(ada, { name: 'From a terminal', fields, sample })
    const refused = await call(['deploy', 'From a terminal'], {
      RECTO_PLATFORM_KEY: '00000000-0000-4000-8000-000000000000',
    })
    const made = await call(['deploy', 'From a terminal', '--force', '--json'])
    const again = await call(['deploy', 'From a terminal', '--force', '--json'])
    const { address, key } = JSON.parse(made.out)
    const checked = await call(['verify', '--json'], { RECTO_ADDRESS: address, RECTO_KEY: key })

    expect([refused.code, made.code]).toEqual([2, 0])
    expect(address).toBe(`${server.origin}/deployment/api/recto/from_a_terminal/`)
    expect(JSON.parse(again.out)).toEqual({ address, key })
    expect(JSON.parse(checked.out).name).toBe('From a terminal')
  })
})

describe('a folder of documents', () => {
  test('becomes a table, and what has its values is not sent again', async () => {
    const before = await countRuns()
    const first = await call(['run', folder, '--to', 'csv', '--json'])
    const again = await call(['run', folder, '--to', 'json', '--json'])
    const truths = invoices.slice(0, 2).map(({ truth }) => truth.total)

    expect([first.code, first.said.trim()]).toEqual([0, '{"files":2,"failed":0}'])
    expect(first.out.split('\r\n')[0]).toBe('file,total,error')
    const values = JSON.parse(again.out).map((one: { values: object }) => one.values)
    expect(values).toEqual(expect.arrayContaining(truths.map((total) => ({ total }))))
    expect(await countRuns()).toBe(before + 2)
  })

  test('goes on behind a line that was cut short, and says which file failed', async () => {
    const before = await countRuns()
    await appendFile(join(folder, '.recto-run.jsonl'), '{"file":"half')
    await writeFile(join(folder, 'broken.pdf'), '%PDF-1.4 nothing')
    const out = join(folder, '..', `${Date.now()}.csv`)
    const failed = await call(['run', folder, '--to', 'csv', '--out', out, '--json'])
    const table = await readFile(out, 'utf8')
    await rm(out)
    await rm(join(folder, 'broken.pdf'))

    expect([failed.code, failed.said.trim()]).toEqual([1, '{"files":3,"failed":1}'])
    expect(table).toMatch(/^broken\.pdf,,\S/m)
    expect(await countRuns()).toBe(before + 1)
  })

  test('becomes a workbook in which no value is a formula', async () => {
    const own = await mkdtemp(join(tmpdir(), 'recto-letters-'))
    await writeFile(join(own, '+letter.txt'), 'Dear Ada')
    const out = join(own, 'values.xlsx')
    const to = { RECTO_ADDRESS: `${server.origin}${letters.path}`, RECTO_KEY: letters.key }
    const made = await call(['run', own, '--to', 'xlsx', '--out', out], to)
    const csv = await call(['run', own, '--to', 'csv'], to)
    const parts = unzipSync(await readFile(out))
    await rm(own, { recursive: true })
    const [sheet = '', texts = ''] = ['xl/worksheets/sheet1.xml', 'xl/sharedStrings.xml'].map(
      (name) => Buffer.from(parts[name] ?? []).toString(),
    )

    expect(made).toMatchObject({ code: 0, out: '' })
    expect(sheet).not.toContain('<f>')
    expect(`${sheet}${texts}`).toContain('=1+1')
    expect(`${sheet}${texts}`).toContain('+letter.txt')
    expect(csv.out.split('\r\n')[1]).toBe("'+letter.txt,'=1+1,")
  })

  test('that was killed with a file under way asks for that run, and pays for none twice', async () => {
    const own = await mkdtemp(join(tmpdir(), 'recto-killed-'))
    await writeFile(join(own, 'one.txt'), 'Dear One')
    await writeFile(join(own, 'two.txt'), 'Dear Two')
    const to = { RECTO_ADDRESS: `${server.origin}${letters.path}`, RECTO_KEY: letters.key }
    const given = ['run', own, '--to', 'json', '--at-once', '1', '--json']
    const runs = await countRuns()
    const asked = models.requests.length
    const { promise, resolve } = Promise.withResolvers<void>()
    models.script({ until: promise })

    const { child, ended } = start(given, to)
    await expect.poll(() => models.requests.length).toBe(asked + 1)
    child.kill('SIGKILL')
    await ended
    resolve()
    const again = await call(given, to)
    const later = await call(given, to)
    await rm(own, { recursive: true })

    expect(again.said.trim()).toBe('{"files":2,"failed":0}')
    expect([await countRuns(), models.requests.length]).toEqual([runs + 2, asked + 2])
    expect(later.out).toBe(again.out)
  })

  test('that was killed when its answer had come takes the values of that run, and pays nothing again', async () => {
    const own = await mkdtemp(join(tmpdir(), 'recto-answered-'))
    await writeFile(join(own, 'three.txt'), 'Dear Three')
    const to = { RECTO_ADDRESS: `${server.origin}${letters.path}`, RECTO_KEY: letters.key }
    const given = ['run', own, '--to', 'json', '--json']
    const first = await call(given, to)
    const asked = models.requests.length
    // What it had written down when it was killed: that it had sent the file, and not what came.
    const state = join(own, '.recto-run.jsonl')
    const [sent = ''] = (await readFile(state, 'utf8')).split('\n')
    await writeFile(state, `${sent}\n`)
    const again = await call(given, to)
    await rm(own, { recursive: true })

    expect(JSON.parse(sent)).toMatchObject({ sent: expect.any(String) })
    expect([again.out, again.said.trim()]).toEqual([first.out, '{"files":1,"failed":0}'])
    expect(models.requests.length).toBe(asked)
  })
})
