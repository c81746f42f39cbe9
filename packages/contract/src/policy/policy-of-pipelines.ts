/** Permissions on pipelines, each with the conditions of which one must hold. */
export const pipelineActs = {
  'pipeline/see': ['owner', 'shared', 'sharedToOrg', 'admin'],
  /** Start it by hand: it writes to its destination. */
  'pipeline/run': ['owner', 'shared', 'admin'],
  'pipeline/change': ['owner', 'admin'],
  'pipeline/delete': ['owner', 'admin'],
  'pipeline/share': ['owner', 'admin'],
  'pipeline/lend': ['owner', 'shared', 'admin'],
  /** Read, make, change and delete its keys. */
  'pipeline/keys': ['owner', 'admin'],
} as const

/** Acts of other kinds that this part speaks of; the policy knows what they ask. */
type Deed =
  | keyof typeof pipelineActs
  | 'deployment/see'
  | 'deployment/change'
  | 'workflow/see'
  | 'workflow/change'
  | 'workflow/deploy'
  | 'execution/see'
  | 'execution/open'
  | 'execution/start'

/** The part of the policy about runs, scheduled workflows, and notifications of runs. */
export const pipelinePolicies = <Line>(
  builders: (...acts: readonly Deed[]) => Line,
  key: Line,
): Readonly<Record<string, Line>> => ({
  'GET /pipeline/': builders('pipeline/see'),
  'OPTIONS /pipeline/': builders(),
  'POST /pipeline/': builders('workflow/deploy'),
  'GET /pipeline/schedule/': builders(),
  'GET /pipeline/:id/': builders('pipeline/see'),
  'PUT /pipeline/:id/': builders('pipeline/change'),
  'PATCH /pipeline/:id/': builders('pipeline/change'),
  'DELETE /pipeline/:id/': builders('pipeline/delete'),
  'GET /pipeline/:id/ticks/': builders('pipeline/see'),
  'POST /pipeline/execute/': builders('pipeline/run'),
  'GET /api/keys/pipeline/:id/': builders('pipeline/keys'),
  'POST /api/keys/pipeline/:id/': builders('pipeline/keys'),
  'GET /pipeline/api/postman_collection/:id/': builders('pipeline/keys'),
  'POST /deployment/pipeline/api/:org/:pipeline_id/': key,
  'GET /pipeline/:id/arrivals/': builders('pipeline/see'),
  'POST /pipeline/:id/arrivals/secret/': builders('pipeline/keys'),
  'POST /deployment/pipeline/arrivals/:org/:pipeline_id/': key,
  'OPTIONS /deployment/pipeline/arrivals/:org/:pipeline_id/': key,

  // Lists only notifications of pipelines and deployments that the caller may change.
  'GET /notifications/': builders(),
  'POST /notifications/': builders('deployment/change'),
  'GET /notifications/api/:id/': builders('deployment/change'),
  'GET /notifications/pipeline/:id/': builders('pipeline/change'),
  'GET /notifications/:id/': builders('deployment/change'),
  'PUT /notifications/:id/': builders('deployment/change'),
  'PATCH /notifications/:id/': builders('deployment/change'),
  'DELETE /notifications/:id/': builders('deployment/change'),
  'POST /notifications/:id/test/': builders('deployment/change'),
  'GET /notifications/:id/deliveries/': builders('deployment/change'),
  'POST /notifications/:id/deliveries/:delivery_id/repeat/': builders('deployment/change'),

  'GET /watch/api/:id/': builders('deployment/see'),
  'POST /watch/api/:id/alarms/:alarm_id/acknowledge/': builders('deployment/change'),
  'POST /watch/api/:id/alarms/:alarm_id/expected-values/': builders('deployment/change'),
  'GET /watch/pipeline/:id/': builders('pipeline/see'),
  'POST /watch/pipeline/:id/alarms/:alarm_id/acknowledge/': builders('pipeline/change'),
  'POST /watch/pipeline/:id/alarms/:alarm_id/expected-values/': builders('pipeline/change'),

  'POST /workflow/execute/': builders('workflow/see', 'execution/start'),
  'GET /execution/': builders('execution/see'),
  'GET /execution/:id/': builders('execution/see'),
  'GET /workflow/execution/:id/': builders('execution/see'),
  'GET /execution/:id/files/': builders('execution/open'),
  'GET /execution/:id/calls/': builders('execution/open'),
  'POST /execution/:id/calls/:call_id/repeat/': builders('execution/start'),
  'GET /execution/:id/checks/': builders('execution/open'),
  'GET /execution/:id/delivery/': builders('execution/open'),
  'GET /execution/:id/files/:file_id/result/': builders('execution/open'),
  'GET /execution/:id/files/:file_id/sent/': builders('execution/open'),
  'GET /pipeline/:id/executions/': builders('execution/see'),
  'GET /execution/:id/logs/': builders('execution/open'),
  'GET /execution/:id/logs/export/': builders('execution/open'),
  'GET /workflow/execution/:id/logs/': builders('execution/open'),
  'POST /execution/:id/rerun-failed/': builders('execution/start'),
  'POST /execution/:id/stop/': builders('execution/start'),
  'GET /workflow/:id/execution/': builders('execution/see'),
  'PUT /workflow/active/:id/': builders('workflow/change'),
  'GET /workflow/schema/': builders(),
  'GET /workflow/:id/versions/': builders('workflow/see'),
  'GET /workflow/:id/versions/compare/': builders('workflow/see'),
  'GET /workflow/:id/versions/:version/': builders('workflow/see'),
  'POST /workflow/:id/publish/': builders('workflow/change'),
  'POST /workflow/:id/versions/:version/restore/': builders('workflow/change'),
  'GET /workflow/:id/file-histories/': builders('workflow/see'),
  'GET /workflow/:id/file-histories/:history_id/': builders('workflow/see'),
  'DELETE /workflow/:id/file-histories/:history_id/': builders('workflow/change'),
  'POST /workflow/:id/file-histories/clear/': builders('workflow/change'),
  'GET /workflow/:id/clear-cache/': builders('workflow/change'),
  'GET /workflow/:id/clear-file-marker/': builders('workflow/change'),
})
