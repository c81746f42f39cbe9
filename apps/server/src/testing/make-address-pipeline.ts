import { makeConnector, makeFlow } from './make-pipeline.ts'
import type { Person } from './people.ts'

const provider = 'mail_address|5d0a2f7c-8b1e-4c39-9f64-3e7b1a92c6d8'

/** Makes a connector with a mail address. */
export async function makeMailAddress(
  person: Person,
  name: string,
  settings: Readonly<Record<string, unknown>> = {},
) {
  const id = await makeConnector(person, name, provider, settings)
  const { body } = await person.get(`connector/${id}/mail-address/`)
  return { id, address: body.address as string }
}

type AddressPipelineParts = {
  readonly name: string
  readonly toolId: string
  /** Connector of the database. */
  readonly target: string
  readonly table: string
  readonly settings?: Readonly<Record<string, unknown>>
}

/** Makes a pipeline from a mail address to a table with the data of the mails. */
export async function makeAddressPipeline(
  person: Person,
  { name, toolId, target, table, settings = {} }: AddressPipelineParts,
) {
  const { id: connector, address } = await makeMailAddress(person, name, settings)
  const configuration = {
    table,
    columnMode: 'Write each field to a column',
    includeSource: true,
  }
  const workflow = await makeFlow(person, name, {
    toolId,
    source: {
      connection_type: 'FILESYSTEM',
      connector_instance: connector,
      configuration: { maxFiles: 5000 },
    },
    destination: { connection_type: 'DATABASE', connector_instance: target, configuration },
  })
  const body = { pipeline_name: name, workflow, pipeline_type: 'ETL' }
  const reply = await person.post('pipeline/', body)
  return { id: reply.body.id as string, workflow, connector, address }
}
