import { type Facts, permits } from '@recto/contract/policy/permits'
import type { Actor } from '../../platform/context.ts'

export const maySeeWorkflow = (actor: Actor, workflow: Facts) =>
  permits(actor, 'workflow/see', workflow)

export const mayChangeWorkflow = (actor: Actor, workflow: Facts) =>
  permits(actor, 'workflow/change', workflow)

export const mayDeleteWorkflow = (actor: Actor, workflow: Facts) =>
  permits(actor, 'workflow/delete', workflow)
