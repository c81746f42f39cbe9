import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  endpointOf,
  listDeployments,
  listKeys,
  presentKey,
} from '../../features/deployments/deployments.port.ts'
import { findSeededAdmin } from '../../features/organizations/organizations.port.ts'
import type { Actor, Context } from '../../platform/context.ts'
import type { GreetingSituation } from './greeting-situation.ts'
import { apiName, sampleFiles } from './sample-files.ts'

const repository = fileURLToPath(new URL('../../../../../', import.meta.url))

/**
 * A line for the shell that calls the sample's deployment, as long as there is one that answers. Its key is
 * told once: what is printed ends up in logs, and later starts say where the key is.
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
    return ['', 'A sample API reads invoices: see API Deployments for its key and how to call it.']
  }
  return [
    '',
    'A sample API reads invoices. From this folder:',
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
    key: presentKey(ctx, key).api_key,
    path: endpointOf(actor.organization.slug, deployment),
  }
}
