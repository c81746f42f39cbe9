import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sampleInvoices } from '@recto/testkit/sample-documents'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { showTextKey } from '../features/text-service/text-service.port.ts'
import {
  makeDeployment,
  makeTool,
  makeWorkflow,
  type TestDeployment,
} from '../testing/make-tool.ts'
import { startServer, type TestServer } from '../testing/start-server.ts'

/** Tests the programs of `examples/` as a user of a deployment would call them. */

let server: TestServer
let deployment: TestDeployment
let folder: string
let files: readonly string[]

beforeAll(async () => {
  server = await startServer({ worker: true })
  const ada = server.as('admin')
  const invoices = (await sampleInvoices()).slice(0, 2)
  const sample = { name: invoices[0]?.name ?? '', content: invoices[0]?.file ?? '' }
  const total = [{ key: 'total', prompt: 'What is the total amount?', type: 'number' }]
  const { toolId } = await makeTool(ada, { name: 'Invoices', fields: total, sample })
  deployment = await makeDeployment(ada, 'invoices', await makeWorkflow(ada, 'Bills', toolId))

  folder = await mkdtemp(join(tmpdir(), 'recto-examples-'))
  files = invoices.map(({ name }) => join(folder, name))
  for (const [index, path] of files.entries()) {
    await writeFile(path, invoices[index]?.file ?? '')
  }
})

afterAll(async () => {
  await server?.close()
  if (folder) await rm(folder, { recursive: true, force: true })
})

const pathOf = (example: string) =>
  fileURLToPath(new URL(`../../../../examples/${example}`, import.meta.url))

const examples = [
  { name: 'TypeScript', command: process.execPath, path: pathOf('typescript/extract.ts') },
  { name: 'Python', command: 'python3', path: pathOf('python/extract.py') },
]
// Node is always available; Python may be missing.
const present = examples.filter(({ command }) => spawnSync(command, ['--version']).status === 0)

type ExampleCall = {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}
type ExampleOutput = { readonly code: number; readonly out: string; readonly said: string }

function runExample({ command, args, env }: ExampleCall): Promise<ExampleOutput> {
  const { promise, resolve } = Promise.withResolvers<ExampleOutput>()
  const options = { env: { PATH: process.env.PATH, ...env } }
  const child = execFile(command, args, options, (_error, output, errorOutput) =>
    resolve({ code: child.exitCode ?? -1, out: output, said: errorOutput }),
  )
  return promise
}

describe.each(present)('the example in $name', ({ command, path }) => {
  const call = (args: readonly string[], key: string) =>
    runExample({
      command,
      args: [path, ...args],
      env: { RECTO_ADDRESS: `${server.origin}${deployment.path}`, RECTO_KEY: key },
    })

  test('prints the status and reason if the key is invalid', async () => {
    const {
      code,
      out: output,
      said: errorOutput,
    } = await call(files, '00000000-0000-4000-8000-000000000000')

    expect({ code, out: output }).toEqual({ code: 2, out: '' })
    expect(errorOutput).toMatch(/^Refused with 401: \w/)
  })

  test('prints the values of each document', async () => {
    const { code, out: output, said: errorOutput } = await call(files, deployment.key)

    expect({ code, said: errorOutput }).toEqual({ code: 0, said: '' })
    const lines = output.trim().split('\n')
    expect(lines).toHaveLength(2)
    for (const path of files) {
      const file = path.slice(folder.length + 1)
      const [line] = lines.filter((one) => one.startsWith(`${file}\ttotal\t`))
      expect(Number(line?.split('\t')[2])).toBeGreaterThan(0)
    }
  })
})

const schemaExamples = [
  {
    name: 'TypeScript',
    command: process.execPath,
    path: pathOf('typescript/extract-by-schema.ts'),
    version: ['--version'],
  },
  {
    name: 'Python',
    command: 'python3',
    path: pathOf('python/extract_by_schema.py'),
    version: ['-c', 'import pydantic'],
  },
]
// Python or Pydantic may be missing.
const presentSchemaExamples = schemaExamples.filter(
  ({ command, version }) => spawnSync(command, version).status === 0,
)

