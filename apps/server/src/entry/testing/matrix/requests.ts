import { randomUUID } from 'node:crypto'
import type { Act } from '@recto/contract/policy/policy'
import type { ActRequest } from './asked.ts'
import { expectedValueRequests } from './expected-value-requests.ts'
import { lookupTableRequests } from './lookup-table-requests.ts'
import { pipelineRequests } from './pipeline-requests.ts'
import {
  consumedThing,
  lendRequest,
  listRequest,
  ownerRequest,
  refusedFor,
  removeOwnerRequest,
  sharing,
  status,
} from './request-kinds.ts'
import type { Thing } from './things.ts'

type Requests = Readonly<Record<string, Partial<Record<Act, ActRequest>>>>

const descriptionChange = { body: () => ({ description: 'Changed' }) }
const document = ({ document_id }: Thing) => ({ document_id })
const byDocument = (part: string) => ({
  path: ({ tool_id, document_id }: Thing) =>
    `prompt-studio/file/${tool_id}${part}?document_id=${document_id}&page=0`,
})
const project = (request: ActRequest): Partial<Record<Act, ActRequest>> => ({
  'project/see': request,
})
const profile = (request: ActRequest): Partial<Record<Act, ActRequest>> => ({
  'profile/open': request,
})
const adapter = (request: ActRequest): Partial<Record<Act, ActRequest>> => ({
  'adapter/open': request,
})
const tool = (request: ActRequest): Partial<Record<Act, ActRequest>> => ({ 'tool/see': request })
const seeRequest = (request: ActRequest): Partial<Record<Act, ActRequest>> => ({
  'workflow/see': request,
})
const deploy = (request: ActRequest): Partial<Record<Act, ActRequest>> => ({
  'workflow/deploy': request,
})
const change = (request: ActRequest): Partial<Record<Act, ActRequest>> => ({
  'workflow/change': request,
})
const keys = (request: ActRequest): Partial<Record<Act, ActRequest>> => ({
  'deployment/keys': request,
})

const wholeWorkflow = () => ({
  workflow_name: `Whole ${randomUUID()}`,
  description: 'Changed',
  prompt_text: '',
  is_active: true,
  changes_need_publishing: false,
})

const newProfile = {
  body: () => ({
    profile_name: 'Default profile',
    llm: 'built-in',
    vector_store: 'built-in',
    embedding_model: 'built-in',
    x2text: 'built-in',
  }),
  granted: refusedFor(400, 'built-in does not exist'),
}

const withoutAddress = refusedFor(400, 'has no mail address')

