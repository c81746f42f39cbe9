import { z } from 'zod'
import { fieldsOf } from '../wire/describe-fields.ts'
import { endpoint } from '../wire/endpoint.ts'
import { changeShape, newShape, replyShape } from '../wire/fields.ts'
import { listOrPageOf } from '../wire/paging.ts'
import { NoBody, Timestamp } from '../wire/wire.ts'
import { deploymentFields } from './deployment-fields.ts'
import { DeploymentQuery, rowOfDeployment } from './deployment-rows.ts'

const Person = z.number().int().nullable()

export const ApiDeployment = z.object({
  id: z.uuid(),
  ...replyShape(deploymentFields),
  workflow_name: z.string(),
  /** `deployment/api/{org}/{api_name}/`, without a leading slash. */
  api_endpoint: z.string(),
  organization: z.number().int(),
  created_by: Person,
  modified_by: Person,
  created_at: Timestamp,
  modified_at: Timestamp,
})
export type ApiDeployment = z.output<typeof ApiDeployment>

export const DeploymentListItem = ApiDeployment.pick({
  id: true,
  workflow: true,
  workflow_name: true,
  display_name: true,
  description: true,
  is_active: true,
  api_endpoint: true,
  api_name: true,
  created_by: true,
}).extend(rowOfDeployment)
export type DeploymentListItem = z.output<typeof DeploymentListItem>

export const listDeployments = endpoint({
  method: 'GET',
  path: '/api/deployment/',
  who: 'member',
  query: DeploymentQuery,
  reply: listOrPageOf(DeploymentListItem),
})

const NewDeployment = z.object(newShape(deploymentFields))
export type NewDeployment = z.output<typeof NewDeployment>

const CreatedDeployment = z.object({
  is_active: z.string(),
  id: z.uuid(),
  api_key: z.string(),
  api_endpoint: z.string(),
  display_name: z.string(),
  description: z.string(),
  api_name: z.string(),
})
export type CreatedDeployment = z.output<typeof CreatedDeployment>

/** All values of the reply are text, `is_active` too; the key is the first one of the deployment. */
export const createDeployment = endpoint({
  method: 'POST',
  path: '/api/deployment/',
  who: 'member',
  showsKeys: true,
  status: 201,
  body: NewDeployment,
  reply: CreatedDeployment,
})

export const describeDeploymentFields = fieldsOf(createDeployment)

const DeploymentId = z.object({ id: z.uuid() })

export const getDeployment = endpoint({
  method: 'GET',
  path: '/api/deployment/:id/',
  who: 'member',
  params: DeploymentId,
  reply: ApiDeployment,
})

const DeploymentChanges = z.object(changeShape(deploymentFields))
export type DeploymentChanges = z.output<typeof DeploymentChanges>

/** The whole row may come back; what cannot be changed is ignored. */
export const updateDeployment = endpoint({
  method: 'PUT',
  path: '/api/deployment/:id/',
  who: 'member',
  params: DeploymentId,
  body: DeploymentChanges,
  reply: ApiDeployment,
})

export const patchDeployment = endpoint({ ...updateDeployment, method: 'PATCH' })

export const deleteDeployment = endpoint({
  method: 'DELETE',
  path: '/api/deployment/:id/',
  who: 'member',
  status: 204,
  params: DeploymentId,
  reply: NoBody,
})

export const DeploymentKey = z.object({
  id: z.uuid(),
  created_at: Timestamp,
  modified_at: Timestamp,
  api_key: z.uuid(),
  is_active: z.boolean(),
  description: z.string(),
  api: z.uuid().nullable(),
  pipeline: z.uuid().nullable(),
})
export type DeploymentKey = z.output<typeof DeploymentKey>

export const listDeploymentKeys = endpoint({
  method: 'GET',
  path: '/api/keys/api/:id/',
  who: 'member',
  showsKeys: true,
  params: DeploymentId,
  reply: z.array(DeploymentKey),
})

const DeploymentKeyFields = z.object({
  description: z.string().trim().min(1).max(255).optional(),
  is_active: z.boolean().optional(),
})
export type DeploymentKeyFields = z.output<typeof DeploymentKeyFields>

export const createDeploymentKey = endpoint({
  method: 'POST',
  path: '/api/keys/api/:id/',
  who: 'member',
  showsKeys: true,
  status: 201,
  params: DeploymentId,
  body: DeploymentKeyFields,
  reply: DeploymentKey,
})

/** The same with the deployment in the body. */
export const createDeploymentKeyByBody = endpoint({
  method: 'POST',
  path: '/api/keys/api/',
  who: 'member',
  showsKeys: true,
  status: 201,
  body: DeploymentKeyFields.extend({ api: z.uuid() }),
  reply: DeploymentKey,
})

export const getDeploymentKey = endpoint({
  method: 'GET',
  path: '/api/keys/:id/',
  who: 'member',
  showsKeys: true,
  params: DeploymentId,
  reply: DeploymentKey,
})

export const updateDeploymentKey = endpoint({
  method: 'PUT',
  path: '/api/keys/:id/',
  who: 'member',
  showsKeys: true,
  params: DeploymentId,
  body: DeploymentKeyFields,
  reply: DeploymentKey,
})

export const deleteDeploymentKey = endpoint({
  method: 'DELETE',
  path: '/api/keys/:id/',
  who: 'member',
  status: 204,
  params: DeploymentId,
  reply: NoBody,
})

export const getPostmanCollection = endpoint({
  method: 'GET',
  path: '/api/postman_collection/:id/',
  who: 'member',
  showsKeys: true,
  params: DeploymentId,
  reply: z.record(z.string(), z.unknown()),
})
