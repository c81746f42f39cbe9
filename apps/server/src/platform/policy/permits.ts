import { type Act, acts, type Condition } from '@recto/contract/policy'
import type { Actor } from '../context.ts'

/** What is known of a thing; what is absent does not speak for anybody. */
type Facts = {
  readonly created_by: number | null
  readonly shared_to_org?: boolean
  /** With whom it is shared by name. */
  readonly sharedWith?: readonly number[]
  /** Everybody's, and nobody's to look into. */
  readonly is_friction_less?: boolean
  /** Whether anybody calls it. */
  readonly isDeployed?: boolean
  /** Whether the actor may put the tool that it ran into a workflow. */
  readonly mayUseTool?: boolean
}

type Holds = (actor: Pick<Actor, 'userId' | 'role'>, facts: Facts) => boolean

const holds: Readonly<Record<Condition, Holds>> = {
  anyMember: () => true,
  owner: ({ userId }, { created_by, is_friction_less }) =>
    created_by === userId && !is_friction_less,
  shared: ({ userId }, { sharedWith = [] }) => sharedWith.includes(userId),
  sharedToOrg: (_, { shared_to_org }) => shared_to_org === true,
  builtIn: (_, { is_friction_less }) => is_friction_less === true,
  admin: ({ role }) => role === 'admin',
  notDeployed: (_, { isDeployed }) => isDeployed === false,
  mayUseItsTool: (_, { mayUseTool }) => mayUseTool === true,
}

/** Whether the policy lets the actor do it to a thing of their organization. */
export const permits = (actor: Pick<Actor, 'userId' | 'role'>, act: Act, facts: Facts): boolean =>
  acts[act].some((condition) => holds[condition](actor, facts))
