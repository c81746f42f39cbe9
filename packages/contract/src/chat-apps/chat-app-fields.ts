import { z } from 'zod'
import { defineFields } from '../wire/fields.ts'
import { visibleText } from '../wire/names.ts'

/** It stands in the app's address. */
const AppName = z
  .string()
  .min(1, 'Please enter APP Name')
  .max(30, 'Maximum 30 characters only allowed')
  .regex(/^[a-zA-Z0-9_-]+$/, 'Only letters, numbers, hyphen and underscores are allowed')

const DisplayName = z
  .string()
  .trim()
  .min(1, 'Please enter display name')
  .max(255)
  .check(visibleText)

const auditWays = { audit: true } as const

/** All that a request can set of an app. */
export const chatAppFields = defineFields(['audit'], {
  appName: { schema: AppName, ways: auditWays },
  displayName: { wire: 'app_display_name', schema: DisplayName, ways: auditWays },
  description: { schema: z.string().max(1000), default: '', ways: auditWays },
  workflowId: { wire: 'workflow', schema: z.uuid(), ways: auditWays },
})
