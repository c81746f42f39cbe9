import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sampleInvoices } from '@recto/testkit/sample-documents'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

describe.each(present)('the example in $name', ({ command, path }) => {
  function call(args: readonly string[], key: string) {
    const env = {
      PATH: process.env.PATH,
      RECTO_ADDRESS: `${server.origin}${deployment.path}`,
      RECTO_KEY: key,
    }
    const { promise, resolve } = Promise.withResolvers<{
      code: number
      out: string
      said: string
    }>()
    const child = execFile(command, [path, ...args], { env }, (_error, output, errorOutput) =>
      resolve({ code: child.exitCode ?? -1, out: output, said: errorOutput }),
    )
    return promise
  }

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