describe.each(presentSchemaExamples)('the example of a schema in $name', ({ command, path }) => {
  const call = (key: string) =>
    runExample({
      command,
      args: [path, ...files.slice(0, 1)],
      env: { RECTO_SERVER: server.origin, RECTO_TEXT_KEY: key },
    })

  test('prints each value of its class with the words of the document', async () => {
    const organization = await server.ctx.db
      .selectFrom('organization')
      .select('id')
      .where('slug', '=', 'recto')
      .executeTakeFirstOrThrow()
    const tenant = { db: server.ctx.db, organizationId: organization.id }
    const {
      code,
      out: output,
      said: errorOutput,
    } = await call(await showTextKey(server.ctx, tenant))

    expect({ code, said: errorOutput }).toEqual({ code: 0, said: '' })
    expect(output).toMatch(/\ttotal\t9926\.4\t£9,926\.40\n/)
  })

  test('prints the status and reason if the key is invalid', async () => {
    const { code, out: output, said: errorOutput } = await call('wrong')

    expect({ code, out: output }).toEqual({ code: 2, out: '' })
    expect(errorOutput).toMatch(/^Refused with 401: \w/)
  })
})

describe('the example of an agent', () => {
  const call = (address: string, key: string, ...args: string[]) =>
    runExample({
      command: process.execPath,
      args: [pathOf('typescript/agent.ts'), ...args],
      env: { RECTO_MCP_ADDRESS: `${server.origin}${address}`, RECTO_KEY: key },
    })

  test('gets the values of a document from the server of a deployment', async () => {
    const {
      code,
      out: output,
      said: errorOutput,
    } = await call(`${deployment.path}mcp`, deployment.key, 'extractDocument', files[0] ?? '')

    expect({ code, said: errorOutput }).toEqual({ code: 0, said: '' })
    expect(output).toContain('9926.4')
  })

  test('lists and calls the tools of an organization', async () => {
    const ada = server.as('admin')
    await ada.patch('organization/settings', { allows_agents: true })
    const fields = { name: 'Agent', description: 'For tests', permission: 'read_write' }
    const { key } = (await ada.post('platform-api/keys/', fields)).body
    const address = `/api/v1/${server.ctx.config.productId}/recto/mcp/`

    expect((await call(address, key)).out).toMatch(/^listApiDeployments\t/m)
    const { code, out: output } = await call(address, key, 'listApiDeployments')
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('invoices') })
    expect(await call(address, 'wrong')).toMatchObject({
      code: 2,
      said: expect.stringMatching(/^Refused with 401: \w/),
    })
  })
})

type FlowNode = {
  readonly name: string
  readonly parameters: Readonly<Record<string, ReturnType<typeof JSON.parse>>>
}

test('the workflow of n8n describes a request that gets the values of a document', async () => {
  const flow = JSON.parse(await readFile(pathOf('n8n/extract.json'), 'utf8'))
  const { parameters = {} } =
    flow.nodes.find(({ name }: FlowNode) => name === 'Extract values') ?? {}
  const form = new FormData()
  const [path = ''] = files
  for (const { parameterType, name, value } of parameters.bodyParameters.parameters) {
    const isFile = parameterType === 'formBinaryData'
    if (isFile) form.append(name, new Blob([await readFile(path)]), basename(path))
    else form.append(name, value)
  }
  expect(parameters.url).toBe('={{ $env.RECTO_ADDRESS }}')
  expect(parameters.genericAuthType).toBe('httpBearerAuth')
  const response = await fetch(`${server.origin}${deployment.path}`, {
    method: parameters.method,
    headers: { authorization: `Bearer ${deployment.key}` },
    body: form,
  })

  const body = (await response.json()) as ReturnType<typeof JSON.parse>
  const splitOut = flow.nodes.find(({ name }: FlowNode) => name === 'One item per document')
  const results = splitOut.parameters.fieldToSplitOut
    .split('.')
    .reduce((value: Record<string, unknown>, field: string) => value[field], body)
  expect(results[0].result.output).toEqual({ total: 9926.4 })
})
