import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  deploymentEndpointOf,
  listDeployments,
  listKeys,
  presentDeploymentKey,
} from '../../features/deployments/deployments.port.ts'
import { findSeededAdmin } from '../../features/organizations/organizations.port.ts'
import type { Actor, Context } from '../../platform/context.ts'
import { apiName, sampleFiles } from './sample-files.ts'

export type GreetingSituation = {
  /** URL of the server. */
  readonly address: string
  /** Whether this start created the installation. */
  readonly isFirstStart: boolean
}

const repository = fileURLToPath(new URL('../../../../../', import.meta.url))

/**
 * Returns a shell command that calls the sample deployment, as long as it is active. The key is
 * printed only once, because output ends up in logs; later starts say where to find it.
 */
export async function greetWithSample(
  ctx: Context,
  { address, isFirstStart }: GreetingSituation,
): Promise<readonly string[]> {
  const admin = await findSeededAdmin(ctx)
  const call = admin && (await findCall(ctx, admin))
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
