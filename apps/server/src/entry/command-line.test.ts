import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { type SampleInvoice, sampleInvoices } from '@recto/testkit/sample-documents'
import { drawPdf } from '@recto/testkit/samples/draw-pdf'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { showTextKey } from '../features/text-service/text-service.port.ts'
import {
  makeDeployment,
  makeTool,
  makeWorkflow,
  type TestDeployment,
} from '../testing/make-tool.ts'
import type { Person } from '../testing/people.ts'
import { startServer, type TestServer } from '../testing/start-server.ts'
import { recto, startRecto, type Variables } from './testing/run-recto.ts'

/** Tests `recto` as a person calls it at a terminal, against a real server. */

let server: TestServer
let models: CannedModelServer
let ada: Person
let invoices: readonly SampleInvoice[]
let deployment: TestDeployment
let letters: TestDeployment
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
  const paidTool = await makeTool(ada, { name: 'Letters', fields: greeting, sample, llmId: llm.id })
  letters = await makeDeployment(
    ada,
    'letters',
    await makeWorkflow(ada, 'Letters', paidTool.toolId),
  )
  const { body: key } = await ada.post('platform-api/keys/', {
    name: 'Terminal',
    description: 'Terminal',
    permission: 'full_access',
  })
  platformKey = key.key

  folder = await mkdtemp(join(tmpdir(), 'recto-folder-'))
  await mkdir(join(folder, 'more'))
  for (const [index, { name, file }] of invoices.slice(0, 2).entries()) {
    await writeFile(join(folder, index === 0 ? name : join('more', name)), file)
  }
})

afterAll(async () => {
  await server?.close()
  await models?.close()
  if (folder) await rm(folder, { recursive: true, force: true })
})

const variablesOf = (variables: Variables = {}): Variables => ({
  RECTO_ADDRESS: `${server.origin}${deployment.path}`,
  RECTO_KEY: deployment.key,
  RECTO_SERVER: server.origin,
  RECTO_ORGANIZATION: 'recto',
  RECTO_PLATFORM_KEY: platformKey,
  ...variables,
})
const start = (args: readonly string[], variables?: Variables) =>
  startRecto(args, variablesOf(variables))
const call = (args: readonly string[], variables?: Variables) => recto(args, variablesOf(variables))

const countRuns = async () =>
  (await server.ctx.db.selectFrom('execution').select('id').execute()).length

describe('split', () => {
  test('prints the documents inside a file as a table or as JSON, and the reason of a refusal', async () => {
    const file = join(folder, '..', `${basename(folder)}-pile.pdf`)
    const pile = await drawPdf({ title: 'Pile' }, (pen) => {
      const write = (number: string) => {
        pen.text('Invoice', 72, 72, { size: 11 })
        pen.text('Northwind Paper Ltd', 72, 92, { size: 11 })
        pen.text(`Invoice number: ${number}`, 72, 112, { size: 11 })
        pen.newPage()
      }
      write('NW-1001')
      write('NW-1002')
    })
    await writeFile(file, pile)
    const { id: organizationId } = await server.ctx.db
      .selectFrom('organization')
      .select('id')
      .where('slug', '=', 'recto')
      .executeTakeFirstOrThrow()
    const key = await showTextKey(server.ctx, { db: server.ctx.db, organizationId })
    const variables = { RECTO_TEXT_KEY: key }

    const [table, json, refusedCall, lockedCall] = await Promise.all([
      call(['split', file], variables),
      call(['split', file, '--mode', 'every_n_pages', '--pages', '2', '--json'], variables),
      call(['split', file, '--mode', 'every_n_pages'], variables),
      call(['split', file], { RECTO_TEXT_KEY: 'nobody' }),
    ])
    await rm(file)

    expect(table).toMatchObject({ code: 0, said: '' })
    expect(table.out).toMatch(/^1 +1 +invoice +\d\.\d\d +It is the first page with text$/m)
    expect(table.out).toMatch(/^2 +2 +invoice +\d\.\d\d +.*NW-1002, and not NW-1001/m)
    expect(table.out).toContain('In no part: pages 3')
    expect(JSON.parse(json.out).parts).toMatchObject([{ pages: [1, 2] }, { pages: [3] }])
    expect(refusedCall).toMatchObject({ code: 1, out: '' })
    expect(refusedCall.said).toContain('pages_per_part')
    expect(lockedCall).toMatchObject({ code: 2, out: '' })
  })
})

