import { ExecutionStatus } from '@recto/contract/executions/executions'
import { pageIn } from '../../../shared/list/ListPages.tsx'
import { type AddressSearch, oneOf } from '../../../shared/navigation/address-search.ts'
import { type FileFilter, fileOrderings } from '../execution.ts'

export const FILES_PER_PAGE = 10

export type FilesSearch = {
  readonly status: ExecutionStatus | undefined
  readonly page: number
  readonly ordering: (typeof fileOrderings)[number]
}

export const readFilesSearch = (search: AddressSearch): FilesSearch => ({
  status: ExecutionStatus.options.find((status) => status === search.status),
  page: pageIn(search.page),
  ordering: oneOf(fileOrderings, search.ordering),
})

export const fileQueryOf = ({ status, page, ordering }: FilesSearch, name: string): FileFilter => ({
  pageSize: FILES_PER_PAGE,
  page,
  ordering,
  status,
  name,
})
