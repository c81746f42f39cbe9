import {
  type DeploymentKey,
  type DeploymentListItem,
  listDeployments,
} from '@recto/contract/deployments/deployments'
import type { ExecutionLog } from '@recto/contract/executions/execution-logs'
import {
  type Execution,
  type FileExecution,
  listRunsOfWorkflow,
} from '@recto/contract/executions/executions'
import type { Notification } from '@recto/contract/pipelines/notifications'
import { listPipelines, type SavedPipeline } from '@recto/contract/pipelines/pipelines'
import {
  type CatalogueTool,
  getToolSettingsSchema,
  listTools,
  reorderToolInstances,
} from '@recto/contract/tools/tool-instances'
import { compareWorkflow, listWorkflowVersions } from '@recto/contract/workflows/workflow-versions'
import * as api from '@recto/contract/workflows/workflows'
import { answer } from './fake-server.ts'

const timestamp = '2026-06-03T09:15:20.123456Z'
const id = (last: string) => `00000000-0000-4000-8000-${last.padStart(12, '0')}`

export const invoiceTool: CatalogueTool = {
  name: 'Invoices',
  description: 'Ten values of an invoice',
  icon: '',
  function_name: id('a1'),
}

export const workflow: api.Workflow = {
  id: id('f1'),
  workflow_name: 'Supplier invoices',
  description: 'Reads what suppliers send',
  prompt_text: '',
  is_active: true,
  changes_need_publishing: false,
  is_pipeline_draft: false,
  live_version: null,
  status: '',
  workflow_owner: 7,
  deployment_type: 'DEFAULT',
  source_settings: null,
  destination_settings: null,
  organization: 3,
  tool_instances: [],
  created_by: 7,
  created_by_email: 'ana@acme.test',
  modified_by: 7,
  created_at: timestamp,
  modified_at: timestamp,
}

export const step: api.ToolInstance = {
  id: id('b1'),
  workflow: workflow.id,
  tool_id: invoiceTool.function_name,
  name: invoiceTool.name,
  icon: '',
  input: null,
  output: null,
  input_file_connector: null,
  output_file_connector: null,
  input_db_connector: null,
  output_db_connector: null,
  version: '',
  tool_version: null,
  live: null,
  metadata: { tool_instance_id: id('b1'), enable_highlight: false },
  step: 1,
  status: 'Ready to start',
  created_by: 7,
  modified_by: 7,
  created_at: timestamp,
  modified_at: timestamp,
}

/** One end of the workflow. */
export const endOf = (
  endpoint_type: api.EndpointType,
  connection_type: api.WorkflowEndpoint['connection_type'],
): api.WorkflowEndpoint => ({
  id: id(endpoint_type === 'SOURCE' ? 'c1' : 'c2'),
  workflow: workflow.id,
  workflow_name: workflow.workflow_name,
  endpoint_type,
  connection_type,
  configuration: null,
  connector_instance: null,
  connector: null,
  live: null,
  created_at: timestamp,
  modified_at: timestamp,
})

export const execution: Execution = {
  id: id('e1'),
  workflow: workflow.id,
  workflow_name: workflow.workflow_name,
  pipeline_id: null,
  pipeline_name: null,
  execution_mode: 'QUEUE',
  execution_method: 'DIRECT',
  status: 'COMPLETED',
  result_acknowledged: false,
  total_files: 2,
  successful_files: 1,
  failed_files: 1,
  in_review_files: 0,
  is_waiting_for_review: false,
  skipped_files: 0,
  reused_files: 0,
  is_listing: false,
  is_dry_run: false,
  is_preview: false,
  error_message: '',
  attempts: 1,
  execution_time: '0:01:07',
  execution_seconds: 67.2,
  tags: [],
  created_at: timestamp,
  modified_at: timestamp,
}

export const goodFile: FileExecution = {
  id: id('d1'),
  workflow_execution: execution.id,
  file_name: 'invoice.pdf',
  other_names: [],
  file_path: null,
  file_size: '4.34 KB',
  size_in_bytes: 4444,
  provider_file_uuid: null,
  fs_metadata: null,
  mime_type: 'application/pdf',
  status: 'COMPLETED',
  execution_time: '0:00:05',
  execution_seconds: 5.4,
  execution_error: null,
  status_msg: 'Processed',
  is_in_review: false,
  created_at: timestamp,
  modified_at: timestamp,
}

export const badFile: FileExecution = {
  ...goodFile,
  id: id('d2'),
  file_name: 'locked.pdf',
  status: 'ERROR',
  execution_error: 'This PDF is encrypted.',
  status_msg: 'This PDF is encrypted.',
  is_in_review: false,
}

