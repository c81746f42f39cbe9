import type { ConnectorSummary } from '@recto/contract/connectors/connectors'
import type { ConnectionType } from '@recto/contract/workflows/workflow-fields'
import type {
  ToolInstance,
  Workflow as WireWorkflow,
  WorkflowEndpoint,
} from '@recto/contract/workflows/workflows'
import { toWireNames } from '../../shared/api/wire-names.ts'

/** The tool of a workflow. The wire calls it an instance of the tool. */
export type WorkflowStep = {
  readonly id: string
  readonly workflowId: string
  readonly toolId: string
  readonly name: string
  /** Settings of the tool in this workflow. */
  readonly metadata: Readonly<Record<string, unknown>>
  /** The version of the tool that a rollback has restored; null: the newest one. */
  readonly restoredToolVersion: number | null
}

/**
 * A workflow takes files from a source, processes them with a tool, and delivers the values to a
 * destination.
 */
export type Workflow = {
  readonly id: string
  readonly name: string
  readonly description: string
  /** The only step, if any. */
  readonly step: WorkflowStep | undefined
  readonly createdBy: number | null
  readonly createdByEmail: string | null
  /** Whether the user is one of its owners. */
  readonly isOwner: boolean
  readonly modifiedAt: string
  /** Whether edits stay in a draft until they are published; otherwise they are live with the next run. */
  readonly changesNeedPublishing: boolean
  /** Whether it is still being set up as a pipeline. */
  readonly isPipelineDraft: boolean
}

export type WorkflowValues = Pick<Workflow, 'name' | 'description'>

export const workflowNames = { name: 'workflow_name', description: 'description' } as const

const stepFromWire = (wire: ToolInstance): WorkflowStep => ({
  id: wire.id,
  workflowId: wire.workflow,
  toolId: wire.tool_id,
  name: wire.name,
  metadata: wire.metadata,
  restoredToolVersion: wire.tool_version,
})

export const workflowFromWire = (wire: WireWorkflow): Workflow => ({
  id: wire.id,
  name: wire.workflow_name,
  description: wire.description,
  step: wire.tool_instances[0] && stepFromWire(wire.tool_instances[0]),
  createdBy: wire.created_by,
  createdByEmail: wire.created_by_email,
  isOwner: wire.is_owner ?? false,
  modifiedAt: wire.modified_at,
  changesNeedPublishing: wire.changes_need_publishing,
  isPipelineDraft: wire.is_pipeline_draft,
})

export const newWorkflowToWire = (values: WorkflowValues) => ({
  body: toWireNames(values, workflowNames),
})

type Change = { readonly id: string; readonly values: WorkflowValues }

export const workflowChangeToWire = ({ id, values }: Change) => ({
  params: { id },
  ...newWorkflowToWire(values),
})

/** A connector as everybody may know it who sees a workflow that uses it. */
export type UsedConnector = {
  readonly id: string
  readonly name: string
  /** Name of its service. */
  readonly service: string
  readonly icon: string
  readonly ownerEmail: string | null
  /** Whether the user may use it and look into it. */
  readonly isUsable: boolean
}

/** The source or the destination of a workflow. */
export type WorkflowEnd = {
  readonly id: string
  readonly side: 'source' | 'destination'
  /** Empty until one is chosen. */
  readonly connection: ConnectionType | ''
  /** Id of the connector for its files or tables. */
  readonly connectorId: string | null
  /** The connector with that id; the user may not be allowed to use it. */
  readonly connector: UsedConnector | undefined
  readonly configuration: Readonly<Record<string, unknown>>
}

/** A setting of the installation decides whether replies have the id or the connector. */
const idOfConnector = (connector: WorkflowEndpoint['connector_instance']): string | null =>
  typeof connector === 'string' ? connector : (connector?.id ?? null)

export const endFromWire = (wire: WorkflowEndpoint): WorkflowEnd => ({
  id: wire.id,
  side: wire.endpoint_type === 'SOURCE' ? 'source' : 'destination',
  connection: wire.connection_type,
  connectorId: idOfConnector(wire.connector_instance),
  connector: wire.connector ? usedConnectorFromWire(wire.connector) : undefined,
  configuration: wire.configuration ?? {},
})

const kindNames: Readonly<Record<ConnectorSummary['connector_mode'], string>> = {
  FILE_SYSTEM: 'File system',
  DATABASE: 'Database',
  HTTP: 'HTTP endpoint',
}

const usedConnectorFromWire = (wire: ConnectorSummary): UsedConnector => ({
  id: wire.id,
  name: wire.connector_name,
  service: wire.provider_name ?? kindNames[wire.connector_mode],
  icon: wire.icon,
  ownerEmail: wire.created_by_email,
  isUsable: wire.is_usable,
})

type EndChange = { readonly id: string } & (
  | Pick<WorkflowEnd, 'connection'>
  | Pick<WorkflowEnd, 'connectorId' | 'configuration'>
)

/** Changing the kind of connection also removes the connector, which belongs to the old kind. */
export const endToWire = (change: EndChange) => ({
  params: { id: change.id },
  body:
    'connection' in change
      ? { connection_type: change.connection, connector_instance: null }
      : { connector_instance: change.connectorId, configuration: { ...change.configuration } },
})
