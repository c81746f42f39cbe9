import { makeMailFlow } from './make-mail-pipeline.ts'
import { makeConnector } from './make-pipeline.ts'
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
  { settings = {}, ...parts }: AddressPipelineParts,
) {
  const { id: connector, address } = await makeMailAddress(person, parts.name, settings)
  return { ...(await makeMailFlow(person, { ...parts, connector })), connector, address }
}