describe('a command that cannot start', () => {
  test('exits with 2, prints the reason to standard error, and runs nothing', async () => {
    const outcomes = await Promise.all([
      call([]),
      start(['dance']).ended,
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
      'Specify a command',
      'Unknown command: dance',
      '--sideways',
      'json, csv, xlsx',
      '--out',
      '1 to 32',
      'nowhere',
      'Set RECTO_KEY',
      'Unauthorized',
      'cannot be read',
      'RECTO_ADDRESS',
      'Unauthorized',
      'Nothing of that name',
      'No such execution',
      'not a platform API key',
    ]

    expect(outcomes.map(({ code, out: output }) => [code, output])).toEqual(
      outcomes.map(() => [2, '']),
    )
    for (const [place, reason] of reasons.entries()) expect(outcomes[place]?.said).toContain(reason)
    expect(await countRuns()).toBe(0)
  })
})

describe('single commands', () => {
  test('verify prints the reply, and runs nothing', async () => {
    const { code, out: output } = await call(['verify', '--json'])
    const readable = await call(['verify'])

    expect([code, JSON.parse(output)]).toEqual([
      0,
      {
        name: 'invoices API',
        version: '0.1.0',
        isReady: true,
        fields: [{ name: 'total', type: 'number' }],
      },
    ])
    expect(readable.out).toContain('total (number)')
    expect(await countRuns()).toBe(0)
  })

  test('extract prints the values of each document, and exits with 1 if one has none', async () => {
    const [first] = invoices
    const brokenFile = join(folder, '..', 'broken.pdf')
    await writeFile(brokenFile, '%PDF-1.4 nothing')
    const path = join(folder, first?.name ?? '')
    const { code, out: output } = await start(['extract', path, brokenFile, '--json']).ended
    await rm(brokenFile)
    const [good, bad] = JSON.parse(output)

    expect(code).toBe(1)
    expect(good).toEqual({ file: path, values: { total: first?.expected.total } })
    expect(bad).toEqual({ file: brokenFile, error: expect.any(String) })
  })

  test('logs prints the log of an execution', async () => {
    const [{ id } = { id: '' }] = await server.ctx.db.selectFrom('execution').select('id').execute()
    const { code, out: output } = await call(['logs', id, '--json'])
    const lines = output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))

    expect(code).toBe(0)
    expect(lines.length).toBeGreaterThan(1)
    expect(lines[0]).toEqual({
      time: expect.any(String),
      level: 'INFO',
      stage: expect.any(String),
      log: expect.any(String),
    })
  })

  test('deploy deploys a project once, however often it is called, and prints a working command', async () => {
    const [first] = invoices
    const sample = { name: first?.name ?? '', content: first?.file ?? '' }
    const fields = [{ key: 'total', prompt: 'What is the total amount?', type: 'number' }]
    await makeTool(ada, { name: 'From a terminal', fields, sample })
    const refusedOutput = await call(['deploy', 'From a terminal'], {
      RECTO_PLATFORM_KEY: '00000000-0000-4000-8000-000000000000',
    })
    const firstOutput = await call(['deploy', 'From a terminal', '--force', '--json'])
    const secondOutput = await call(['deploy', 'From a terminal', '--force', '--json'])
    const { address, key } = JSON.parse(firstOutput.out)
    const checked = await call(['verify', '--json'], { RECTO_ADDRESS: address, RECTO_KEY: key })

    expect([refusedOutput.code, firstOutput.code]).toEqual([2, 0])
    expect(address).toBe(`${server.origin}/deployment/api/recto/from_a_terminal/`)
    expect(JSON.parse(secondOutput.out)).toEqual({ address, key })
    expect(JSON.parse(checked.out).name).toBe('From a terminal')
  })
})

