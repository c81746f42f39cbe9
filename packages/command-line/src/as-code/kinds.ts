import { type DesiredObject, keyOfObject, type ObjectKind, type Values } from './kind.ts'
import { adapterKind } from './kinds/adapters.ts'
import { connectorKind } from './kinds/connectors.ts'
import { deploymentKind } from './kinds/deployments.ts'
import { lookupTableKind } from './kinds/lookup-tables.ts'
import { notificationKind } from './kinds/notifications.ts'
import { pipelineKind } from './kinds/pipelines.ts'
import { projectKind } from './kinds/projects.ts'
import { reviewRuleKind, reviewSettingKind } from './kinds/review.ts'
import { workflowKind } from './kinds/workflows.ts'

/** All kinds of objects, in the order in which they are applied: each refers to earlier ones only. */
export const kinds: readonly ObjectKind[] = [
  adapterKind,
  connectorKind,
  lookupTableKind,
  projectKind,
  workflowKind,
  deploymentKind,
  pipelineKind,
  notificationKind,
  reviewRuleKind,
  reviewSettingKind,
]

export function getKind(name: string): ObjectKind {
  const kind = kinds.find((one) => one.kind === name)
  if (!kind) throw new Error(`There is no kind ${name}.`)
  return kind
}

/** Identifies an object among those of all kinds. */
export const identify = (object: DesiredObject): string =>
  `${object.kind} ${keyOfObject(getKind(object.kind), object)}`

/** Returns the fields of a file together with what the server would add. */
export const completeSpec = (
  { kind, spec }: Pick<DesiredObject, 'kind' | 'spec'>,
  storedSpec: Values | undefined,
): Values => getKind(kind).complete?.(spec, storedSpec) ?? spec

/** Whether the server lists no object of this content, because it is the same as none. */
export const isNothing = ({ kind, spec }: Pick<DesiredObject, 'kind' | 'spec'>): boolean =>
  getKind(kind).isNothing?.(spec) ?? false
