import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasDuckdb, readParquetWithDuckdb } from '@recto/testkit/read-parquet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLineInvoice, makeLineTool } from '../../testing/line-invoices.ts'
import { makeFlow, makeFolderConnector, untilEnded } from '../../testing/make-pipeline.ts'
import type { Person } from '../../testing/people.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'

let server: TestServer
let ada: Person
let folder: string
let source: string
let toolId: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recto-rows-'))
  server = await startServer({ worker: true, env: { RECTO_CONNECTOR_FOLDERS: folder } })
  ada = server.as('admin')
  toolId = (await makeLineTool(ada)).toolId
  source = await makeFolderConnector(ada, 'Inbox', folder)
})
afterAll(async () => {
  await server?.close()
  await rm(folder, { recursive: true, force: true })
})

test('a folder gets the lines of each invoice as rows, and a repeated run writes the same files', async () => {
  const invoices = [1, 2, 3].map((index) => createLineInvoice(index + 300))
  for (const { fileName, content } of invoices) await writeFile(join(folder, fileName), content)
  const expectedRows = invoices.flatMap(({ fileName, rows }) =>
    rows.map((row, index) => ({ ...row, file_path: fileName, item_number: index + 1 })),
  )
  const formats = hasDuckdb ? ['jsonl', 'parquet'] : ['jsonl']
  for (const fileFormat of formats) {
    const name = `rows ${fileFormat}`
    const flow = await makeFlow(ada, name, {
      toolId,
      source: {
        connection_type: 'FILESYSTEM',
        connector_instance: source,
        configuration: { fileNamePattern: 'invoice-03*.xml' },
      },
      destination: {
        connection_type: 'FILESYSTEM',
        connector_instance: source,
        configuration: { outputFolder: name, fileFormat, itemsOf: 'items', dateFolders: 'day' },
      },
    })
    const { body } = await ada.post('pipeline/', {
      pipeline_name: name,
      workflow: flow,
      pipeline_type: 'ETL',
    })
    for (let count = 0; count < 2; count++) {
      const { body: run } = await ada.post('pipeline/execute/', { pipeline_id: body.id })
      const endedRun = await untilEnded(ada, run.execution.execution_id)
      expect(endedRun).toMatchObject({ status: 'COMPLETED', successful_files: invoices.length })
      await ada.get(`workflow/${flow}/clear-file-marker/`)
    }
    const paths = await readdir(join(folder, name), { recursive: true })
    const files = paths.filter((path) => path.endsWith(`.${fileFormat}`))
    const days = new Set(files.map((path) => path.slice(0, path.lastIndexOf('/'))))
    for (const day of days) expect(day).toMatch(/^date=\d{4}-\d{2}-\d{2}$/)
    // One for each invoice, unless midnight has passed between the two runs.
    expect(files).toHaveLength(invoices.length * days.size)
    const [day = ''] = days
    expect(await readRows(join(folder, name, day), fileFormat)).toMatchObject(expectedRows)
  }
})

/** The rows of all files of a folder, by file and number. */
async function readRows(path: string, format: string): Promise<readonly object[]> {
  if (format === 'parquet') {
    const { rows } = await readParquetWithDuckdb(join(path, '*.parquet'))
    return rows
  }
  const names = (await readdir(path)).toSorted()
  const texts = await Promise.all(names.map((name) => readFile(join(path, name), 'utf8')))
  return texts.flatMap((text) =>
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  )
}
