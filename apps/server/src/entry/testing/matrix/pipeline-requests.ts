import { randomUUID } from 'node:crypto'
import type { Act } from '@recto/contract/policy/policy'
import type { TestReply } from '../../../testing/people.ts'
import type { ActRequest } from './asked.ts'
import type { Thing } from './things.ts'

type Requests = Readonly<Record<string, Partial<Record<Act, ActRequest>>>>

const text = ({ body }: TestReply) => JSON.stringify(body)
const refusedFor = (code: number, words: string) => (reply: TestReply) =>
  reply.status === code && text(reply).includes(words)
const isOk = ({ status }: TestReply) => status >= 200 && status < 300
const listRequest = (id: string): ActRequest => ({
  granted: (reply, thing) => isOk(reply) && text(reply).includes(thing[id] as string),
  hidden: (reply, thing) => isOk(reply) && !text(reply).includes(thing[id] as string),
})

const renameBody = () => ({ pipeline_name: `Changed ${randomUUID().slice(0, 8)}` })
const changeRequest = (request: ActRequest): Partial<Record<Act, ActRequest>> => ({
  'deployment/change': request,
})
const consumedThing = { isConsumed: true } as const
/** An alarm that was never raised: only who may change the deployment is told that it is this that is missing. */
const noAlarm = (kind: 'api' | 'pipeline', part: string): ActRequest => ({
  path: ({ deployment_id, pipeline_id }) =>
    `watch/${kind}/${kind === 'api' ? deployment_id : pipeline_id}/alarms/${randomUUID()}/${part}`,
  granted: refusedFor(404, 'No such alarm'),
  hidden: refusedFor(404, kind === 'api' ? 'No such API deployment' : 'No such pipeline'),
})