export const deployment: DeploymentListItem = {
  id: id('91'),
  workflow: workflow.id,
  workflow_name: workflow.workflow_name,
  display_name: 'Invoice reader',
  description: 'For the accounting system',
  is_active: true,
  api_endpoint: 'deployment/api/acme/invoices/',
  api_name: 'invoices',
  created_by: 7,
}

export const pipeline: SavedPipeline = {
  caveat: null,
  id: id('51'),
  pipeline_name: 'Nightly',
  workflow: workflow.id,
  workflow_id: workflow.id,
  workflow_name: workflow.workflow_name,
  pipeline_type: 'ETL',
  active: true,
  scheduled: true,
  cron_string: '0 * * * *',
  cheaper_within_24_hours: false,
  runs_on_arrival: false,
  arrival_delay_seconds: 2,
  arrival_poll_minutes: 5,
  arrival_queue: null,
  time_zone: 'UTC',
  next_run_time: timestamp,
  run_count: 3,
  last_run_time: timestamp,
  last_run_status: 'SUCCESS',
  last_5_run_statuses: [],
  app_id: null,
  app_icon: null,
  app_url: null,
  access_control_bundle_id: null,
  api_endpoint: `deployment/pipeline/api/acme/${id('51')}/`,
  source_name: 'Inbox',
  source_icon: '',
  destination_name: 'Books',
  destination_icon: '',
  organization: 3,
  created_by: 7,
  modified_by: 7,
  created_by_email: 'ana@acme.test',
  created_at: timestamp,
  modified_at: timestamp,
}

export const notification: Notification = {
  id: id('61'),
  created_at: timestamp,
  modified_at: timestamp,
  name: 'Operations',
  url: 'https://hooks.acme.test/x',
  notification_type: 'WEBHOOK',
  platform: 'API',
  authorization_type: 'NONE',
  authorization_key: null,
  authorization_header: null,
  max_retries: 0,
  is_active: false,
  notify_on_failures: false,
  notify_on_alarms: false,
  signing_secret: 'whisper',
  pipeline: pipeline.id,
  api: null,
}

export const executionLog: ExecutionLog = {
  id: id('41'),
  execution_id: execution.id,
  wf_execution: execution.id,
  file_execution: goodFile.id,
  event_time: timestamp,
  data: {
    type: 'LOG',
    stage: 'TOOL',
    level: 'INFO',
    log: 'Processed “invoice.pdf” in 5.4 seconds.',
    timestamp: 1_780_478_120.1,
    step: null,
    iteration: null,
    iteration_total: null,
    cost_type: null,
    cost_units: null,
    cost_value: null,
    execution_id: execution.id,
    file_execution_id: goodFile.id,
    organization_id: 'acme',
  },
  created_at: timestamp,
  modified_at: timestamp,
}

export const apiKey: DeploymentKey = {
  id: id('81'),
  created_at: timestamp,
  modified_at: timestamp,
  api_key: id('71'),
  is_active: true,
  description: 'Initial API key',
  api: deployment.id,
  pipeline: null,
}

const toolSchema = {
  type: 'object',
  properties: { enable_highlight: { type: 'boolean', title: 'Highlighting', default: false } },
}

export type EditorFixture = {
  readonly shown?: api.Workflow
  readonly source?: api.WorkflowEndpoint['connection_type']
  readonly destination?: api.WorkflowEndpoint['connection_type']
  readonly canUpdate?: boolean
  readonly deployments?: readonly DeploymentListItem[]
}

/** The requests that the editor sends when it opens. */
export const editorAnswers = ({
  shown: displayedWorkflow = { ...workflow, tool_instances: [step] },
  source = 'API',
  destination = 'API',
  canUpdate = true,
  deployments = [],
}: EditorFixture = {}) => [
  answer(api.getWorkflow, () => displayedWorkflow),
  answer(api.listEndpointsOfWorkflow, () => [
    endOf('SOURCE', source),
    endOf('DESTINATION', destination),
  ]),
  answer(api.canUpdateWorkflow, () => ({ can_update: canUpdate })),
  answer(reorderToolInstances, () => [step]),
  answer(listTools, () => [invoiceTool]),
  answer(api.getEndpointSettings, () => ({ status: 200 as const, schema: null })),
  answer(getToolSettingsSchema, () => toolSchema),
  answer(listDeployments, () => [...deployments]),
  answer(listPipelines, () => []),
  answer(compareWorkflow, () => ({ changes: [] })),
  answer(listWorkflowVersions, () => []),
  answer(listRunsOfWorkflow, () => []),
]
