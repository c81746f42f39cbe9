import { chatAppFields } from '@recto/contract/chat-apps/chat-app-fields'
import * as chatApps from '@recto/contract/chat-apps/chat-apps'
import { deploymentFields } from '@recto/contract/deployments/deployment-fields'
import * as deployments from '@recto/contract/deployments/deployments'
import { notificationFields } from '@recto/contract/pipelines/notification-fields'
import * as notifications from '@recto/contract/pipelines/notifications'
import { pipelineFields } from '@recto/contract/pipelines/pipeline-fields'
import * as pipelines from '@recto/contract/pipelines/pipelines'
import * as reviewRules from '@recto/contract/review/review-rules'
import { makeFlow, makeFolderConnector } from '../make-pipeline.ts'
import { makeDeployment, makeWorkflow } from '../make-tool.ts'
import type { Person } from '../people.ts'
import type { TestServer } from '../start-server.ts'
import { newestAuditEntry, type RoundTrip, type Values } from './find-losses.ts'
import { makeTotalTool } from './tool-of.ts'

type Paths = { readonly list: string; readonly one: (id: string) => string }

/** The calls that most nouns have alike. */
const callsOf = (person: Person, { list, one }: Paths) => ({
  make: async (body: Values): Promise<string> => {
    const reply = await person.post(list, body)
    if (reply.status !== 201) throw new Error(JSON.stringify(reply.body))
    return reply.body.id
  },
  change: async (id: string, body: Values): Promise<Values> =>
    (await person.patch(one(id), body)).body,
  replace: async (id: string, body: Values): Promise<Values> =>
    (await person.put(one(id), body)).body,
  views: {
    'the reply': async (id: string): Promise<Values> => (await person.get(one(id))).body,
    'the list': async (id: string): Promise<Values> => {
      const { body } = await person.get(list)
      return body.find((row: Values) => row.id === id)
    },
  },
  ways: {},
  audit: newestAuditEntry(person),
})

export async function deploymentRoundTrip(server: TestServer): Promise<RoundTrip> {
  const person = server.as('admin')
  const { toolId } = await makeTotalTool(person)
  return {
    ...callsOf(person, { list: 'api/deployment/', one: (id) => `api/deployment/${id}/` }),
    fields: deploymentFields,
    requests: [deployments.createDeployment.body, deployments.updateDeployment.body],
    otherInputs: {},
    samples: {
      workflowId: [
        await makeWorkflow(person, 'First', toolId),
        await makeWorkflow(person, 'Second', toolId),
      ],
      apiName: ['first', 'second'],
    },
    namesOfDefault: { apiName: 'usual' },
  }
}

/** The server must be allowed to open the folder. */
export async function pipelineRoundTrip(server: TestServer, folder: string): Promise<RoundTrip> {
  const person = server.as('admin')
  const { toolId } = await makeTotalTool(person)
  const connector_instance = await makeFolderConnector(person, 'Folder', folder)
  const end = (path: string) => ({
    connection_type: 'FILESYSTEM',
    connector_instance,
    configuration: path === 'in' ? { folders: [path] } : { outputFolder: path },
  })
  const makeOne = (name: string) =>
    makeFlow(person, name, { toolId, source: end('in'), destination: end('out') })
  return {
    ...callsOf(person, { list: 'pipeline/', one: (id) => `pipeline/${id}/` }),
    fields: pipelineFields,
    requests: [pipelines.createPipeline.body, pipelines.updatePipeline.body],
    otherInputs: {},
    samples: {
      workflowId: [await makeOne('First'), await makeOne('Second')],
      cron: ['0 6 * * *', '30 7 * * *'],
      timeZone: ['Europe/Berlin', 'Asia/Tokyo'],
      pipelineType: ['TASK', 'TASK'],
      arrivalQueue: ['https://sqs.example/1/first', 'https://sqs.example/1/second'],
    },
    namesOfDefault: { name: 'Usual' },
  }
}

export async function notificationRoundTrip(server: TestServer): Promise<RoundTrip> {
  const person = server.as('admin')
  const { toolId } = await makeTotalTool(person)
  const calls = callsOf(person, { list: 'notifications/', one: (one) => `notifications/${one}/` })
  const { id } = await makeDeployment(
    person,
    'notifying',
    await makeWorkflow(person, 'One', toolId),
  )
  return {
    ...calls,
    make: (body) => calls.make({ ...body, notification_type: 'WEBHOOK' }),
    fields: notificationFields,
    requests: [notifications.createNotification.body, notifications.updateNotification.body],
    otherInputs: {
      notification_type: 'There is one type.',
      of_budget: 'Only admins send it, and the list of the budget shows it.',
    },
    samples: {
      deploymentId: [id, id],
      // One notification has one owner; that of a pipeline is a story of its own.
      pipelineId: [null, null],
      name: ['First', 'Second'],
      url: ['https://first.example/a', 'https://second.example/b'],
      authorizationType: ['CUSTOM_HEADER', 'CUSTOM_HEADER'],
      authorizationHeader: ['X-First', 'X-Second'],
      authorizationKey: ['first', 'second'],
    },
  }
}

export async function chatAppRoundTrip(server: TestServer): Promise<RoundTrip> {
  const person = server.as('admin')
  const { toolId } = await makeTotalTool(person)
  const makeOne = (name: string) =>
    makeFlow(person, name, {
      toolId,
      source: { connection_type: 'API' },
      destination: { connection_type: 'APPDEPLOYMENT' },
    })
  const {
    views,
    replace: _,
    ...calls
  } = callsOf(person, {
    list: 'app/',
    one: (id) => `app/${id}/`,
  })
  return {
    ...calls,
    views: { 'the list': views['the list'] },
    fields: chatAppFields,
    requests: [chatApps.createChatApp.body, chatApps.updateChatApp.body],
    otherInputs: {},
    samples: {
      workflowId: [await makeOne('First'), await makeOne('Second')],
      appName: ['first', 'second'],
    },
    namesOfDefault: { appName: 'usual' },
  }
}

export async function reviewRuleRoundTrip(server: TestServer): Promise<RoundTrip> {
  const person = server.as('admin')
  const { toolId } = await makeTotalTool(person)
  const workflowId = await makeWorkflow(person, 'Reviewed', toolId)
  const tree = (value: string) => ({
    combinator: 'and',
    rules: [{ field: 'value:total', operator: 'equal', value }],
  })
  let current: Values = {}
  const read = async (): Promise<Values> =>
    (await person.get(`manual_review/db_rules/workflow/${workflowId}/`)).body.data
  return {
    fields: reviewRules.reviewRuleFields,
    requests: [reviewRules.createReviewRule.body, reviewRules.updateReviewRule.body],
    otherInputs: {},
    samples: {
      workflowId: [workflowId, workflowId],
      percentage: [25, 75],
      ruleLogic: ['AND', 'OR'],
      ruleJson: [tree('first'), tree('second')],
      wrongPerThousand: [5, 7],
    },
    async make(body) {
      current = body
      return (await person.post('manual_review/db_rules/', body)).body.id
    },
    // A change sends the whole rule.
    async change(id, body) {
      current = { ...current, ...body }
      return (await person.patch(`manual_review/db_rules/${id}/`, current)).body
    },
    views: { 'the rule': read },
    ways: {},
    audit: newestAuditEntry(person),
  }
}
