import { z } from 'zod'
import { defineFields } from '../wire/fields.ts'
import { nameText } from '../wire/names.ts'

/** Its `audit` is the audit log. */
const ways = ['audit'] as const
const auditWays = { audit: true } as const

/** All that a request can set in the row of a workflow. Its endpoints and its tool are rows of their own. */
export const workflowFields = defineFields(ways, {
  name: { wire: 'workflow_name', schema: nameText(128), ways: auditWays },
  description: { schema: z.string(), default: '', ways: auditWays },
  promptText: { schema: z.string(), default: '', sentWith: 'changes', ways: auditWays },
  isActive: { schema: z.boolean(), default: true, sentWith: 'changes', ways: auditWays },
  /** Whether edits stay in a draft until they are published; otherwise they are live with the next run. */
  changesNeedPublishing: {
    schema: z.boolean(),
    default: false,
    sentWith: 'changes',
    ways: auditWays,
  },
  /** Whether it is still being set up as a pipeline; its first deployment ends that. */
  isPipelineDraft: { schema: z.boolean(), default: false, sentWith: 'new', ways: auditWays },
})

export const ConnectionType = z.enum([
  'API',
  'FILESYSTEM',
  'DATABASE',
  'MANUALREVIEW',
  'APPDEPLOYMENT',
  'HTTP',
])
export type ConnectionType = z.output<typeof ConnectionType>

/** Besides, its `version` is the version of the workflow that is live. */
const definedWays = ['audit', 'version'] as const
const versionWays = { audit: 'mapped', version: 'mapped' } as const

/** All that a request can set of an endpoint, which is made with its workflow. */
export const endpointFields = defineFields(definedWays, {
  /** Empty until one is chosen. */
  connectionType: {
    schema: z.union([ConnectionType, z.literal('')]),
    default: '',
    sentWith: 'changes',
    ways: { ...versionWays, audit: true },
  },
  configuration: {
    schema: z.record(z.string(), z.unknown()).nullable(),
    default: null,
    sentWith: 'changes',
    ways: versionWays,
  },
  connectorId: {
    wire: 'connector_instance',
    schema: z.uuid().nullable(),
    default: null,
    sentWith: 'changes',
    ways: versionWays,
  },
})

/** The settings of a tool in a workflow; the tool itself says which there are. */
export const toolInstanceFields = defineFields(definedWays, {
  metadata: {
    schema: z.record(z.string(), z.unknown()),
    sentWith: 'changes',
    ways: versionWays,
  },
})
