import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { followSignInLink } from '@recto/contract/organizations/sign-in'
import {
  deploymentEndpointOf,
  listDeployments,
  listKeys,
  presentDeploymentKey,
} from '../../features/deployments/deployments.port.ts'
import {
  createSignInLink,
  findSeededAdmin,
} from '../../features/organizations/organizations.port.ts'
import { listProjects } from '../../features/prompt-studio/prompt-studio.port.ts'
import type { Actor, Context } from '../../platform/context.ts'
import { sampleFields } from './fields.ts'
import { apiName, displayName, sampleFiles } from './sample-files.ts'

export type GreetingSituation = {
  /** URL of the server. */
  readonly address: string
  /** Whether this start created the installation. */
  readonly isFirstStart: boolean
}

const repository = fileURLToPath(new URL('../../../../../', import.meta.url))

/**
 * Returns a link that signs the first admin in, and a shell command that calls the sample deployment, as
 * long as it is active. The link and the key are printed only once, because output ends up in logs;
 * later starts say where to find the key.
 */
export async function greetWithSample(
  ctx: Context,
  { address, isFirstStart }: GreetingSituation,
): Promise<readonly string[]> {
  const admin = await findSeededAdmin(ctx)
  const link = admin && isFirstStart ? await createFirstLink(ctx, admin, address) : []
  return [...link, ...(admin ? await describeCall(ctx, admin, { address, isFirstStart }) : [])]
}

/** The sample's first value is marked on its page, which shows what the product does. */
async function createFirstLink(
  ctx: Context,
  admin: Actor,
  address: string,
): Promise<readonly string[]> {
  const token = await createSignInLink(ctx, admin.userId)
  const sample = (await listProjects(ctx, admin)).find(({ name }) => name === displayName)
  const { slug } = admin.organization
  const next = sample
    ? `/${slug}/tools/${sample.id}?field=${sampleFields[0].key}`
    : `/${slug}/tools`
  const query = new URLSearchParams({ token, next })
  return [
    '',
    'Open this link to begin. It signs you in once, within an hour:',
    `${address}${followSignInLink.path}?${query}`,
  ]
}

async function describeCall(
  ctx: Context,
  admin: Actor,
  { address, isFirstStart }: GreetingSituation,
): Promise<readonly string[]> {
  const call = await findCall(ctx, admin)
  if (!call) return []
  const file = relative(repository, fileURLToPath(sampleFiles[0].url))
  if (!isFirstStart) {
    return [
      '',
      'A sample API for invoices is ready. API Deployments shows its key and how to call it.',
    ]
  }
  return [
    '',
    'A sample API for invoices is ready. To call it from this folder:',
    `curl -H 'Authorization: Bearer ${call.key}' -F files=@${file} -F timeout=60 ${address}/${call.path}`,
  ]
}

async function findCall(ctx: Context, actor: Actor) {
  const deployments = await listDeployments(ctx, actor)
  const deployment = deployments.find((one) => one.api_name === apiName && one.is_active)
  if (!deployment) return undefined
  const keys = await listKeys(ctx, {
    actor,
    owner: { kind: 'deployment', id: deployment.id },
  })
  const key = keys.find(({ is_active }) => is_active)
  if (!key) return undefined
  return {
    key: presentDeploymentKey(ctx, key).api_key,
    path: deploymentEndpointOf(actor.organization.slug, deployment),
  }
}
