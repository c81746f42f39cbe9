import {
  type DeploymentKey,
  type DeploymentListItem,
  listDeployments,
} from '@recto/contract/deployments'
import type { Execution, FileExecution } from '@recto/contract/executions'
import { type CatalogueTool, listTools } from '@recto/contract/tool-instances'
import * as api from '@recto/contract/workflows'
import { answer } from './fake-server.ts'

const at = '2026-06-03T09:15:20.123456Z'
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
  created_at: at,
  modified_at: at,
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
  metadata: { tool_instance_id: id('b1'), enable_highlight: false },
  step: 1,
  status: 'Ready to start',
  created_by: 7,
  modified_by: 7,
  created_at: at,
  modified_at: at,
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
  created_at: at,
  modified_at: at,
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
  error_message: '',
  attempts: 1,
  execution_time: '0:00:07',
  tags: [],
  created_at: at,
  modified_at: at,
}

export const goodFile: FileExecution = {
  id: id('d1'),
  workflow_execution: execution.id,
  file_name: 'invoice.pdf',
  file_path: null,
  file_size: '4.34 KB',
  provider_file_uuid: null,
  fs_metadata: null,
  mime_type: 'application/pdf',
  status: 'COMPLETED',
  execution_time: '0:00:05',
  execution_error: null,
  status_msg: 'Processed',
  created_at: at,
  modified_at: at,
}

export const badFile: FileExecution = {
  ...goodFile,
  id: id('d2'),
  file_name: 'locked.pdf',
  status: 'ERROR',
  execution_error: 'This PDF is encrypted.',
  status_msg: 'This PDF is encrypted.',
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

export const apiKey: DeploymentKey = {
  id: id('81'),
  created_at: at,
  modified_at: at,
  api_key: id('71'),
  is_active: true,
  description: 'Initial API key',
  api: deployment.id,
  pipeline: null,
}

type Shown = {
  readonly shown?: api.Workflow
  readonly source?: api.WorkflowEndpoint['connection_type']
  readonly destination?: api.WorkflowEndpoint['connection_type']
  readonly canUpdate?: boolean
  readonly deployments?: readonly DeploymentListItem[]
}

/** What the editor asks when it opens. */
export const editorAnswers = ({
  shown = { ...workflow, tool_instances: [step] },
  source = 'API',
  destination = 'API',
  canUpdate = true,
  deployments = [],
}: Shown = {}) => [
  answer(api.getWorkflow, () => shown),
  answer(api.listEndpointsOfWorkflow, () => [
    endOf('SOURCE', source),
    endOf('DESTINATION', destination),
  ]),
  answer(api.canUpdateWorkflow, () => ({ can_update: canUpdate })),
  answer(listTools, () => [invoiceTool]),
  answer(listDeployments, () => [...deployments]),
]
