import { z } from 'zod'
import { defineFields } from '../wire/fields.ts'
import { nameText } from '../wire/names.ts'

const ApiName = z
  .string()
  .min(1)
  .max(30)
  .regex(/^[a-zA-Z0-9_-]+$/, 'Only letters, numbers, hyphen and underscores are allowed')

const auditWays = { audit: true } as const

/** All that a request can set of an API deployment. */
export const deploymentFields = defineFields(['audit'], {
  workflowId: { wire: 'workflow', schema: z.uuid(), ways: auditWays },
  displayName: { schema: nameText(30), ways: auditWays },
  apiName: { schema: ApiName, ways: auditWays },
  description: { schema: z.string().max(255), default: '', ways: auditWays },
  isActive: { schema: z.boolean(), default: true, ways: auditWays },
})