/** The requests of the matrix to the routes of pipelines, notifications, logs and file histories. */
export const pipelineRequests: Requests = {
  'GET /pipeline/': { 'pipeline/see': listRequest('pipeline_id') },
  'POST /pipeline/': {
    'workflow/deploy': {
      body: ({ workflow_id }) => ({
        pipeline_name: 'Never made',
        workflow: workflow_id,
        pipeline_type: 'ETL',
      }),
      granted: refusedFor(400, 'needs a workflow'),
      hidden: refusedFor(400, 'workflow does not exist'),
    },
  },
  'GET /pipeline/:id/': { 'pipeline/see': {} },
  'PUT /pipeline/:id/': { 'pipeline/change': { body: renameBody } },
  'PATCH /pipeline/:id/': { 'pipeline/change': { body: renameBody } },
  'DELETE /pipeline/:id/': { 'pipeline/delete': consumedThing },
  'GET /pipeline/:id/ticks/': { 'pipeline/see': {} },
  'GET /pipeline/:id/arrivals/': { 'pipeline/see': {} },
  'POST /pipeline/:id/arrivals/secret/': { 'pipeline/keys': {} },
  'POST /pipeline/execute/': {
    'pipeline/run': {
      body: ({ pipeline_id }: Thing) => ({ pipeline_id }),
      granted: refusedFor(400, 'receives its files through its API'),
    },
  },
  'GET /api/keys/pipeline/:id/': { 'pipeline/keys': {} },
  'POST /api/keys/pipeline/:id/': { 'pipeline/keys': { body: () => ({ description: 'Another' }) } },
  'GET /pipeline/api/postman_collection/:id/': {
    'pipeline/keys': {
      path: ({ pipeline_id }) => `pipeline/api/postman_collection/${pipeline_id}/`,
    },
  },
  'GET /pipeline/:id/users/': { 'pipeline/see': {} },
  'GET /pipeline/:id/effective-members/': { 'pipeline/see': {} },
  'POST /pipeline/:id/share/': { 'pipeline/lend': { body: () => ({}) } },
  'POST /pipeline/:id/owners/': {
    'pipeline/share': { body: () => ({ user_id: 0 }), granted: refusedFor(400, 'not a member') },
  },
  'DELETE /pipeline/:id/owners/:user_id/': {
    'pipeline/share': {
      path: ({ pipeline_id }) => `pipeline/${pipeline_id}/owners/0/`,
      granted: refusedFor(404, 'No such owner'),
      hidden: (reply) => reply.status === 404 && !text(reply).includes('owner'),
    },
  },

  'POST /notifications/': changeRequest({
    body: ({ deployment_id }) => ({
      name: randomUUID(),
      notification_type: 'WEBHOOK',
      authorization_type: 'NONE',
      api: deployment_id,
    }),
    hidden: refusedFor(400, 'does_not_exist'),
  }),
  'GET /notifications/api/:id/': changeRequest({}),
  'GET /notifications/pipeline/:id/': { 'pipeline/change': {} },
  'GET /notifications/:id/': changeRequest({}),
  'PUT /notifications/:id/': changeRequest({ body: () => ({ max_retries: 1 }) }),
  'PATCH /notifications/:id/': changeRequest({ body: () => ({ max_retries: 2 }) }),
  'DELETE /notifications/:id/': changeRequest(consumedThing),
  'POST /notifications/:id/test/': changeRequest({ granted: refusedFor(400, 'no address') }),
  'GET /notifications/:id/deliveries/': changeRequest({}),
  'POST /notifications/:id/deliveries/:delivery_id/repeat/': changeRequest({
    path: ({ notification_id }) =>
      `notifications/${notification_id}/deliveries/${randomUUID()}/repeat/`,
    granted: refusedFor(409, 'could not be delivered'),
  }),

  'GET /watch/api/:id/': { 'deployment/see': {} },
  'POST /watch/api/:id/alarms/:alarm_id/acknowledge/': changeRequest(
    noAlarm('api', 'acknowledge/'),
  ),
  'POST /watch/api/:id/alarms/:alarm_id/expected-values/': changeRequest(
    noAlarm('api', 'expected-values/'),
  ),
  'GET /watch/pipeline/:id/': { 'pipeline/see': {} },
  'POST /watch/pipeline/:id/alarms/:alarm_id/acknowledge/': {
    'pipeline/change': noAlarm('pipeline', 'acknowledge/'),
  },
  'POST /watch/pipeline/:id/alarms/:alarm_id/expected-values/': {
    'pipeline/change': noAlarm('pipeline', 'expected-values/'),
  },

  'GET /execution/:id/logs/': { 'execution/open': {} },
  'GET /execution/:id/logs/export/': { 'execution/open': {} },
  'GET /workflow/execution/:id/logs/': { 'execution/open': {} },
  'POST /workflow/endpoint/:id/call-preview/': {
    'workflow/see': {
      body: () => ({ configuration: {} }),
      granted: refusedFor(400, 'Only calls'),
    },
  },
  'GET /execution/:id/calls/': { 'execution/open': {} },
  'POST /execution/:id/calls/:call_id/repeat/': {
    'execution/start': {
      path: ({ execution_id }) => `execution/${execution_id}/calls/${randomUUID()}/repeat/`,
      granted: (reply) => reply.status === 400 || reply.status === 404,
    },
  },
  'POST /execution/:id/rerun-failed/': {
    'execution/start': { granted: (reply) => isOk(reply) || reply.status === 400 },
  },
  'POST /execution/:id/stop/': {
    'execution/start': {
      granted: (reply) => isOk(reply) || reply.status === 409,
      ...consumedThing,
    },
  },
  'GET /workflow/:id/execution/': {
    'execution/see': { ...listRequest('execution_id'), hidden: refusedFor(404, 'workflow') },
  },
  'PUT /workflow/active/:id/': { 'workflow/change': {} },
  'GET /workflow/:id/versions/': { 'workflow/see': {} },
  'GET /workflow/:id/versions/compare/': { 'workflow/see': {} },
  'GET /workflow/:id/versions/:version/': {
    'workflow/see': {
      path: ({ workflow_id }) => `workflow/${workflow_id}/versions/1/`,
      granted: (reply) => isOk(reply) || reply.status === 404,
      hidden: refusedFor(404, 'workflow'),
    },
  },
  'POST /workflow/:id/publish/': {
    'workflow/change': { granted: (reply) => isOk(reply) || reply.status === 409 },
  },
  'POST /workflow/:id/versions/:version/restore/': {
    'workflow/change': {
      path: ({ workflow_id }) => `workflow/${workflow_id}/versions/1/restore/`,
      granted: (reply) => isOk(reply) || reply.status === 409,
    },
  },
  'GET /workflow/:id/file-histories/': { 'workflow/see': {} },
  'GET /workflow/:id/file-histories/:history_id/': {
    'workflow/see': {
      path: ({ workflow_id }) => `workflow/${workflow_id}/file-histories/${randomUUID()}/`,
      granted: refusedFor(404, 'file history'),
      hidden: refusedFor(404, 'workflow'),
    },
  },
  'DELETE /workflow/:id/file-histories/:history_id/': {
    'workflow/change': {
      path: ({ workflow_id }) => `workflow/${workflow_id}/file-histories/${randomUUID()}/`,
      granted: refusedFor(404, 'file history'),
    },
  },
  'POST /workflow/:id/file-histories/clear/': {
    'workflow/change': { body: () => ({ execution_count_min: 1 }) },
  },
  'GET /workflow/:id/clear-cache/': { 'workflow/change': {} },
  'GET /workflow/:id/clear-file-marker/': { 'workflow/change': {} },
}
