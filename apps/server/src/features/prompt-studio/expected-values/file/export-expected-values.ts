import type { TruthFileFormat } from '@recto/contract/prompt-studio/truth-files'
import { type Actor, type Context, tenantOf } from '../../../../platform/context.ts'
import { csvLine } from '../../../../platform/csv.ts'
import { presentTime } from '../../../../platform/wire-format.ts'
import { recordExport, userNames } from '../../../organizations/organizations.port.ts'
import { getProject } from '../../rows/access.ts'
import { type DocumentRow, listDocumentRows } from '../../rows/documents.store.ts'
import {
  type ExpectedValueRow,
  listExpectedValuesOfDocuments,
} from '../../rows/expected-values.store.ts'
import { listPromptsOfProjects } from '../../rows/prompts.store.ts'
import { markCell } from './formula-cells.ts'

type ExportRequest = {
  readonly actor: Actor
  readonly projectId: string
  readonly format: TruthFileFormat
}

type ExportedFile = {
  /** Name of the project. */
  readonly name: string
  /** The lines of the file, which are read while they are sent. */
  readonly lines: AsyncIterable<string>
}

export async function exportExpectedValues(
  ctx: Pick<Context, 'db'>,
  { actor, projectId, format }: ExportRequest,
): Promise<ExportedFile> {
  const { name } = await getProject(ctx, { actor, projectId })
  await recordExport(tenantOf(ctx, actor), actor, {
    type: 'expected-values',
    id: projectId,
    name,
    after: { format },
  })
  const values = readValues(ctx, actor, projectId)
  return { name, lines: format === 'csv' ? toCsv(values) : toJsonl(values) }
}

type ExportedValue = {
  readonly field: string
  readonly row: ExpectedValueRow
  /** Name of who confirmed it; empty if that person is no longer a member. */
  readonly confirmedBy: string
}

type ExportedDocument = {
  readonly name: string
  readonly values: readonly ExportedValue[]
}

const documentsPerQuery = 100

/** Reads some documents at a time, so that a large project does not fill the memory. */
async function* readValues(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  projectId: string,
): AsyncGenerator<ExportedDocument> {
  const tenant = tenantOf(ctx, actor)
  const prompts = await listPromptsOfProjects(tenant, [projectId])
  const documents = await listDocumentRows(tenant, projectId)
  for (let start = 0; start < documents.length; start += documentsPerQuery) {
    const part = documents.slice(start, start + documentsPerQuery)
    const rows = await listExpectedValuesOfDocuments(tenant, {
      projectId,
      documentIds: part.map(({ id }) => id),
    })
    const people = await userNames(
      tenant,
      rows.map(({ created_by }) => created_by),
    )
    const rowsByDocument = Map.groupBy(rows, ({ document_id }) => document_id)
    yield* part.map(({ id, name }: DocumentRow) => {
      const ownRows = rowsByDocument.get(id) ?? []
      const values = prompts.flatMap(({ id: promptId, key: field }): readonly ExportedValue[] => {
        const row = ownRows.find(({ prompt_id }) => prompt_id === promptId)
        const confirmedBy = people.get(row?.created_by ?? 0)?.username ?? ''
        return row ? [{ field, row, confirmedBy }] : []
      })
      return { name, values }
    })
  }
}

const columns = ['document', 'field', 'value', 'confirmed_by', 'confirmed_at', 'source']

async function* toCsv(documents: AsyncIterable<ExportedDocument>): AsyncGenerator<string> {
  yield csvLine(columns)
  for await (const { name, values } of documents) {
    for (const { field, row, confirmedBy } of values) {
      const cells = [name, field, row.value ?? '', confirmedBy].map(markCell)
      yield csvLine([...cells, presentTime(row.modified_at), row.source])
    }
  }
}

async function* toJsonl(documents: AsyncIterable<ExportedDocument>): AsyncGenerator<string> {
  for await (const { name, values } of documents) {
    if (values.length === 0) continue
    const line = {
      document: name,
      values: Object.fromEntries(values.map(({ field, row }) => [field, row.value])),
      confirmed: Object.fromEntries(
        values.map(({ field, row, confirmedBy }) => [
          field,
          { by: confirmedBy, at: presentTime(row.modified_at), source: row.source },
        ]),
      ),
    }
    yield `${JSON.stringify(line)}\n`
  }
}
