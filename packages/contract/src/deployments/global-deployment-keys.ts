import { z } from 'zod'
import { FullScriptKey, ListedScriptKey, plainText } from '../organizations/script-keys.ts'
import { endpoint } from '../wire/endpoint.ts'
import { NoBody } from '../wire/wire.ts'

const OpenedDeployment = z.object({
  id: z.uuid(),
  display_name: z.string(),
  api_name: z.string(),
  is_active: z.boolean(),
})
export type OpenedDeployment = z.output<typeof OpenedDeployment>

export const GlobalDeploymentKey = ListedScriptKey.extend({
  /** Includes deployments that are created later. */
  allow_all_deployments: z.boolean(),
  /** Empty where it opens all of them. */
  api_deployments: z.array(OpenedDeployment),
})
export type GlobalDeploymentKey = z.output<typeof GlobalDeploymentKey>

const params = z.object({ id: z.uuid() })
const Deployments = z.array(z.uuid()).max(1000)

export const listGlobalDeploymentKeys = endpoint({
  method: 'GET',
  path: '/global-api-deployment/keys/',
  who: 'admin',
  reply: z.array(GlobalDeploymentKey),
})

/** Opens all deployments, or those that are named: one of the two. */
export const createGlobalDeploymentKey = endpoint({
  method: 'POST',
  path: '/global-api-deployment/keys/',
  who: 'admin',
  status: 201,
  showsKeys: true,
  body: z.object({
    name: plainText(128),
    description: plainText(512),
    allow_all_deployments: z.boolean().default(false),
    api_deployments: Deployments.default([]),
  }),
  reply: FullScriptKey,
})

export const getGlobalDeploymentKey = endpoint({
  method: 'GET',
  path: '/global-api-deployment/keys/:id/',
  who: 'admin',
  showsKeys: true,
  params,
  reply: FullScriptKey,
})

/**
 * `allow_all_deployments` and the list of deployments replace each other: the one that is sent
 * wins.
 */
export const changeGlobalDeploymentKey = endpoint({
  method: 'PATCH',
  path: '/global-api-deployment/keys/:id/',
  who: 'admin',
  params,
  body: z.object({
    description: plainText(512).optional(),
    is_active: z.boolean().optional(),
    allow_all_deployments: z.boolean().optional(),
    api_deployments: Deployments.optional(),
  }),
  reply: GlobalDeploymentKey,
})

export const deleteGlobalDeploymentKey = endpoint({
  method: 'DELETE',
  path: '/global-api-deployment/keys/:id/',
  who: 'admin',
  status: 204,
  params,
  reply: NoBody,
})

export const rotateGlobalDeploymentKey = endpoint({
  method: 'POST',
  path: '/global-api-deployment/keys/:id/rotate/',
  who: 'admin',
  bodySize: 'small',
  showsKeys: true,
  params,
  reply: FullScriptKey,
})

/** Lists the deployments that a key can be created for. */
export const listOpenableDeployments = endpoint({
  method: 'GET',
  path: '/global-api-deployment/deployments/',
  who: 'admin',
  reply: z.array(OpenedDeployment),
})
