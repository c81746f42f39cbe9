import { z } from 'zod'
import { fieldsOf } from '../wire/describe-fields.ts'
import { endpoint } from '../wire/endpoint.ts'
import { Paging, pageOf } from '../wire/paging.ts'
import { NoBody } from '../wire/wire.ts'
import { FileExecution, RawExecution } from './executions.ts'

/** Tag that callers of deployments attach to their requests. */
export const TagName = z
  .string()
  .max(50)
  .regex(
    /^[a-zA-Z][a-zA-Z0-9_-]*$/,
    'A tag must start with a letter and can contain only letters, digits, - and _.',
  )

export const Tag = z.object({ id: z.uuid(), name: z.string(), description: z.string() })
export type Tag = z.output<typeof Tag>

const TagId = z.object({ id: z.uuid() })

export const listTags = endpoint({
  method: 'GET',
  path: '/tags/',
  who: 'member',
  query: Paging.extend({ name: z.string().max(255).optional() }),
  reply: pageOf(Tag),
})

const NewTag = z.object({ name: TagName, description: z.string().max(255).default('') })

export const createTag = endpoint({
  method: 'POST',
  path: '/tags/',
  who: 'member',
  status: 201,
  body: NewTag,
  reply: Tag,
})

export const describeTagFields = fieldsOf(createTag)

export const getTag = endpoint({
  method: 'GET',
  path: '/tags/:id/',
  who: 'member',
  params: TagId,
  reply: Tag,
})

/** Its name stays: executions carry it. */
export const updateTag = endpoint({
  method: 'PATCH',
  path: '/tags/:id/',
  who: 'member',
  params: TagId,
  body: NewTag.pick({ description: true }),
  reply: Tag,
})

/** Executions keep the name that they were sent with. */
export const deleteTag = endpoint({
  method: 'DELETE',
  path: '/tags/:id/',
  who: 'member',
  status: 204,
  params: TagId,
  reply: NoBody,
})

export const listExecutionsOfTag = endpoint({
  method: 'GET',
  path: '/tags/:id/workflow-executions/',
  who: 'member',
  params: TagId,
  query: Paging,
  reply: pageOf(RawExecution),
})

export const listFilesOfTag = endpoint({
  method: 'GET',
  path: '/tags/:id/workflow-file-executions/',
  who: 'member',
  params: TagId,
  query: Paging,
  reply: pageOf(FileExecution),
})