/** The requests that the matrix sends, by route and act. A route that is about a thing and is missing here is a gap. */
export const requests: Requests = {
  'GET /prompt-studio/adapter-choices/': { 'adapter/see': listRequest('adapter_id') },
  'GET /adapter/': { 'adapter/see': listRequest('adapter_id') },
  'POST /adapter/default_triad/': {
    'adapter/see': {
      body: ({ adapter_id }) => ({ llm_default: adapter_id }),
      hidden: status(400, 403, 404),
      isConsumed: true,
    },
  },
  'GET /adapter/:id/': adapter({}),
  'PUT /adapter/:id/': adapter(descriptionChange),
  'PATCH /adapter/:id/': adapter(descriptionChange),
  'DELETE /adapter/:id/': { 'adapter/delete': consumedThing },
  'GET /adapter/info/:id/': { 'adapter/see': {} },
  'GET /adapter/users/:id/': { 'adapter/see': {} },

  'GET /adapter/:id/users/': { 'adapter/see': {} },
  'POST /adapter/:id/share/': { 'adapter/lend': lendRequest },
  'GET /adapter/:id/effective-members/': { 'adapter/see': {} },
  'POST /adapter/:id/owners/': { 'adapter/share': ownerRequest },
  'DELETE /adapter/:id/owners/:user_id/': { 'adapter/share': removeOwnerRequest('adapter') },
  'GET /connector/': { 'connector/see': listRequest('connector_id') },
  'GET /connector/:id/': { 'connector/name': {} },
  'PUT /connector/:id/': { 'connector/open': {} },
  'PATCH /connector/:id/': { 'connector/open': {} },
  'DELETE /connector/:id/': { 'connector/delete': consumedThing },
  'GET /connector/users/:id/': { 'connector/see': {} },
  'GET /connector/:id/users/': { 'connector/see': {} },
  'POST /connector/:id/share/': { 'connector/lend': lendRequest },
  'GET /connector/:id/effective-members/': { 'connector/see': {} },
  'POST /connector/:id/owners/': { 'connector/share': ownerRequest },
  'DELETE /connector/:id/owners/:user_id/': { 'connector/share': removeOwnerRequest('connector') },
  ...lookupTableRequests,
  'GET /file': {
    'connector/see': {
      path: ({ connector_id }) => `file?connector_id=${connector_id}&path=/`,
      granted: refusedFor(400, 'not allowed'),
    },
  },
  'GET /file/download': {
    'connector/see': {
      path: ({ connector_id }) => `file/download?connector_id=${connector_id}&path=/a/b`,
      granted: refusedFor(400, 'not allowed'),
    },
  },
  'POST /file/upload': {
    'connector/see': {
      body: ({ connector_id }) => ({ connector_id, path: '/' }),
      granted: refusedFor(400, 'No file was submitted'),
    },
  },
  'GET /connector/:id/mail-address/': { 'connector/see': { granted: withoutAddress } },
  'POST /connector/:id/mail-address/rotate/': { 'connector/open': { granted: withoutAddress } },
  'GET /connector/:id/mails/': { 'connector/see': { granted: withoutAddress } },
  'DELETE /connector/:id/mails/:mail_id/': {
    'connector/open': {
      path: ({ connector_id }) => `connector/${connector_id}/mails/${connector_id}/`,
      granted: withoutAddress,
    },
  },
  'GET /connector/:id/tables/': {
    'connector/see': { granted: refusedFor(400, 'different type of connector') },
  },
  'GET /connector/:id/columns/': {
    'connector/see': {
      path: ({ connector_id }) => `connector/${connector_id}/columns/?table=t`,
      granted: refusedFor(400, 'different type of connector'),
    },
  },
  'GET /prompt-studio/:id/users/': { 'project/see': {} },
  'POST /prompt-studio/:id/share/': { 'project/lend': lendRequest },
  'GET /prompt-studio/:id/effective-members/': { 'project/see': {} },
  'POST /prompt-studio/:id/owners/': { 'project/share': ownerRequest },
  'DELETE /prompt-studio/:id/owners/:user_id/': {
    'project/share': removeOwnerRequest('prompt-studio'),
  },
  'GET /workflow/:id/users/': { 'workflow/see': {} },
  'POST /workflow/:id/share/': { 'workflow/lend': lendRequest },
  'GET /workflow/:id/effective-members/': { 'workflow/see': {} },
  'POST /workflow/:id/owners/': { 'workflow/share': ownerRequest },
  'DELETE /workflow/:id/owners/:user_id/': { 'workflow/share': removeOwnerRequest('workflow') },
  'GET /api/deployment/:id/users/': { 'deployment/see': {} },
  'POST /api/deployment/:id/share/': { 'deployment/lend': lendRequest },
  'GET /api/deployment/:id/effective-members/': { 'deployment/see': {} },
  'POST /api/deployment/:id/owners/': { 'deployment/share': ownerRequest },
  'DELETE /api/deployment/:id/owners/:user_id/': {
    'deployment/share': removeOwnerRequest('api/deployment'),
  },

  'GET /prompt-studio/': project(listRequest('tool_id')),
  'GET /prompt-studio/:tool_id/': project({}),
  'PUT /prompt-studio/:tool_id/': { 'project/see': descriptionChange, 'project/share': sharing },
  'PATCH /prompt-studio/:tool_id/': { 'project/see': descriptionChange, 'project/share': sharing },
  'DELETE /prompt-studio/:tool_id/': { 'project/delete': consumedThing },
  'GET /prompt-studio/users/:tool_id/': project({}),
  'GET /prompt-studio/:tool_id/get_retrieval_strategies/': project({}),
  'GET /prompt-studio/:tool_id/check_deployment_usage/': project({}),
  'GET /prompt-studio/:tool_id/lookup-validation/': project({}),
  'GET /prompt-studio/:tool_id/versions/': project({}),
  'GET /prompt-studio/:tool_id/versions/compare/': project({
    path: ({ tool_id }) => `prompt-studio/${tool_id}/versions/compare/?from=1&to=1`,
  }),
  'POST /prompt-studio/:tool_id/versions/:version/restore/': project({}),
  ...expectedValueRequests,
  'POST /prompt-studio/clone/': project({
    body: ({ tool_id }) => ({ tool_id, tool_name: `Copy ${randomUUID()}` }),
  }),
  'GET /prompt-studio/project-transfer/:tool_id/': project({}),
  'POST /prompt-studio/:tool_id/sync-prompts/': project({
    // A key that is there twice: whoever may ask is told so, and nothing is changed.
    body: () => ({
      data: {
        tool_metadata: { tool_name: 'Invoices', description: 'Bills', author: 'Ada' },
        tool_settings: {},
        prompts: [{ prompt_key: 'total' }, { prompt_key: 'total' }],
        export_metadata: {},
      },
    }),
    granted: refusedFor(400, 'appears twice'),
  }),
  'POST /share-manager/': {
    'project/publish': {
      path: ({ tool_id }) => `share-manager/?id=${tool_id}`,
      body: () => ({ share_type: 'PROMPT_STUDIO' }),
    },
  },
  'DELETE /share-manager/:share_id/': { 'project/publish': consumedThing },
  'GET /share-manager/tool-source/': project({
    path: ({ tool_id }) => `share-manager/tool-source/?tool_id=${tool_id}`,
  }),
  'GET /prompt-studio/prompt/': project({
    path: ({ tool_id }) => `prompt-studio/prompt/?tool_id=${tool_id}`,
  }),
  'GET /prompt-studio/prompt-document/': project({
    path: ({ tool_id }) => `prompt-studio/prompt-document/?tool_id=${tool_id}`,
  }),
  'GET /prompt-studio/document-index/': project(
    listRequest(
      'document_id',
      ({ profile_id }) => `prompt-studio/document-index/?profile_manager=${profile_id}`,
    ),
  ),
  'POST /prompt-studio/index-document/:tool_id/': project({ body: document }),
  'GET /prompt-studio/file/:tool_id/': project(byDocument('/')),
  'POST /prompt-studio/file/:tool_id/': project({
    isUpload: true,
    granted: refusedFor(400, 'file'),
  }),
  'DELETE /prompt-studio/file/:tool_id/': project({
    body: document,
    hidden: refusedFor(400, 'project'),
    ...consumedThing,
  }),
  'GET /prompt-studio/file/:tool_id/pages/': project(byDocument('/pages/')),
  'GET /prompt-studio/file/:tool_id/hidden-text/': project(byDocument('/hidden-text/')),
  'GET /prompt-studio/file/:tool_id/checks/': project(byDocument('/checks/')),
  'GET /prompt-studio/file/:tool_id/lookups/': project(byDocument('/lookups/')),
  'GET /prompt-studio/file/:tool_id/page/': project(byDocument('/page/')),
  'GET /prompt-studio/file/:tool_id/download/': project(byDocument('/download/')),
  'POST /prompt-studio/file/:tool_id/password/': project({
    body: (things) => ({ ...document(things), password: 'open sesame' }),
    granted: refusedFor(400, 'not locked'),
  }),
  'POST /prompt-studio/prompt-studio-prompt/:tool_id/': project({
    body: ({ tool_id }) => ({ prompt_key: 'total', prompt: 'Again?', tool_id }),
    granted: refusedFor(400, 'already exists'),
  }),
  'GET /prompt-studio/prompt/:prompt_id/': project({}),
  'PUT /prompt-studio/prompt/:prompt_id/': project({ body: () => ({ prompt: 'Which total?' }) }),
  'PATCH /prompt-studio/prompt/:prompt_id/': project({ body: () => ({ prompt: 'Which total?' }) }),
  'DELETE /prompt-studio/prompt/:prompt_id/': project(consumedThing),
  'POST /prompt-studio/:tool_id/restore/': project({
    body: ({ tool_id }) => ({ id: tool_id }),
    granted: refusedFor(404, 'deleted'),
  }),
  'POST /prompt-studio/prompt/reorder/': project({
    body: ({ prompt_id }) => ({ prompt_id, start_sequence_number: 1, end_sequence_number: 2 }),
  }),
  'GET /prompt-studio/prompt/table/': project(listRequest('table_settings_id')),
  'POST /prompt-studio/prompt/table/': project({
    body: ({ prompt_id, tool_id }) => ({ prompt_id, tool_id }),
    granted: refusedFor(400, 'already'),
  }),
  'PATCH /prompt-studio/prompt/table/:table_settings_id/': project({
    body: () => ({ start_page: 1 }),
  }),
  'GET /prompt-studio/prompt-studio-profile/:tool_id/': project({}),
  'PATCH /prompt-studio/prompt-studio-profile/:tool_id/': project({
    body: ({ profile_id }) => ({ default_profile: profile_id }),
  }),
  'POST /prompt-studio/profilemanager/:tool_id/': project(newProfile),
  'POST /prompt-studio/profile-manager/:tool_id/': project(newProfile),
  'GET /prompt-studio/profile-manager/:profile_id/': profile({}),
  'PUT /prompt-studio/profile-manager/:profile_id/': profile({ body: () => ({ section: 'All' }) }),
  'PATCH /prompt-studio/profile-manager/:profile_id/': profile({
    body: () => ({ section: 'All' }),
  }),
  'DELETE /prompt-studio/profile-manager/:profile_id/': profile(consumedThing),
  'POST /prompt-studio/prompt-preview/:tool_id/': project({
    body: ({ prompt_id, document_id }) => ({ id: prompt_id, document_id }),
  }),
  'POST /prompt-studio/proposed-fields/:tool_id/': project({ body: document }),
  'POST /prompt-studio/schema-fields/:tool_id/': project({
    body: () => ({ schema: '{"properties":{"total":{"type":"number"}}}' }),
  }),
  'POST /prompt-studio/proposed-fields/:tool_id/accept/': project({
    body: () => ({ fields: [{ key: 'proposed', prompt: 'Proposed', enforce_type: 'text' }] }),
  }),
  'POST /prompt-studio/fetch_response/:tool_id/': project({ body: document }),
  'POST /prompt-studio/bulk_fetch_response/:tool_id/': project({
    body: ({ prompt_id, document_id }) => ({ prompt_ids: [prompt_id], document_id }),
  }),
  'POST /prompt-studio/single-pass-extraction/:tool_id/': project({ body: document }),
  'GET /prompt-studio/:tool_id/runs/': project({}),
  'POST /prompt-studio/:tool_id/runs/': project({
    body: ({ prompt_id, document_id, profile_id }) => ({
      prompt_ids: [prompt_id],
      document_ids: [document_id],
      profile_ids: [profile_id],
    }),
  }),
  'POST /prompt-studio/:tool_id/runs/single-pass/': project({
    body: ({ document_id }) => ({ document_ids: [document_id] }),
  }),
  'POST /prompt-studio/:tool_id/runs/estimate/': project({
    body: ({ prompt_id, document_id, profile_id }) => ({
      prompt_ids: [prompt_id],
      document_ids: [document_id],
      profile_ids: [profile_id],
    }),
  }),
  'POST /prompt-studio/:tool_id/runs/cancel/': project({ body: () => ({}) }),
  'GET /prompt-studio/:tool_id/recorded-runs/': project({
    path: ({ tool_id, document_id, profile_id }) =>
      `prompt-studio/${tool_id}/recorded-runs/?document_id=${document_id}&profile_id=${profile_id}`,
  }),
  'GET /prompt-studio/:tool_id/recorded-runs/sent/': project({
    path: ({ tool_id, document_id, profile_id }) =>
      `prompt-studio/${tool_id}/recorded-runs/sent/?document_id=${document_id}&profile_id=${profile_id}&run=none`,
    granted: refusedFor(404, 'run'),
    hidden: refusedFor(404, 'project'),
  }),
  'POST /prompt-studio/:tool_id/recorded-runs/replay/': project({
    body: ({ document_id, profile_id }) => ({ document_id, profile_id, run: 'none' }),
    granted: refusedFor(404, 'run'),
    hidden: refusedFor(404, 'project'),
  }),
  'GET /prompt-studio/:tool_id/task-status/:task_id/': project({
    path: ({ tool_id, prompt_id }) => `prompt-studio/${tool_id}/task-status/${prompt_id}`,
    // There is no such task, whoever asks; who may not see the project hears of that instead.
    granted: refusedFor(404, 'task'),
    hidden: refusedFor(404, 'project'),
  }),
  'GET /prompt-studio/prompt-output/': project(
    listRequest('prompt_id', ({ tool_id }) => `prompt-studio/prompt-output/?tool_id=${tool_id}`),
  ),
  'GET /prompt-studio/prompt-output/latest-by-keys/': project({
    path: ({ tool_id }) => `prompt-studio/prompt-output/latest-by-keys/?tool_id=${tool_id}`,
  }),
  'GET /prompt-studio/prompt-output/prompt-default-profile/': project({
    path: ({ tool_id, document_id }) =>
      `prompt-studio/prompt-output/prompt-default-profile/?tool_id=${tool_id}&document_manager=${document_id}`,
  }),

  'DELETE /prompt-studio/registry/:id/': {
    'tool/delete': {
      path: ({ registry_id }) => `prompt-studio/registry/${registry_id}/`,
      granted: status(204, 409),
      ...consumedThing,
    },
  },

  'POST /prompt-studio/export/:tool_id/': project({
    body: () => ({ force_export: true }),
    ...consumedThing,
  }),
  'GET /prompt-studio/export/:tool_id/': project({}),
  'GET /prompt-studio/registry/': tool(
    listRequest(
      'registry_id',
      ({ registry_id }) => `prompt-studio/registry/?prompt_registry_id=${registry_id}`,
    ),
  ),
  'GET /tool/': tool(listRequest('registry_id')),
  'GET /tool_settings_schema/': tool({
    path: ({ registry_id }) => `tool_settings_schema/?function_name=${registry_id}`,
    hidden: refusedFor(400, 'tool does not exist'),
  }),

  'GET /workflow/': seeRequest(listRequest('workflow_id')),
  'PUT /workflow/whole/': {
    'workflow/change': { body: ({ workflow_id }) => ({ ...wholeWorkflow(), id: workflow_id }) },
    'tool/see': {
      body: ({ registry_id, own_workflow }) => ({
        ...wholeWorkflow(),
        id: own_workflow,
        tool: { tool_id: registry_id, metadata: {} },
      }),
      hidden: refusedFor(400, 'tool does not exist'),
    },
  },
  'GET /workflow/:id/': seeRequest({}),
  'PUT /workflow/:id/': change(descriptionChange),
  'PATCH /workflow/:id/': change(descriptionChange),
  'DELETE /workflow/:id/': { 'workflow/delete': { granted: status(204, 409), ...consumedThing } },
  'GET /workflow/:id/can-update/': seeRequest({}),
  'GET /workflow/:id/endpoint/': seeRequest({}),
  'GET /workflow/endpoint/': seeRequest(listRequest('endpoint_id')),
  'GET /workflow/endpoint/:id/': seeRequest({}),
  'GET /workflow/endpoint/:id/lists/': seeRequest({}),
  'PUT /workflow/endpoint/:id/': change({ body: () => ({ configuration: {} }) }),
  'PATCH /workflow/endpoint/:id/': change({ body: () => ({ configuration: {} }) }),
  'GET /workflow/endpoint/:id/settings/': seeRequest({}),
  'GET /tool_instance/': seeRequest(listRequest('instance_id')),
  'POST /tool_instance/': {
    'workflow/change': {
      body: ({ workflow_id, public_tool }) => ({ workflow_id, tool_id: public_tool }),
      granted: refusedFor(400, 'already has a tool'),
    },
    'tool/see': {
      body: ({ registry_id, own_workflow }) => ({
        workflow_id: own_workflow,
        tool_id: registry_id,
      }),
      granted: refusedFor(400, 'already has a tool'),
      hidden: refusedFor(400, 'tool does not exist'),
    },
  },
  'POST /tool_instance/reorder/': seeRequest({
    body: ({ workflow_id, instance_id }) => ({ workflow_id, tool_instances: [instance_id] }),
  }),
  'GET /tool_instance/:id/': seeRequest({}),
  'PUT /tool_instance/:id/': change({ body: () => ({ metadata: {} }) }),
  'PATCH /tool_instance/:id/': change({ body: () => ({ metadata: {} }) }),
  'DELETE /tool_instance/:id/': change(consumedThing),

  'POST /workflow/execute/': {
    'workflow/see': { body: ({ workflow_id }) => ({ workflow_id }) },
    'execution/start': {
      body: ({ workflow_id, execution_id }) => ({ workflow_id, execution_id }),
      granted: refusedFor(400, 'at least one file'),
    },
  },
  'GET /execution/': {
    'execution/see': listRequest('execution_id', () => 'execution/?page_size=1000'),
  },
  'GET /execution/:id/': { 'execution/see': {} },
  'GET /workflow/execution/:id/': { 'execution/see': {} },
  'GET /execution/:id/files/': { 'execution/open': {} },
  'GET /execution/:id/files/:file_id/result/': { 'execution/open': {} },
  'GET /execution/:id/checks/': { 'execution/open': {} },
  'GET /execution/:id/delivery/': {
    'execution/open': { granted: refusedFor(400, 'Only a dry run') },
  },
  'GET /execution/:id/files/:file_id/sent/': { 'execution/open': {} },
  'GET /pipeline/:id/executions/': { 'execution/see': listRequest('execution_id') },

  ...pipelineRequests,

  'GET /api/deployment/': { 'deployment/see': listRequest('deployment_id') },
  'POST /api/deployment/': deploy({
    body: ({ workflow_id }) => ({
      workflow: workflow_id,
      display_name: 'Taken',
      api_name: 'taken',
    }),
    granted: refusedFor(400, 'already exists'),
    hidden: refusedFor(400, 'workflow does not exist'),
  }),
  'POST /app/': deploy({
    body: ({ workflow_id }) => ({
      workflow: workflow_id,
      app_name: 'never-made',
      app_display_name: 'Never made',
      description: '',
    }),
    granted: refusedFor(400, 'must be an app deployment'),
    hidden: refusedFor(400, 'workflow does not exist'),
  }),
  'GET /api/deployment/by-prompt-studio-tool/': project({
    path: ({ tool_id }) => `api/deployment/by-prompt-studio-tool/?tool_id=${tool_id}`,
  }),
  'GET /api/deployment/:id/': { 'deployment/see': {} },
  'PUT /api/deployment/:id/': { 'deployment/change': descriptionChange },
  'PATCH /api/deployment/:id/': { 'deployment/change': descriptionChange },
  'DELETE /api/deployment/:id/': { 'deployment/delete': consumedThing },
  'GET /api/postman_collection/:id/': keys({}),
  'GET /api/keys/api/:id/': keys({}),
  'POST /api/keys/api/:id/': keys(descriptionChange),
  'POST /api/keys/api/': keys({ body: ({ deployment_id }) => ({ api: deployment_id }) }),
  'GET /api/keys/:id/': keys({}),
  'PUT /api/keys/:id/': keys(descriptionChange),
  'DELETE /api/keys/:id/': keys(consumedThing),
}
