import { type DovecotServer, mailPassword, mailUser } from '@recto/testkit/dovecot-server'
import { makeConnector, makeFlow } from './make-pipeline.ts'
import type { Person } from './people.ts'

const mailboxProvider = 'imap|0c4b7a52-6f0e-4d53-9a61-2d8f6f1b7e94'

type MailPipelineParts = {
  readonly name: string
  readonly mails: DovecotServer
  readonly toolId: string
  /** Connector of the database. */
  readonly target: string
  readonly table: string
  /** Settings of the mailbox that differ from the usual ones. */
  readonly settings: Readonly<Record<string, unknown>>
}

type MailFlowParts = Omit<MailPipelineParts, 'mails' | 'settings'> & {
  /** Connector of the mails. */
  readonly connector: string
}

/** Makes a pipeline from a connector of mails to a table with their data. */
export async function makeMailFlow(person: Person, parts: MailFlowParts) {
  const { name, toolId, connector, target, table } = parts
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
      // Mails are no subfolders.
      configuration: { maxFiles: 5000, processSubDirectories: false },
    },
    destination: { connection_type: 'DATABASE', connector_instance: target, configuration },
  })
  const body = { pipeline_name: name, workflow, pipeline_type: 'ETL' }
  const reply = await person.post('pipeline/', body)
  return { id: reply.body.id as string, workflow }
}

/** Makes a pipeline from a mailbox to a table with the data of the mails. */
export async function makeMailPipeline(person: Person, parts: MailPipelineParts) {
  const { name, mails, settings } = parts
  const server = { host: '127.0.0.1', port: String(mails.port), security: 'none' }
  const metadata = Object.assign(server, { user: mailUser, password: mailPassword }, settings)
  const connector = await makeConnector(person, name, mailboxProvider, metadata)
  const { id } = await makeMailFlow(person, { ...parts, connector })
  return {
    id,
    /** Changes the settings of the mailbox. */
    change: (changes: Readonly<Record<string, unknown>>) =>
      person.patch(`connector/${connector}/`, { connector_metadata: { ...metadata, ...changes } }),
    /** Starts a run and returns the path of its execution. */
    async start(): Promise<string> {
      const run = await person.post('pipeline/execute/', { pipeline_id: id })
      return `execution/${run.body.execution.execution_id}/`
    },
  }
}
