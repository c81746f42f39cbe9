import * as tools from '@recto/contract/tools/tool-instances'
import {
  endpointFields,
  toolInstanceFields,
  workflowFields,
} from '@recto/contract/workflows/workflow-fields'
import * as api from '@recto/contract/workflows/workflows'
import { makeFlow, makeFolderConnector } from '../make-pipeline.ts'
import { makeDeployment, makeWorkflow } from '../make-tool.ts'
import type { TestServer } from '../start-server.ts'
import { newestAuditEntry, type RoundTrip, type Values } from './find-losses.ts'
import { makeTotalTool } from './tool-of.ts'

export async function workflowRoundTrip(server: TestServer): Promise<RoundTrip> {
  const person = server.as('admin')
  return {
    fields: workflowFields,
    requests: [api.createWorkflow.body, api.updateWorkflow.body],
    otherInputs: {},
    samples: { isPipelineDraft: [true, true] },
    namesOfDefault: { name: 'Usual' },
    make: async (body) => (await person.post('workflow/', body)).body.id,
    change: async (id, body) => (await person.patch(`workflow/${id}/`, body)).body,
    replace: async (id, body) => (await person.put(`workflow/${id}/`, body)).body,
    views: {
      'the workflow': async (id) => (await person.get(`workflow/${id}/`)).body,
      'the list': async (id) => {
        const { body } = await person.get('workflow/')
        return body.find((row: Values) => row.id === id)
      },
    },
    ways: {},
    audit: newestAuditEntry(person),
  }
}

/** What the server adds to settings, such as defaults and names, is no value of the request. */
const pickKeys = (value: unknown, keys: readonly string[]): Values =>
  Object.fromEntries(Object.entries(value ?? {}).filter(([key]) => keys.includes(key)))

/** The server must be allowed to open the folder. */
export async function endpointRoundTrip(server: TestServer, folder: string): Promise<RoundTrip> {
  const person = server.as('admin')
  const { toolId } = await makeTotalTool(person)
  const firstConnector = await makeFolderConnector(person, 'First', folder)
  const secondConnector = await makeFolderConnector(person, 'Second', folder)
  const settings = (folders: string, maxFiles: number) => ({ folders: [folders], maxFiles })
  const shorten = ({ configuration, ...body }: Values): Values => ({
    ...body,
    configuration: configuration && pickKeys(configuration, ['folders', 'maxFiles']),
  })
  const read = async (id: string): Promise<Values> =>
    shorten((await person.get(`workflow/endpoint/${id}/`)).body)
  let count = 0
  return {
    fields: endpointFields,
    requests: [api.updateEndpoint.body],
    otherInputs: { connector_instance_id: 'It is another name of connector_instance.' },
    samples: {
      connectionType: ['FILESYSTEM', 'FILESYSTEM'],
      connectorId: [firstConnector, secondConnector],
      configuration: [settings('in', 3), settings('out', 5)],
    },
    async make() {
      const workflowId = await makeFlow(person, `Flow ${++count}`, {
        toolId,
        source: { connection_type: '' },
        destination: {
          connection_type: 'FILESYSTEM',
          connector_instance: firstConnector,
          configuration: { outputFolder: 'out' },
        },
      })
      const { body } = await person.get(`workflow/${workflowId}/endpoint/`)
      return body.find((row: Values) => row.endpoint_type === 'SOURCE').id
    },
    namesOfDefault: {},
    change: async (id, body) =>
      shorten((await person.patch(`workflow/endpoint/${id}/`, body)).body),
    replace: async (id, body) => shorten((await person.put(`workflow/endpoint/${id}/`, body)).body),
    views: {
      'the endpoint': read,
      'the list': async (id) => {
        const { body } = await person.get('workflow/endpoint/')
        return shorten(body.find((row: Values) => row.id === id))
      },
    },
    ways: {
      'the live version': {
        way: 'version',
        read: async (id) => {
          const { workflow } = await read(id)
          const { body: pipeline } = await person.post('pipeline/', {
            pipeline_name: `Pipeline ${++count}`,
            pipeline_type: 'TASK',
            workflow,
          })
          const { live } = await read(id)
          await person.delete(`pipeline/${pipeline.id}/`)
          return shorten(live as Values)
        },
      },
    },
    audit: newestAuditEntry(person),
  }
}

export async function toolInstanceRoundTrip(server: TestServer): Promise<RoundTrip> {
  const person = server.as('admin')
  const { toolId } = await makeTotalTool(person)
  const shorten = (body: Values): Values => ({
    ...body,
    metadata: pickKeys(body.metadata, ['enable_highlight']),
  })
  const read = async (id: string): Promise<Values> =>
    shorten((await person.get(`tool_instance/${id}/`)).body)
  let count = 0
  return {
    fields: toolInstanceFields,
    requests: [tools.updateToolInstance.body],
    otherInputs: {},
    samples: { metadata: [{ enable_highlight: true }, { enable_highlight: false }] },
    async make() {
      const workflowId = await makeWorkflow(person, `Steps ${++count}`, toolId)
      const { body } = await person.get(`tool_instance/?workflow=${workflowId}`)
      return body[0].id
    },
    change: async (id, body) => shorten((await person.patch(`tool_instance/${id}/`, body)).body),
    replace: async (id, body) => shorten((await person.put(`tool_instance/${id}/`, body)).body),
    views: {
      'the tool instance': read,
      'the workflow': async (id) => {
        const { body } = await person.get(`workflow/${(await read(id)).workflow}/`)
        return shorten(body.tool_instances[0])
      },
    },
    ways: {
      'the live version': {
        way: 'version',
        read: async (id) => {
          const { workflow } = await read(id)
          const deployment = await makeDeployment(person, `deployment${++count}`, String(workflow))
          const { live } = await read(id)
          await person.delete(`api/deployment/${deployment.id}/`)
          return shorten(live as Values)
        },
      },
    },
    audit: newestAuditEntry(person),
  }
}
