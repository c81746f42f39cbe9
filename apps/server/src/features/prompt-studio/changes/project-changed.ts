import { ProjectPart } from '@recto/contract/sockets'
import { z } from 'zod'
import { defineEvent } from '../../../platform/events/events.ts'

/** A part of a project is not what it was. The database itself announces it. */
export const projectChanged = defineEvent({
  name: 'project.changed',
  payload: z.object({ organizationId: z.number(), projectId: z.string(), part: ProjectPart }),
})