describe('a folder of documents', () => {
  test('becomes a table, and files with values are not sent again', async () => {
    const runsBefore = await countRuns()
    const first = await call(['run', folder, '--to', 'csv', '--json'])
    const secondOutput = await call(['run', folder, '--to', 'json', '--json'])
    const truths = invoices.slice(0, 2).map(({ expected }) => expected.total)

    expect([first.code, first.said.trim()]).toEqual([0, '{"files":2,"failed":0}'])
    expect(first.out.split('\r\n')[0]).toBe('file,total,error')
    const values = JSON.parse(secondOutput.out).map((one: { values: object }) => one.values)
    expect(values).toEqual(expect.arrayContaining(truths.map((total) => ({ total }))))
    expect(await countRuns()).toBe(runsBefore + 2)
  })

  test('continues after an incomplete line, and names the failed file', async () => {
    const runsBefore = await countRuns()
    await appendFile(join(folder, '.recto-run.jsonl'), '{"file":"half')
    await writeFile(join(folder, 'broken.pdf'), '%PDF-1.4 nothing')
    const target = join(folder, '..', `${Date.now()}.csv`)
    const failedOutput = await call(['run', folder, '--to', 'csv', '--out', target, '--json'])
    const table = await readFile(target, 'utf8')
    await rm(target)
    await rm(join(folder, 'broken.pdf'))

    expect([failedOutput.code, failedOutput.said.trim()]).toEqual([1, '{"files":3,"failed":1}'])
    expect(table).toMatch(/^broken\.pdf,,\S/m)
    expect(await countRuns()).toBe(runsBefore + 1)
  })

  test('becomes a workbook in which no value is a formula', async () => {
    const own = await mkdtemp(join(tmpdir(), 'recto-letters-'))
    await writeFile(join(own, '+letter.txt'), 'Dear Ada')
    const target = join(own, 'values.xlsx')
    const to = { RECTO_ADDRESS: `${server.origin}${letters.path}`, RECTO_KEY: letters.key }
    const runOutput = await call(['run', own, '--to', 'xlsx', '--out', target], to)
    const csv = await call(['run', own, '--to', 'csv'], to)
    const parts = unzipSync(await readFile(target))
    await rm(own, { recursive: true })
    const [sheet = '', texts = ''] = ['xl/worksheets/sheet1.xml', 'xl/sharedStrings.xml'].map(
      (name) => Buffer.from(parts[name] ?? []).toString(),
    )

    expect(runOutput).toMatchObject({ code: 0, out: '' })
    expect(sheet).not.toContain('<f>')
    expect(`${sheet}${texts}`).toContain('=1+1')
    expect(`${sheet}${texts}`).toContain('+letter.txt')
    expect(csv.out.split('\r\n')[1]).toBe("'+letter.txt,'=1+1,")
  })

  test('killed during a file fetches that run later, and pays for nothing twice', async () => {
    const own = await mkdtemp(join(tmpdir(), 'recto-killed-'))
    await writeFile(join(own, 'one.txt'), 'Dear One')
    await writeFile(join(own, 'two.txt'), 'Dear Two')
    const to = { RECTO_ADDRESS: `${server.origin}${letters.path}`, RECTO_KEY: letters.key }
    const args = ['run', own, '--to', 'json', '--at-once', '1', '--json']
    const runs = await countRuns()
    const requestsBefore = models.requests.length
    const { promise, resolve } = Promise.withResolvers<void>()
    models.script({ until: promise })

    const { child, ended: exit } = start(args, to)
    await expect.poll(() => models.requests.length).toBe(requestsBefore + 1)
    child.kill('SIGKILL')
    await exit
    resolve()
    const secondOutput = await call(args, to)
    const later = await call(args, to)
    await rm(own, { recursive: true })

    expect(secondOutput.said.trim()).toBe('{"files":2,"failed":0}')
    expect([await countRuns(), models.requests.length]).toEqual([runs + 2, requestsBefore + 2])
    expect(later.out).toBe(secondOutput.out)
  })

  test('killed after its reply uses the values of that run, and pays for nothing again', async () => {
    const own = await mkdtemp(join(tmpdir(), 'recto-answered-'))
    await writeFile(join(own, 'three.txt'), 'Dear Three')
    const to = { RECTO_ADDRESS: `${server.origin}${letters.path}`, RECTO_KEY: letters.key }
    const args = ['run', own, '--to', 'json', '--json']
    const first = await call(args, to)
    const requestsBefore = models.requests.length
    // The state at the time of the kill: it had sent the file, and recorded no result.
    const state = join(own, '.recto-run.jsonl')
    const [sentLine = ''] = (await readFile(state, 'utf8')).split('\n')
    await writeFile(state, `${sentLine}\n`)
    const secondOutput = await call(args, to)
    await rm(own, { recursive: true })

    expect(JSON.parse(sentLine)).toMatchObject({ sent: expect.any(String) })
    expect([secondOutput.out, secondOutput.said.trim()]).toEqual([
      first.out,
      '{"files":1,"failed":0}',
    ])
    expect(models.requests.length).toBe(requestsBefore)
  })
})
