import type { Person } from './people.ts'

const localFolder = 'localstorage|ded5e7f0-f527-416d-8d4a-19f559bd6da5'
const postgresql = 'postgresql|6db35f45-be11-4fd5-80c5-85c48183afbb'

/** A connector by its provider's id. */
export async function makeConnector(
  person: Person,
  name: string,
  provider: string,
  settings: Readonly<Record<string, unknown>>,
) {
  const { body } = await person.post('connector/', {
    connector_id: provider,
    connector_name: name,
    connector_metadata: settings,
  })
  return body.id as string
}

/** A connector to a folder of the machine, which the server was started to open. */
export const makeFolderConnector = (person: Person, name: string, path: string) =>
  makeConnector(person, name, localFolder, { path })

/** A connector to a PostgreSQL database. */
export const makeTableConnector = (person: Person, name: string, url: string) =>
  makeConnector(person, name, postgresql, { connection_url: url })

type End = {
  readonly connection_type: string
  readonly connector_instance?: string
  readonly connector_instance_id?: string
  readonly configuration?: Record<string, unknown>
}

export type FlowParts = {
  readonly toolId: string
  readonly source: End
  readonly destination: End
  /** Whether it is still being set up as a pipeline. */
  readonly isDraft?: boolean
}

/** A workflow from a source to a destination around a tool. */
export async function makeFlow(
  person: Person,
  name: string,
  { toolId, source, destination, isDraft = false }: FlowParts,
) {
  const { body: workflow } = await person.post('workflow/', {
    workflow_name: name,
    is_pipeline_draft: isDraft,
  })
  const { body: ends } = await person.get(`workflow/${workflow.id}/endpoint/`)
  const endOf = (type: string): string =>
    ends.find((end: { endpoint_type: string }) => end.endpoint_type === type).id
  await person.patch(`workflow/endpoint/${endOf('SOURCE')}/`, source)
  await person.patch(`workflow/endpoint/${endOf('DESTINATION')}/`, destination)
  await person.post('tool_instance/', { workflow_id: workflow.id, tool_id: toolId })
  return workflow.id as string
}

type FolderFlow = { readonly toolId: string; readonly folder: string }

/** Makes a workflow that reads the files of a folder and writes their results below it; its id. */
export async function makeFolderFlow(person: Person, name: string, { toolId, folder }: FolderFlow) {
  const connector = await makeFolderConnector(person, name, folder)
  const end = { connection_type: 'FILESYSTEM', connector_instance: connector }
  return makeFlow(person, name, {
    toolId,
    source: { ...end, configuration: { fileNamePattern: '*.*', processSubDirectories: false } },
    destination: { ...end, configuration: { outputFolder: 'out' } },
  })
}

/** Loaded late: measurements make pipelines too, and are no tests. */
const vitest = () => import('vitest')

/** The execution, once it has ended. */
export async function untilEnded(person: Person, executionId: string) {
  const look = async () => (await person.get(`execution/${executionId}/`)).body
  const { expect } = await vitest()
  await expect.poll(async () => (await look()).status).toMatch(/COMPLETED|ERROR|STOPPED/)
  return look()
}

/** Waits until the logs of an execution say that its destination is unreachable. */
export async function untilTriedAgain(person: Person, executionId: string) {
  const readLogs = async () =>
    JSON.stringify((await person.get(`execution/${executionId}/logs/?page_size=100`)).body)
  const { expect } = await vitest()
  await expect.poll(readLogs).toContain('delivery will be retried')
}
