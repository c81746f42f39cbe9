import { type Act, acts, type Condition, type Role } from './policy.ts'

/** The person who asks. Roles that the policy does not know grant nothing. */
type Asker = {
  readonly userId: number
  readonly role: Role | (string & {})
  /** Acts for a key of the platform API: whose a thing is does not keep it out. */
  readonly service?: unknown
}

/** The facts about a resource that decide access; an absent fact grants nothing. */
export type Facts = {
  readonly created_by: number | null
  readonly shared_to_org?: boolean
  /** Ids of people it is shared with, directly or through a group. */
  readonly sharedWith?: readonly number[]
  /** Owners besides its creator. */
  readonly coOwners?: readonly number[]
  /** Built-in resources are usable by everybody, and nobody may inspect them. */
  readonly is_friction_less?: boolean
  /** Whether a workflow of the organization uses it, which all who build workflows can see. */
  readonly isUsedByWorkflow?: boolean
  /** Whether anybody calls it. */
  readonly isDeployed?: boolean
  /** Whether the actor may put the tool that it ran into a workflow. */
  readonly mayUseTool?: boolean
  /** Whether the actor may see the workflow of a run, and the deployment or the pipeline that started it. */
  readonly maySeeWorkflow?: boolean
  /** Ids of people who may deploy it because its owner says so, directly or through a group. */
  readonly deployers?: readonly number[]
  /** Whether the actor may use everything that a workflow uses: its tool, adapters and connectors. */
  readonly mayUseParts?: boolean
}

type Holds = (asker: Asker, facts: Facts) => boolean

const holds: Readonly<Record<Condition, Holds>> = {
  anyMember: () => true,
  owner: ({ userId, service }, { created_by, coOwners = [], is_friction_less }) =>
    (created_by === userId || coOwners.includes(userId) || service !== undefined) &&
    !is_friction_less,
  shared: ({ userId }, { sharedWith = [] }) => sharedWith.includes(userId),
  sharedToOrg: (_, { shared_to_org }) => shared_to_org === true,
  usedByWorkflow: (_, { isUsedByWorkflow }) => isUsedByWorkflow === true,
  builtIn: (_, { is_friction_less }) => is_friction_less === true,
  admin: ({ role }) => role === 'admin',
  notDeployed: (_, { isDeployed }) => isDeployed === false,
  maySeeItsWorkflow: (_, { maySeeWorkflow }) => maySeeWorkflow === true,
  mayUseItsTool: (_, { mayUseTool }) => mayUseTool === true,
  deployer: ({ userId }, { deployers = [] }) => deployers.includes(userId),
  mayUseItsParts: (_, { mayUseParts }) => mayUseParts === true,
}

/** Whether the policy lets somebody do it to a thing of their organization: the server asks it, and the page too. */
export const permits = (asker: Asker, act: Act, facts: Facts): boolean =>
  acts[act].some((condition) => holds[condition](asker, facts))
